//! Hit tests: the element at a point, and the point of an element at which a click reaches it. Uses
//! `elementFromPoint` through the composed tree; does not scroll.
//!
//! Points are in the viewport of this frame. Elements of the parent that cover the frame itself are
//! not detected.

import { elementFromPoint, getRootNode, localName, matches } from '../../dom/dom.js';
import { boundingBoxOf, boxesOf } from '../checks/boxes.js';
import { CLICKED, controlUnder } from '../checks/checks.js';
import { clientLeft, clientTop, labelsOf } from '../dom-methods.js';
import { flatPath, shadowRootOf } from '../flat-tree.js';
import { isVisualProxy } from '../checks/visual-proxy.js';

/** @typedef {{x: number, y: number}} Point */
/**
 * A point of an element, and the innermost element at it.
 * @typedef {Point & {hit: Element}} ClickPoint
 */

/** Points as fractions of a box: its center, then four others. */
const FRACTIONS = [
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
];
/** A click on these elements in a label does not activate the label's control. */
const INTERACTIVE = new Set(['a', 'button', 'input', 'select', 'textarea', 'summary', 'iframe']);

/** @param {Point} point @returns {Element | null} the innermost element there */
export function elementAt({ x, y }) {
  let hit = elementFromPoint.document.call(document, x, y);
  while (hit) {
    const root = shadowRootOf(hit);
    const inner = root && elementFromPoint.root.call(root, x, y);
    if (!inner || inner === hit || getRootNode.call(inner) !== root) break;
    hit = inner;
  }
  return hit;
}

/**
 * @param {Element} hit
 * @param {Element} element
 * @returns {boolean} a click on `hit` is a click on the element: `hit` is in it or in its label
 */
function reaches(hit, element) {
  const path = flatPath(hit);
  if (path.includes(element)) return true;
  // What is hit is around a part that lets the pointer through, and in the same control.
  const under = controlUnder(element);
  if (under && path.includes(under))
    return under instanceof SVGElement || flatPath(element).includes(hit);
  const labels = labelsOf(element);
  const label = path.find((node) => labels.includes(node));
  if (!label) return false;
  const within = path.slice(0, path.indexOf(label));
  return !within.some((node) => INTERACTIVE.has(localName.call(node)));
}

/**
 * @param {Element} hit
 * @param {Element} element
 * @returns {boolean} no other control of the element is at the point: no link in a label, and no
 *   button in a card
 */
function isOwn(hit, element) {
  const path = flatPath(hit);
  const within = path.slice(0, Math.max(path.indexOf(element), 0));
  // A control that a label draws, such as a switch, is activated by the label.
  const isControl =
    localName.call(element) === 'label'
      ? (/** @type {Element} */ node) => INTERACTIVE.has(localName.call(node))
      : (/** @type {Element} */ node) => matches.call(node, CLICKED);
  return !within.some((node) => isControl(node) && !labelsOf(node).includes(element));
}

/** @param {Point} point */
const isInViewport = ({ x, y }) =>
  x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight;

/** @param {DOMRect} box @returns {DOMRect} the part of it in the viewport */
function visiblePart(box) {
  const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
  const right = Math.min(box.right, window.innerWidth);
  const bottom = Math.min(box.bottom, window.innerHeight);
  return new DOMRect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0));
}

/**
 * A point in CSS pixels from the upper left corner of an element's padding box.
 * @typedef {[number, number]} Position
 */

/** @param {Element} element @returns {Point} the upper left corner of its padding box */
function cornerOf(element) {
  const { left, top } = boundingBoxOf(element);
  return { x: left + clientLeft.call(element), y: top + clientTop.call(element) };
}

/** @param {Element} element @param {Position} position @returns {Point} */
export function pointAt(element, [right, down]) {
  const { x, y } = cornerOf(element);
  return { x: x + right, y: y + down };
}

/** @param {Element} element @param {Point} point @returns {Position} */
export function positionOf(element, point) {
  const { x, y } = cornerOf(element);
  return [point.x - x, point.y - y];
}

/**
 * @param {Element} element
 * @param {Position | null} [position] default: its center and others
 * @returns {Point[]} in the order of the hit tests
 */
function pointsOf(element, position) {
  if (position) return [pointAt(element, position)].filter(isInViewport);
  const boxes = boxesOf(element)
    .map(visiblePart)
    .filter((box) => box.width > 0 && box.height > 0);
  const points = boxes.flatMap((box, index) =>
    (index === 0 ? FRACTIONS : FRACTIONS.slice(0, 1)).map(([across, down]) => ({
      x: box.left + box.width * across,
      y: box.top + box.height * down,
    })),
  );
  return points.filter(isInViewport);
}

/**
 * @param {Element} element
 * @param {Position | null} [position]
 * @returns {ClickPoint | {by: Element | null}} the point, or the element that covers it; null: no
 *   point of it is in the viewport
 */
export function findClickPoint(element, position) {
  /** @type {Element | null} */
  let by = null;
  /** @type {ClickPoint | null} */
  let onControl = null;
  for (const point of pointsOf(element, position)) {
    const hit = elementAt(point);
    if (hit === null || !(reaches(hit, element) || isVisualProxy(hit, element))) by ??= hit;
    else if (position || isOwn(hit, element)) return { ...point, hit };
    else onControl ??= { ...point, hit };
  }
  if (onControl === null) return { by };
  // A click on a control in a label does not reach what the label is for.
  return localName.call(element) === 'label' ? { by: onControl.hit } : onControl;
}
