//! Measures the frames of a tab: the recorder of each frame measures its document
//! (`screenshotBoxes`), and each frame gets its position in its parent.

import { within } from '../deadline.js';
import { Fault, pageTooSlow } from '../faults.js';
import { fieldsOf } from '../../shared/fields.js';
import { PageDocument, ScriptRefused } from '../reading/documents.js';
import { allowedFrames } from '../browser/frames.js';
import { childDeadline } from '../reading/read-document.js';
import { mayBeBlank, refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** Left, top, right, bottom, in CSS pixels.
 * @typedef {[number, number, number, number]} Edges */
/** The box of a frame's element. `inner`: the box of its document, null if it is unknown; `copies`:
 * where else filters and reflections show it.
 * @typedef {{id: number, index: number, box: Edges, inner: Edges | null, copies: Edges[]}} FrameBox
 */
/**
 * The response to `screenshotBoxes`, see docs/extension.md.
 * @typedef {{world: number, index: number, size: [number, number], port: [number, number],
 *   zoom: [number, number, number], ratio: number, scroll: [number, number],
 *   fields: [number, ...Edges][], frames: FrameBox[], elements: [number, ...Edges][],
 *   crop: [Edges, Edges] | null, moved: boolean}} Boxes
 */
/** `boxes`: null if it could not be measured.
 * @typedef {{at: FrameInfo, boxes: Boxes | null, error?: unknown}} MeasuredFrame */
/**
 * A frame and its child frames. `placed`: the children whose frame element is known; `unplaced`:
 * the others, null if the child could not be measured; `unusedBoxes`: the boxes of the frame
 * elements that belong to no known child; `errorPages`: how many of the unplaced show one of the
 * browser's own.
 * @typedef {{at: FrameInfo, boxes: Boxes, placed: PlacedFrame[], unplaced: (FrameTree | null)[],
 *   unusedBoxes: FrameBox[], errorPages: number}} FrameTree
 */
/** @typedef {{frameBox: FrameBox, frame: FrameTree}} PlacedFrame */
/**
 * What to measure in a document in addition: elements, and an element to crop to, by node ids;
 * `watch`: whether the watch of its secret fields begins or ends; `secretFrames`: a frame of the
 * tab shows a secret, or may.
 * @typedef {(document: string) => {elements?: string, crop?: number, watch?: 'begin' | 'end',
 *   secretFrames?: boolean}} BoxesRequest
 */

/** The maximum difference between the sizes of a frame's viewport and of its box, by rounding. */
const SIZE_TOLERANCE = 1;

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @param {BoxesRequest} requestFor
 * @param {number} [limit] milliseconds that a child frame has at most
 * @returns {Promise<{document: string, main: FrameTree | null}>} null for an empty tab in which no
 *   script may run; rejects with the fault that explains why the page can't be measured
 */
export async function measureFrames(chosen, deadline, requestFor, limit = Infinity) {
  const [first, ...others] = await allowedFrames(chosen);
  const shorter = childDeadline(deadline).atMost(limit);
  const [main, ...children] = await Promise.all([
    measureFrame(chosen, first, deadline, requestFor),
    ...others.map((at) => measureFrame(chosen, at, shorter, requestFor)),
  ]);
  const { document } = first;
  if (main.boxes) return { document, main: treeOf(main.at, main.boxes, children) };
  if (main.error instanceof ScriptRefused && mayBeBlank({ ...chosen.tab, url: first.url }))
    return { document, main: null };
  if (main.error instanceof Fault) throw main.error;
  throw await refusalFrom(chosen.id, first.url, main.error);
}

/**
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {Deadline} deadline
 * @param {BoxesRequest} requestFor
 * @returns {Promise<MeasuredFrame>}
 */
async function measureFrame(chosen, at, deadline, requestFor) {
  if (at.refused) return { at, boxes: null };
  const page = new PageDocument(chosen.id, at.document);
  const left = deadline.left();
  const message = { axlens: 'screenshotBoxes', left, ...requestFor(at.document) };
  try {
    const response = await page.guard(within(deadline, page.send(message)));
    const { fields, tooManySecrets } = fieldsOf(response);
    if (tooManySecrets === true) return { at, boxes: null, error: pageTooSlow() };
    const isMeasured = Array.isArray(fields);
    return { at, boxes: isMeasured ? /** @type {Boxes} */ (response) : null };
  } catch (error) {
    return { at, boxes: null, error };
  }
}

/**
 * @param {FrameInfo} at
 * @param {Boxes} boxes of its document
 * @param {MeasuredFrame[]} frames all frames of the tab
 * @returns {FrameTree}
 */
function treeOf(at, boxes, frames) {
  const placed = [];
  const unplaced = [];
  let errorPages = 0;
  const unusedBoxes = new Set(boxes.frames);
  for (const child of frames.filter((each) => each.at.parent === at.frame)) {
    const frame = child.boxes && treeOf(child.at, child.boxes, frames);
    const index = child.boxes?.index;
    const frameBox = boxes.frames.find((each) => each.index >= 0 && each.index === index);
    if (frame && frameBox && unusedBoxes.delete(frameBox)) placed.push({ frameBox, frame });
    else unplaced.push(frame);
    if (!frame && isErrorPage(child)) errorPages += 1;
  }
  return { at, boxes, placed, unplaced, unusedBoxes: [...unusedBoxes], errorPages };
}

/** @param {MeasuredFrame} frame @returns {boolean} it shows a page of the browser's own */
const isErrorPage = ({ at, error }) =>
  at.hasFailed === true && !at.refused && error instanceof ScriptRefused && error.isErrorPage;

/**
 * @param {PlacedFrame} placed
 * @returns {Edges | null} the box of its viewport in its parent; null if it is not known exactly
 */
export function exactPosition({ frameBox, frame }) {
  const [width, height] = frame.boxes.size;
  const [left, top, right, bottom] = frameBox.inner ?? [0, 0, -1, -1];
  const hasSize =
    Math.abs(right - left - width) <= SIZE_TOLERANCE &&
    Math.abs(bottom - top - height) <= SIZE_TOLERANCE;
  return hasSize ? frameBox.inner : null;
}

/** @param {FrameTree} frame @returns {Edges} its viewport without scroll bars */
export const scrollportOf = ({ boxes }) => [0, 0, ...boxes.port];

/** @param {FrameTree} frame @returns {Edges} its viewport */
export const viewportOf = ({ boxes }) => [0, 0, ...boxes.size];

/** @param {Edges} box @param {Edges} origin @returns {Edges} */
export const moved = ([left, top, right, bottom], [x, y]) => [
  left + x,
  top + y,
  right + x,
  bottom + y,
];

/** @param {Edges} box */
export const isEmpty = ([left, top, right, bottom]) => right <= left || bottom <= top;

/** @param {Edges} one @param {Edges} other @returns {Edges} */
export const overlap = (one, other) => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

/** @param {Edges} one @param {Edges} other @returns {Edges} */
export const hull = (one, other) => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];
