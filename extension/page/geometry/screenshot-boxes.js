//! Measures the boxes of the document's secret fields, its frames and requested elements, so that a
//! screenshot of the tab can mask secrets and mark elements. All are found and measured in one
//! task, because the page can move them. Nothing in the page changes. It is independent of records.

import { isMasked } from '../style/computed-style.js';
import { ownIndex, world } from '../recorder/document-info.js';
import {
  assignedSlot,
  checkVisibility,
  createTreeWalker,
  getBoundingClientRect,
  localName,
  parentElementOf,
  parentNode,
} from '../dom/dom.js';
import { isEditingHost, isHtml, windowAt, windowCount, windowOf } from '../dom/element-state.js';
import { hits, pagePort, visibleBox } from './layout.js';
import { beginGeneration, knownId, nodeId, rootOf } from '../dom/node-ids.js';
import {
  findSecretFields,
  isSecretField,
  isSecretHost,
  secretsGeneration,
} from '../secrets/secret-fields.js';

/** Left, top, right, bottom, in CSS pixels of the viewport.
 * @typedef {[number, number, number, number]} Edges */
/**
 * `inner`: the box of its document, unless it is rotated or scaled.
 * @typedef {{id: number, index: number, box: Edges, inner: Edges | null}} FrameBox
 */
/**
 * `named`: the requested elements, by node id.
 * @typedef {{fields: Element[], hosts: Element[], frames: Element[], named: Map<number, Element>}}
 *   FoundElements
 */

const FIELDS = new Set(['input', 'textarea', 'select']);
export const WITH_WINDOW = new Set(['iframe', 'frame', 'object']);
/** Elements whose content is not accessible to their document. */
export const WITHOUT_WINDOW = new Set(['embed', 'fencedframe']);
/** Fields with the name or label of a secret field become secret, and so do fields like those. */
const MAX_PASSES = 4;
/** Smaller elements, in CSS pixels, are not visible: they exist for screen readers. */
const MIN = 3;
/** A translation only. */
const MOVED = /^(?:none|matrix\(1, 0, 0, 1, .*)$/;

/**
 * @param {{elements?: string, crop?: number}} request `elements`: node ids, separated by commas;
 *   `crop`: node id of the element to crop to
 * @returns {object} see docs/extension.md
 */
export function screenshotBoxes({ elements = '', crop = 0 }) {
  const wanted = elements.split(',').map(Number);
  const { fields, hosts, frames, named } = findAll(new Set([...wanted, crop].filter(Boolean)));
  const cut = named.get(crop);
  const windows = new Map(
    Array.from({ length: windowCount() }, (_, index) => [windowAt(index), index]),
  );
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = window.visualViewport ?? {};
  return {
    world,
    ratio: window.devicePixelRatio,
    scroll: [window.scrollX, window.scrollY],
    elements: wanted.flatMap((id) => elementBox(id, named.get(id))),
    crop: cut ? [edges(visibleBox(cut).box), edges(getBoundingClientRect.call(cut))] : null,
    index: ownIndex(),
    size: [window.innerWidth, window.innerHeight],
    port: pagePort(),
    zoom: [scale, offsetLeft, offsetTop],
    fields: [
      ...secretOf(fields).filter(isShown).map(boxOf),
      ...hosts.filter((host) => isSecretHost(host, hasMask(host))).flatMap(boxesOfHost),
    ],
    frames: frames.flatMap((frame) => frameBox(frame, windows)),
  };
}

/**
 * @param {Set<number>} wanted node ids
 * @returns {FoundElements} all elements that may be secret, contain a document or are requested, in
 *   every shadow root
 */
function findAll(wanted) {
  // Closed roots may have been attached since the last record.
  beginGeneration();
  /** @type {FoundElements} */
  const found = { fields: [], hosts: [], frames: [], named: new Map() };
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    findSecretFields(root);
    const walker = createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode() !== null) {
      const element = /** @type {Element} */ (walker.currentNode);
      const id = knownId(element);
      if (wanted.has(id)) found.named.set(id, element);
      if (!isHtml(element)) continue;
      sort(found, element);
      const inner = rootOf(element);
      if (inner) roots.push(inner);
    }
  }
  return found;
}

/** @param {FoundElements} found @param {Element} element */
function sort(found, element) {
  const tag = localName.call(element);
  if (FIELDS.has(tag)) found.fields.push(element);
  else if (WITH_WINDOW.has(tag) || WITHOUT_WINDOW.has(tag)) found.frames.push(element);
  else if (isEditingHost(element)) found.hosts.push(element);
}

/** @param {Element[]} fields @returns {Element[]} the secret ones */
function secretOf(fields) {
  /** @type {Element[]} */
  let secret = [];
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const generation = secretsGeneration();
    secret = fields.filter((field) => isSecretField(field, hasMask(field)));
    if (secretsGeneration() === generation) break;
  }
  return secret;
}

/** @param {Element} element */
const hasMask = (element) => isMasked(getComputedStyle(element));

/** @param {Element} field */
const isShown = (field) => checkVisibility.call(field, { visibilityProperty: true });

/** @param {{left: number, top: number, right: number, bottom: number}} rect @returns {Edges} */
const edges = ({ left, top, right, bottom }) => [left, top, right, bottom];

/** @param {Element} element @returns {[number, ...Edges]} its node id and its box */
const boxOf = (element) => [nodeId(element), ...edges(getBoundingClientRect.call(element))];

/**
 * @param {number} id
 * @param {Element | undefined} element
 * @returns {[number, ...Edges][]} the visible part of it that a click would hit
 */
function elementBox(id, element) {
  if (!element || !isShown(element)) return [];
  const { box, isCovered } = visibleBox(element);
  const isSeen = box.right - box.left >= MIN && box.bottom - box.top >= MIN;
  return isSeen && !isCovered ? [[id, ...edges(box)]] : [];
}

/**
 * Returns whether points of the viewport are in frames and not covered.
 * @param {{points: [number, number, number][]}} request node id of the frame's element, x, y
 */
export function frameHits({ points }) {
  const { named } = findAll(new Set(points.map(([id]) => id)));
  const isHit = (/** @type {[number, number, number]} */ [id, x, y]) => {
    const frame = named.get(id);
    return frame !== undefined && hits(frame, x, y);
  };
  return { hits: points.map(isHit) };
}

/**
 * Returns the boxes of an editing host: its text may overflow it.
 * @param {Element} host of editable text
 * @returns {[number, ...Edges][]}
 */
function boxesOfHost(host) {
  const range = new Range();
  range.selectNodeContents(host);
  const text = range.getBoundingClientRect();
  return [boxOf(host), [-nodeId(host), ...edges(text)]];
}

/**
 * @param {Element} frame
 * @param {Map<Window | null, number>} windows of this window's frames, with their indexes
 * @returns {FrameBox[]} empty if it contains no document
 */
function frameBox(frame, windows) {
  const inner = WITH_WINDOW.has(localName.call(frame)) ? windowOf(frame) : undefined;
  if (inner === null) return [];
  const [id, ...box] = boxOf(frame);
  const index = (inner && windows.get(inner)) ?? -1;
  return [{ id, index, box, inner: isDistorted(frame) ? null : contentBox(frame, box) }];
}

/** @param {Element} frame @param {Edges} box @returns {Edges} without border and padding */
function contentBox(frame, [left, top, right, bottom]) {
  const style = getComputedStyle(frame);
  const edge = (/** @type {string} */ side) =>
    parseFloat(style.getPropertyValue(`border-${side}-width`)) +
    parseFloat(style.getPropertyValue(`padding-${side}`));
  return [left + edge('left'), top + edge('top'), right - edge('right'), bottom - edge('bottom')];
}

/**
 * @param {Element} frame
 * @returns {boolean} it or an ancestor may be rotated, mirrored or scaled
 */
function isDistorted(frame) {
  for (let element = /** @type {Element | null} */ (frame); element !== null;) {
    if (!isHtml(element) || !isPlain(getComputedStyle(element))) return true;
    const slot = assignedSlot.call(element);
    const parent = parentElementOf(element);
    // The slot of a closed root that contains it is unknown.
    if (slot === null && parent !== null && parent === parentNode.call(element)) {
      if (rootOf(parent)?.mode === 'closed') return true;
    }
    element = slot ?? parent;
  }
  return false;
}

/** @param {CSSStyleDeclaration} style */
const isPlain = ({ transform, rotate, scale, offsetPath }) =>
  MOVED.test(transform) && [rotate, scale, offsetPath].every((value) => value === 'none');
