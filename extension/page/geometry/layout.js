//! Computes where elements are on the screen and what covers them, from Chrome's boxes and hit
//! tests. It is independent of records.

import {
  contains,
  documentElement,
  documentProperty,
  elementFromPoint,
  getBoundingClientRect,
  getClientRects,
  getter,
  localName,
  parentElementOf,
} from '../dom/dom.js';
import { elementsByIdInSlices } from '../recorder/document-info.js';
import { knownId, shadowRootReader } from '../dom/node-ids.js';
import { isLaidOut, SkippedContent } from '../dom/skipped-content.js';
import { PLACE_FLAG } from '../recorder/record-format.js';
import { Slices } from '../recorder/slices.js';
import { TAGS } from '../dom/tags.js';

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const clientEdges = /** @type {const} */ ([
  'clientLeft',
  'clientTop',
  'clientWidth',
  'clientHeight',
]).map((name) => getter(Element.prototype, name));
/** The largest sum of borders and scroll bars, in CSS pixels. */
const MAX_EDGES = 60;

/** @param {Box} one @param {Box} other @returns {Box} */
export const overlap = (one, other) => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/** @param {Box} box */
export const isEmpty = (box) => box.right <= box.left || box.bottom <= box.top;

/**
 * Returns the part of a box that no scrolling or clipping ancestor cuts off.
 * @param {Element} element
 * @param {Box} box
 */
export function clipped(element, box) {
  let position = getComputedStyle(element).position;
  let ancestor = parentElementOf(element);
  while (ancestor !== null && position !== 'fixed' && !isEmpty(box)) {
    const style = getComputedStyle(ancestor);
    const escapes = position === 'absolute' && style.position === 'static';
    if (!escapes) {
      if (clips(ancestor, style)) box = overlap(box, scrollport(ancestor));
      position = style.position;
    }
    ancestor = parentElementOf(ancestor);
  }
  return box;
}

/**
 * @param {Element} element
 * @returns {Box} the visible area of its content: without borders and scroll bars, if that can be
 *   determined
 */
function scrollport(element) {
  const box = getBoundingClientRect.call(element);
  const [left, top, width, height] = clientEdges.map((edge) => edge.call(element));
  const [x, y] = [box.left + left, box.top + top];
  const inner = { left: x, top: y, right: x + width, bottom: y + height };
  // A rotated or scaled element has other sizes on the screen.
  const isWithin = inner.right <= box.right + 1 && inner.bottom <= box.bottom + 1;
  return isWithin && box.width - width < MAX_EDGES && box.height - height < MAX_EDGES ? inner : box;
}

/** @param {Element} element @returns {number[]} the widths of its left and upper border */
export const borderOf = (element) => clientEdges.slice(0, 2).map((edge) => edge.call(element));

/** @param {Element} element @param {CSSStyleDeclaration} style its own */
const clips = (element, style) =>
  style.overflowX !== 'visible' &&
  element !== documentElement() &&
  element !== documentProperty.body.call(document) &&
  style.display !== 'inline' &&
  style.display !== 'contents';

/**
 * Returns the innermost element that a click at a point would hit.
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
export function elementAt(x, y) {
  let hit = elementFromPoint.document.call(document, x, y);
  while (hit) {
    const tag = localName.call(hit);
    const root = shadowRootReader(tag, TAGS.get(tag) ?? 0)?.(hit);
    const inner = root && elementFromPoint.root.call(root, x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** @param {Box} box @returns {Element | null} the element that a click on its centre hits */
const hitIn = (box) => elementAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);

/**
 * @param {Element} outer
 * @param {Element} inner whether it is the outer element or inside it, including shadow roots
 */
export function holds(outer, inner) {
  if (contains.call(outer, inner)) return true;
  for (let node = parentElementOf(inner); node !== null; node = parentElementOf(node)) {
    if (node === outer) return true;
  }
  return false;
}

/**
 * Returns whether a click on `hit` reaches the element: it is the element, is inside it, or is in
 * its label.
 * @param {Element} hit
 * @param {Element} element
 */
function reaches(hit, element) {
  if (holds(element, hit)) return true;
  const { labels } = /** @type {Element & {labels?: unknown}} */ (element);
  if (!(labels instanceof NodeList)) return false;
  return [...labels].some((label) => label instanceof Element && holds(label, hit));
}

/**
 * @param {Element} element
 * @param {SkippedContent} skipped
 * @returns {number[]} x, y, width, height, flags, node id of the covering element; of an element
 *   whose content is skipped, the box of what skips it
 */
function placeOf(element, skipped) {
  const skippedBy = skipped.around(element);
  const box = getBoundingClientRect.call(skippedBy ?? element);
  const rect = [box.x, box.y, box.width, box.height].map(Math.round);
  if (skippedBy) return [...rect, 0, 0];
  const isTransparent = isLaidOut(element) && !isLaidOut(element, { opacityProperty: true });
  const flags = isTransparent ? PLACE_FLAG.transparent : 0;
  if (box.width === 0 || box.height === 0) return [...rect, flags | PLACE_FLAG.noSize, 0];
  const seen = visibilityOf(element);
  return [...rect, flags | seen.flags, seen.coveredBy];
}

/**
 * Returns whether an element is in the viewport, and what covers it there. A link that spans two
 * lines may have no content at the centre of its box, so its first line in the viewport is tested.
 * @param {Element} element
 * @returns {{flags: number, coveredBy: number}}
 */
function visibilityOf(element) {
  const viewport = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  for (const line of getClientRects.call(element)) {
    const inViewport = overlap(line, viewport);
    if (line.width <= 0 || line.height <= 0 || isEmpty(inViewport)) continue;
    const first = hitIn(inViewport);
    if (first !== null && reaches(first, element)) {
      return { flags: PLACE_FLAG.inViewport, coveredBy: 0 };
    }
    // Its centre may be scrolled out of view or clipped.
    const visible = clipped(element, inViewport);
    if (isEmpty(visible)) continue;
    const hit = hitIn(visible);
    if (hit === null || reaches(hit, element) || holds(hit, element)) {
      return { flags: PLACE_FLAG.inViewport, coveredBy: 0 };
    }
    const flags = PLACE_FLAG.inViewport | PLACE_FLAG.covered;
    return { flags, coveredBy: nearestNodeId(hit) };
  }
  return { flags: 0, coveredBy: 0 };
}

/** @returns {[number, number]} width and height of the viewport without scroll bars */
export function pagePort() {
  const scroller = documentProperty.scrollingElement.call(document);
  if (!scroller) return [window.innerWidth, window.innerHeight];
  const [, , width, height] = clientEdges.map((edge) => edge.call(scroller));
  return [Math.min(width, window.innerWidth), Math.min(height, window.innerHeight)];
}

/**
 * Returns the part of an element that is in the viewport and neither scrolled out of view nor
 * clipped.
 * @param {Element} element
 * @returns {{box: Box, isCovered: boolean}} the box is empty if no part is visible
 */
export function visibleBox(element) {
  const [right, bottom] = pagePort();
  const viewport = { left: 0, top: 0, right, bottom };
  const { flags } = visibilityOf(element);
  const box = clipped(element, overlap(getBoundingClientRect.call(element), viewport));
  const isSeen = (flags & PLACE_FLAG.inViewport) !== 0;
  return { box, isCovered: !isSeen || (flags & PLACE_FLAG.covered) !== 0 };
}

/**
 * @param {Element} frame
 * @param {number} x
 * @param {number} y
 * @returns {boolean} a click at the point hits the frame's content
 */
export function hits(frame, x, y) {
  const hit = elementAt(x, y);
  return hit !== null && holds(frame, hit);
}

/** @param {Element} element */
function nearestNodeId(element) {
  let node = /** @type {Element | null} */ (element);
  for (; node !== null; node = parentElementOf(node)) {
    const id = knownId(node);
    if (id !== 0) return id;
  }
  return 0;
}

/**
 * Returns the boxes of elements, and what covers them.
 * @param {{nodes: string}} request node ids, separated by commas
 */
export async function place(request) {
  const ids = request.nodes.split(',').map(Number);
  const slices = new Slices();
  const elements = await elementsByIdInSlices(new Set(ids.filter((id) => id > 0)), slices);
  let skipped = new SkippedContent();
  /** @type {Record<string, number[]>} */
  const places = {};
  for (const [id, element] of elements) {
    places[id] = placeOf(element, skipped);
    if (performance.now() <= slices.until) continue;
    await slices.pause();
    skipped = new SkippedContent();
  }
  return { places: JSON.stringify(places) };
}
