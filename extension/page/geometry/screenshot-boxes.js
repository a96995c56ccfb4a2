//! Measures the boxes of the document's secret fields, its frames and requested elements, so that a
//! screenshot of the tab can mask secrets and mark elements. The elements are found in slices; the
//! secrets are then measured in one task, because the page can move them. Nothing in the page
//! changes. It is independent of records.

import { isMasked } from '../style/computed-style.js';
import { ownIndex, reachWindows, world } from '../recorder/document-info.js';
import {
  assignedSlot,
  elementsWithin,
  getBoundingClientRect,
  localName,
  parentElementOf,
  parentNode,
} from '../dom/dom.js';
import { isHtml, windowAt, windowCount, windowOf } from '../dom/element-state.js';
import { findBackdrops } from './backdrops.js';
import { hits, pagePort, visibleBox } from './layout.js';
import { nodeId, rootOf } from '../dom/node-ids.js';
import { isLaidOut, isOutside, isWindowLaidOut } from '../dom/skipped-content.js';
import { isInViewTransition, MovementWatch, nextFrame } from './movement-watch.js';
import { edgesOf, everyAround, isPlain, PaintedCopies } from './painted-copies.js';
import {
  addNew,
  ChangeWatch,
  FIELDS,
  findCandidates,
  WITH_WINDOW,
} from './screenshot-candidates.js';
import {
  isSecretField,
  isSecretHost,
  secretsGeneration,
  wasSecret,
} from '../secrets/secret-fields.js';
import { Slices } from '../recorder/slices.js';

/** @typedef {import('./filters.js').Edges} Edges */
/** @typedef {import('./screenshot-candidates.js').Candidates} Candidates */
/**
 * `inner`: the box of its document, unless it is rotated or scaled; `copies`: where else it is
 * painted.
 * @typedef {{id: number, index: number, box: Edges, inner: Edges | null, copies: Edges[]}} FrameBox
 */
/**
 * The node id of a field, or a number that identifies another part or copy of it, and the box.
 * @typedef {[number, ...Edges]} FieldBox
 */

/** Fields with the name or label of a secret field become secret, and so do fields like those. */
const MAX_PASSES = 4;
/** Smaller elements, in CSS pixels, are not visible: they exist for screen readers. */
const MIN = 3;
/** The longest time for all secrets, in milliseconds: they are measured in one task. */
const MAX_MEASURE_MS = 40;
/**
 * So many are measured however long that takes: what takes long is the page's own layout, or
 * another process that has the processor.
 */
const ALWAYS_MEASURED = 20;
/** A field has at most this many copies: their numbers are fractions of its node id. */
const MAX_COPIES = 64;

/**
 * `elements`: node ids, separated by commas; `crop`: node id of the element to crop to; `watch`:
 * `begin` watches the secrets from now on, `end` says whether they have moved since; `left`:
 * milliseconds until the deadline; `secretFrames`: a frame of the tab shows a secret, or may.
 * @typedef {{elements?: string, crop?: number, watch?: 'begin' | 'end', left?: number,
 *   secretFrames?: boolean}} BoxesRequest
 */

/**
 * @param {BoxesRequest} request
 * @returns {Promise<object>} see docs/extension.md
 */
export async function screenshotBoxes(request) {
  // To measure what Chrome does not lay out would load the images of its style.
  if (!isWindowLaidOut()) return invisible(request);
  const changes = new ChangeWatch();
  try {
    return await findBoxes(request, changes);
  } catch (error) {
    if (error instanceof TooManySecrets) return { tooManySecrets: true };
    throw error;
  } finally {
    changes.end();
  }
}

/** @param {BoxesRequest} request @returns {object} of a window that shows nothing */
const invisible = ({ crop = 0, watch }) => ({
  world,
  ratio: 1,
  scroll: [0, 0],
  crop: crop ? [NOTHING, NOTHING] : null,
  index: ownIndex(),
  size: [0, 0],
  port: [0, 0],
  zoom: [1, 0, 0],
  fields: [],
  frames: [],
  elements: [],
  moved: watch === 'end' && (MovementWatch.current?.end() ?? false),
});

/** @param {BoxesRequest} request @param {ChangeWatch} changes */
async function findBoxes(request, changes) {
  const { elements = '', crop = 0, watch, left = Infinity, secretFrames = false } = request;
  const end = performance.now() + left;
  const slices = new Slices();
  const wanted = elements.split(',').map(Number);
  const named = new Set([...wanted, crop].filter(Boolean));
  const found = await findCandidates(slices, named, changes);
  if (performance.now() > end) throw new Error('the deadline has passed');
  /** @type {FieldBox[]} */
  const marked = [];
  for (const id of wanted) {
    marked.push(...elementBox(id, found.named.get(id)));
    if (performance.now() > slices.until) await slices.pause();
  }
  await judgeFields(found, slices);
  const mayHoldSecrets = hasSecrets(found) || (secretFrames && found.frames.size > 0);
  const backdrops = mayHoldSecrets ? await findBackdrops(found.roots, slices) : [];
  await reachWindows(slices);
  // What follows is one task of its own, which hundreds of frames make long.
  await slices.pause();
  if (watch === 'begin') await watchSecrets(found, changes);
  const moved = watch === 'end' && (MovementWatch.current?.end() ?? false);
  const copies = new PaintedCopies(backdrops);
  return { ...measured(found, crop, changes, copies), elements: marked, moved };
}

/** @param {Candidates} found @returns {boolean} the document may show a secret of its own */
const hasSecrets = ({ fields, hosts }) => hosts.size > 0 || [...fields].some(wasSecret);

/**
 * Judges all fields in slices: what is known of them is stored. It repeats that while a field that
 * was taken for a plain one turns out to be secret.
 * @param {Candidates} found
 * @param {Slices} slices
 */
async function judgeFields({ fields }, slices) {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const generation = secretsGeneration();
    for (const field of fields) {
      isSecretField(field, hasMask(field));
      if (performance.now() > slices.until) await slices.pause();
    }
    if (secretsGeneration() === generation) return;
  }
}

/**
 * Watches the secrets for a frame at least: the image may be an earlier frame's.
 * @param {Candidates} found
 * @param {ChangeWatch} changes
 */
async function watchSecrets(found, { hasChanged }) {
  const secrets = [...shownFields(found, hasChanged), ...secretHosts(found)];
  MovementWatch.current?.end();
  if (secrets.length === 0) return;
  new MovementWatch(secrets, found.roots);
  await nextFrame();
}

/**
 * Measures in one task.
 * @param {Candidates} found
 * @param {number} crop node id
 * @param {ChangeWatch} changes
 * @param {PaintedCopies} copies
 */
function measured(found, crop, { hasChanged }, copies) {
  if (hasChanged) addNew(found);
  const cut = found.named.get(crop);
  const windows = new Map(
    Array.from({ length: windowCount() }, (_, index) => [windowAt(index), index]),
  );
  /** @type {Map<Element, boolean>} */
  const undistorted = new Map();
  const { scale = 1, offsetLeft = 0, offsetTop = 0 } = window.visualViewport ?? {};
  return {
    world,
    ratio: window.devicePixelRatio,
    scroll: [window.scrollX, window.scrollY],
    crop: cut ? cropBoxes(cut) : null,
    index: ownIndex(),
    size: [window.innerWidth, window.innerHeight],
    port: pagePort(),
    zoom: [scale, offsetLeft, offsetTop],
    fields: fieldBoxes(found, hasChanged, copies),
    frames: [...found.frames].flatMap((frame) => frameBox(frame, windows, copies, undistorted)),
  };
}

/** @param {Element} element @returns {[Edges, Edges]} its visible part, and all of it */
function cropBoxes(element) {
  if (!isLaidOut(element)) return [NOTHING, NOTHING];
  return [edges(visibleBox(element).box), edgesOf(element)];
}

/** There are too many secret fields to measure them in one task. */
class TooManySecrets extends Error {}

/**
 * @param {Candidates} found
 * @param {boolean} hasChanged
 * @param {PaintedCopies} copies
 * @returns {FieldBox[]} throws if that takes too long
 */
function fieldBoxes(found, hasChanged, copies) {
  const until = performance.now() + MAX_MEASURE_MS;
  let count = 0;
  const boxesIn = (
    /** @type {Element[]} */ elements,
    /** @type {(element: Element) => FieldBox[]} */ boxesOf,
  ) =>
    elements.flatMap((element) => {
      count += 1;
      if (count > ALWAYS_MEASURED && performance.now() > until) throw new TooManySecrets();
      return withCopies(element, boxesOf(element), copies);
    });
  const boxes = [
    ...boxesIn(shownFields(found, hasChanged), (field) => [boxOf(field), ...pickerOf(field)]),
    ...boxesIn(secretHosts(found), boxesOfHost),
  ];
  // The browser shows an image of the page as it was.
  return boxes.length > 0 && isInViewTransition() ? [...boxes, [0, ...viewport()]] : boxes;
}

/** @returns {Edges} */
const viewport = () => [0, 0, window.innerWidth, window.innerHeight];

/**
 * Judges fields again, because the page may have changed them since: all of them if it has changed,
 * otherwise those in view, whose values scripts can change unnoticed.
 * @param {Candidates} found
 * @param {boolean} hasChanged
 * @returns {Element[]} secret fields that are visible, in view or not
 */
function shownFields({ fields }, hasChanged) {
  const isDue = (/** @type {Element} */ field) =>
    hasChanged || wasSecret(field) || (isLaidOut(field) && !isOutside(field));
  return secretOf([...fields].filter(isDue)).filter(isShown);
}

/** @param {Candidates} found @returns {Element[]} */
const secretHosts = ({ hosts }) => [...hosts].filter((host) => isSecretHost(host, hasMask(host)));

/**
 * @param {Element} element
 * @param {FieldBox[]} boxes
 * @param {PaintedCopies} copies
 * @returns {FieldBox[]}
 */
function withCopies(element, boxes, copies) {
  const edgesOnly = boxes.map(([, ...box]) => box);
  const contents = FIELDS.has(localName.call(element)) ? [] : copies.inside(element);
  const all = [...copies.of(element, edgesOnly), ...contents];
  const further = all.length < MAX_COPIES ? all : [viewport()];
  const id = nodeId(element);
  return [
    ...boxes,
    ...further.map(
      (box, index) => /** @type {FieldBox} */ ([id + (index + 1) / MAX_COPIES, ...box]),
    ),
  ];
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

/** @type {Edges} */
const NOTHING = [0, 0, 0, 0];

/** @param {Element} element */
const hasMask = (element) => isLaidOut(element) && isMasked(getComputedStyle(element));

/** @param {Element} field */
const isShown = (field) => isLaidOut(field, { visibilityProperty: true });

/** @param {{left: number, top: number, right: number, bottom: number}} rect @returns {Edges} */
const edges = ({ left, top, right, bottom }) => [left, top, right, bottom];

/** @param {Element} element @returns {[number, ...Edges]} its node id and its box */
const boxOf = (element) => [nodeId(element), ...edges(getBoundingClientRect.call(element))];

/**
 * @param {Element} field
 * @returns {FieldBox[]} the box of the open list of a `select` that the page draws
 */
function pickerOf(field) {
  if (localName.call(field) !== 'select') return [];
  const options = [...elementsWithin.call(field, '*')].filter((each) => isLaidOut(each));
  return options.length > MAX_COPIES
    ? [[-nodeId(field), ...viewport()]]
    : options.map((each, index) => [-nodeId(field) - index / MAX_COPIES, ...edgesOf(each)]);
}

/**
 * @param {number} id
 * @param {Element | undefined} element
 * @returns {[number, ...Edges][]} the visible part of it that a click would hit
 */
function elementBox(id, element) {
  if (!element || !isShown(element) || isOutside(element)) return [];
  const { box, isCovered } = visibleBox(element);
  const isSeen = box.right - box.left >= MIN && box.bottom - box.top >= MIN;
  return isSeen && !isCovered ? [[id, ...edges(box)]] : [];
}

/**
 * Returns whether points of the viewport are in frames and not covered.
 * @param {{points: [number, number, number][]}} request node id of the frame's element, x, y
 */
export async function frameHits({ points }) {
  const slices = new Slices();
  const { named } = await findCandidates(slices, new Set(points.map(([id]) => id)));
  const isHit = (/** @type {[number, number, number]} */ [id, x, y]) => {
    const frame = named.get(id);
    return frame !== undefined && hits(frame, x, y);
  };
  /** @type {boolean[]} */
  const hit = [];
  for (const point of points) {
    hit.push(isHit(point));
    if (performance.now() > slices.until) await slices.pause();
  }
  return { hits: hit };
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
 * @param {PaintedCopies} copies
 * @param {Map<Element, boolean>} undistorted what is known of the elements around frames
 * @returns {FrameBox[]} empty if it contains no document
 */
function frameBox(frame, windows, copies, undistorted) {
  const inner = WITH_WINDOW.has(localName.call(frame)) ? windowOf(frame) : undefined;
  if (inner === null) return [];
  const index = (inner && windows.get(inner)) ?? -1;
  if (!isLaidOut(frame))
    return [{ id: nodeId(frame), index, box: NOTHING, inner: null, copies: [] }];
  const [id, ...box] = boxOf(frame);
  const isExact = everyAround(frame, undistorted, isUndistorted);
  const exact = isExact ? contentBox(frame, box) : null;
  return [{ id, index, box, inner: exact, copies: copies.of(frame, [box], false) }];
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
 * @param {Element} element
 * @returns {boolean} it does not rotate, mirror or scale its content, and is in a known slot
 */
function isUndistorted(element) {
  if (!isHtml(element) || !isPlain(getComputedStyle(element))) return false;
  const parent = assignedSlot.call(element) === null ? parentElementOf(element) : null;
  // The slot of a closed root that contains it is unknown.
  const isSlotted = parent !== null && parent === parentNode.call(element);
  return !isSlotted || rootOf(parent)?.mode !== 'closed';
}
