//! Where the frames of a tab are in its viewport: asks the recorder of each frame what is where in
//! it, and puts each frame where it is in its parent. What is looked for in the frames it does not
//! know: secret-boxes.js takes secret fields from it, element-boxes.js elements.

import { within } from '../deadline.js';
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
/** @typedef {{id: number, index: number, box: Edges, inner: Edges | null}} FrameBox */
/**
 * What the recorder says: see docs/extension.md, `screenshotBoxes`.
 * @typedef {{world: number, index: number, size: [number, number], port: [number, number],
 *   zoom: [number, number, number], ratio: number, scroll: [number, number],
 *   fields: [number, ...Edges][], frames: FrameBox[], elements: [number, ...Edges][],
 *   crop: [Edges, Edges] | null}} Boxes
 */
/** @typedef {{at: FrameInfo, boxes: Boxes | null, error?: unknown}} Frame */
/**
 * A frame and those in it. `placed`: whose place is known; `lost`: whose place is not, null where
 * it can't be asked; `left`: places that no frame is known to have.
 * @typedef {{at: FrameInfo, boxes: Boxes, placed: {place: FrameBox, frame: FrameTree}[],
 *   lost: (FrameTree | null)[], left: FrameBox[]}} FrameTree
 */
/**
 * What else is asked of a document: ids of elements, and of one that is to be cut out.
 * @typedef {(document: string) => {elements?: string, crop?: number}} Wanted
 */

/** How much the size of a frame may differ from that of the place for it: layout rounds. */
const ROUNDED = 1;

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @param {Wanted} wanted
 * @returns {Promise<{document: string, main: FrameTree | null}>} null: nothing is known of a tab
 *   that holds nothing; rejects with the fault that explains why the page can't be asked
 */
export async function frameTree(chosen, deadline, wanted) {
  const [first, ...others] = await allowedFrames(chosen);
  const shorter = childDeadline(deadline);
  const [main, ...children] = await Promise.all([
    ask(chosen, first, deadline, wanted),
    ...others.map((at) => ask(chosen, at, shorter, wanted)),
  ]);
  const { document } = first;
  if (main.boxes) return { document, main: treeOf(main.at, main.boxes, children) };
  // A tab that holds nothing, and no script may look.
  if (main.error instanceof ScriptRefused && mayBeBlank({ ...chosen.tab, url: first.url }))
    return { document, main: null };
  throw await refusalFrom(chosen.id, first.url, main.error);
}

/**
 * @param {ChosenTab} chosen @param {FrameInfo} at @param {Deadline} deadline @param {Wanted} wanted
 * @returns {Promise<Frame>}
 */
async function ask(chosen, at, deadline, wanted) {
  if (at.refused) return { at, boxes: null };
  const page = new PageDocument(chosen.id, at.document);
  const message = { axlens: 'screenshotBoxes', ...wanted(at.document) };
  const asked = page.guard(within(deadline, page.send(message)));
  return await asked.then(
    (boxes) => ({
      at,
      boxes: Array.isArray(fieldsOf(boxes).fields) ? /** @type {Boxes} */ (boxes) : null,
    }),
    (error) => ({ at, boxes: null, error }),
  );
}

/**
 * @param {FrameInfo} at
 * @param {Boxes} boxes of the document there
 * @param {Frame[]} frames all of the tab
 * @returns {FrameTree}
 */
function treeOf(at, boxes, frames) {
  const placed = [];
  const lost = [];
  const left = new Set(boxes.frames);
  for (const child of frames.filter((each) => each.at.parent === at.frame)) {
    const frame = child.boxes && treeOf(child.at, child.boxes, frames);
    const place = boxes.frames.find((each) => each.index >= 0 && each.index === child.boxes?.index);
    if (frame && place && left.delete(place)) placed.push({ place, frame });
    else lost.push(frame);
  }
  return { at, boxes, placed, lost, left: [...left] };
}

/**
 * @param {{place: FrameBox, frame: FrameTree}} placed
 * @returns {Edges | null} where exactly its viewport is in that of its parent, if that is known
 */
export function exactPlace({ place, frame }) {
  const [width, height] = frame.boxes.size;
  const [left, top, right, bottom] = place.inner ?? [0, 0, -1, -1];
  const isOfSize =
    Math.abs(right - left - width) <= ROUNDED && Math.abs(bottom - top - height) <= ROUNDED;
  return isOfSize ? place.inner : null;
}

/** @param {FrameTree} frame @returns {Edges} what of its own viewport is not scroll bars */
export const portOf = ({ boxes }) => [0, 0, ...boxes.port];

/** @param {FrameTree} frame @returns {Edges} its own viewport */
export const viewportOf = ({ boxes }) => [0, 0, ...boxes.size];

/** @param {Edges} box @param {Edges} place @returns {Edges} */
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
