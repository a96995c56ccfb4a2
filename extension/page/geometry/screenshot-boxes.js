//! Boxes of the document's secret fields, of its frames and of elements that are asked for, for
//! whoever paints secrets over and marks elements in a picture of the tab. They are found and
//! measured in one go, since the page moves them. Nothing in the page is changed. It knows nothing
//! of records.

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
import {
  isEditingHost,
  isHtml,
  windowAt,
  windowCount,
  windowOf,
} from '../recorder/element-state.js';
import { hits, pagePort, visibleBox } from './layout.js';
import { beginEra, knownId, nodeId, rootOf } from '../dom/node-ids.js';
import {
  findSecretFields,
  isSecretField,
  isSecretHost,
  secretsGeneration,
} from '../secrets/secret-fields.js';

/** Left, top, right, bottom, in CSS pixels of the viewport.
 * @typedef {[number, number, number, number]} Edges */
/** `inner`: where its document is, if it is neither turned nor stretched.
 * @typedef {{id: number, index: number, box: Edges, inner: Edges | null}} FrameBox */
/** `named`: those that are asked for, by node id.
 * @typedef {{fields: Element[], hosts: Element[], frames: Element[],
 *   named: Map<number, Element>}} Found */

const FIELDS = new Set(['input', 'textarea', 'select']);
const WITH_WINDOW = new Set(['iframe', 'frame', 'object']);
/** What they show is not known to their document. */
const WITHOUT_WINDOW = new Set(['embed', 'fencedframe']);
/** A secret field makes its twins secret, and those theirs. */
const MAX_PASSES = 4;
/** What is smaller, in CSS pixels, nobody sees: it is there for screen readers. */
const MIN = 3;
/** Nothing but moved. */
const MOVED = /^(?:none|matrix\(1, 0, 0, 1, .*)$/;

/**
 * @param {{elements?: string, crop?: number}} request node ids, separated by commas; and that of
 *   an element to be cut out
 * @returns {object} see docs/extension.md
 */
export function pictureBoxes({ elements = '', crop = 0 }) {
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
 * @returns {Found} all that may be secret, hold another document or is wanted, in every shadow root
 */
function findAll(wanted) {
  // Closed roots may have come since the last record.
  beginEra();
  /** @type {Found} */
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

/** @param {Found} found @param {Element} element */
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
 * @returns {[number, ...Edges][]} what of it is in view, where a click would meet it
 */
function elementBox(id, element) {
  if (!element || !isShown(element)) return [];
  const { box, isCovered } = visibleBox(element);
  const isSeen = box.right - box.left >= MIN && box.bottom - box.top >= MIN;
  return isSeen && !isCovered ? [[id, ...edges(box)]] : [];
}

/**
 * Whether points of the viewport are in frames, and nothing in front of them.
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
 * Text may stand out of what it is written into.
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
 * @returns {FrameBox[]} none where it holds no document
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
 * @returns {boolean} it may be turned, mirrored or stretched, itself or with what it is in
 */
function isDistorted(frame) {
  for (let element = /** @type {Element | null} */ (frame); element !== null;) {
    if (!isHtml(element) || !isPlain(getComputedStyle(element))) return true;
    const slot = assignedSlot.call(element);
    const parent = parentElementOf(element);
    // Which slot of a closed root it is in can't be known.
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
