//! Where the secrets of a tab are in its viewport: asks the recorder of each frame for its secret
//! fields, and puts each frame where it is in its parent. What was not looked at counts as a
//! secret: a frame that can't be asked, whole, and where it can't be known which iframe a frame is
//! in, all iframes that it may be in, or all of the page around it. It knows nothing of pictures.

import { within } from './deadline.js';
import { PageDocument, Refused } from './documents.js';
import { allowedFrames } from './frames.js';
import { childDeadline } from './read-document.js';
import { perhapsBlank, refusalFrom } from './tabs.js';

/** @typedef {import('./deadline.js').Deadline} Deadline */
/** @typedef {import('./tabs.js').Chosen} Chosen */
/** @typedef {import('./frames.js').FrameAt} FrameAt */
/** Left, top, right, bottom, in CSS pixels.
 * @typedef {[number, number, number, number]} Edges */
/** `id`: of one thing in the page, whenever it is looked at; `clip`: more of it is not seen.
 * @typedef {{id: string, box: Edges, clip: Edges}} Secret */
/** @typedef {{id: number, index: number, box: Edges, inner: Edges | null}} FrameBox */
/**
 * What the recorder says: see docs/extension.md, `pictureBoxes`.
 * @typedef {{index: number, size: [number, number], zoom: [number, number, number],
 *   fields: [number, ...Edges][], frames: FrameBox[]}} Boxes
 */
/** @typedef {{at: FrameAt, boxes: Boxes | null, error?: unknown}} Frame */
/** `viewport`: null where nothing is known of it.
 * @typedef {{document: string, secrets: Secret[],
 *   viewport: {size: [number, number], zoom: [number, number, number]} | null}} TabSecrets */

/** How much the size of a frame may differ from that of the place for it: layout rounds. */
const ROUNDED = 1;

/**
 * @param {Chosen} chosen
 * @param {Deadline} deadline
 * @returns {Promise<TabSecrets>} rejects with the fault that explains why the page can't be asked
 */
export async function findSecrets(chosen, deadline) {
  const [first, ...others] = await allowedFrames(chosen);
  const shorter = childDeadline(deadline);
  const [main, ...children] = await Promise.all([
    ask(chosen, first, deadline),
    ...others.map((at) => ask(chosen, at, shorter)),
  ]);
  const { document } = first;
  if (main.boxes) {
    const { size, zoom } = main.boxes;
    const secrets = secretsIn(main.at, main.boxes, children);
    return { document, secrets, viewport: { size, zoom } };
  }
  // A tab that holds nothing, and no script may look.
  if (main.error instanceof Refused && perhapsBlank({ ...chosen.tab, url: first.url }))
    return { document, secrets: [], viewport: null };
  throw await refusalFrom(chosen.id, first.url, main.error);
}

/**
 * @param {Chosen} chosen @param {FrameAt} at @param {Deadline} deadline
 * @returns {Promise<Frame>}
 */
async function ask(chosen, at, deadline) {
  if (at.refused) return { at, boxes: null };
  const page = new PageDocument(chosen.id, at.document);
  const asked = page.guard(within(deadline, page.ask({ axlens: 'pictureBoxes' })));
  return await asked.then(
    (boxes) => ({ at, boxes: Array.isArray(boxes?.fields) ? boxes : null }),
    (error) => ({ at, boxes: null, error }),
  );
}

/**
 * @param {FrameAt} at
 * @param {Boxes} boxes of the document there
 * @param {Frame[]} frames all of the tab
 * @returns {Secret[]} in the document and its frames, in its own viewport
 */
function secretsIn(at, boxes, frames) {
  const [width, height] = boxes.size;
  /** @type {Edges} */
  const clip = [0, 0, width, height];
  const secret = (/** @type {string | number} */ what, /** @type {Edges} */ box) => ({
    id: `${at.document} ${what}`,
    box,
    clip,
  });
  const { placed, lost, left } = matchFrames(at, boxes, frames);
  const found = boxes.fields.map(([id, ...box]) => secret(id, box));
  for (const { place, size, secrets } of placed) {
    if (secrets.length === 0) continue;
    if (place.inner && isOfSize(place.inner, size))
      found.push(...secrets.map((each) => movedInto(each, place.inner ?? place.box, clip)));
    else found.push(secret(place.id, place.box));
  }
  // As many frames as iframes, and none with a secret: it is all the same which is where.
  const harmless = lost.every((secrets) => secrets?.length === 0);
  if (!harmless || lost.length !== left.length)
    found.push(...left.map((place) => secret(place.id, place.box)));
  if (!harmless && lost.length > left.length) found.push(secret('all', clip));
  return found;
}

/**
 * @param {FrameAt} at
 * @param {Boxes} boxes
 * @param {Frame[]} frames
 * @returns {{placed: {place: FrameBox, size: [number, number], secrets: Secret[]}[],
 *   lost: (Secret[] | null)[], left: FrameBox[]}} frames whose place is known; the secrets of those
 *   whose place is not, null of those that can't be asked; places that no frame is known to have
 */
function matchFrames(at, boxes, frames) {
  const placed = [];
  const lost = [];
  const left = new Set(boxes.frames);
  for (const child of frames.filter((each) => each.at.parent === at.frame)) {
    const secrets = child.boxes && secretsIn(child.at, child.boxes, frames);
    const place = boxes.frames.find((each) => each.index >= 0 && each.index === child.boxes?.index);
    if (child.boxes && secrets && place && left.delete(place))
      placed.push({ place, size: child.boxes.size, secrets });
    else lost.push(secrets);
  }
  return { placed, lost, left: [...left] };
}

/** @param {Edges} place @param {[number, number]} size of the viewport of the document in it */
const isOfSize = ([left, top, right, bottom], [width, height]) =>
  Math.abs(right - left - width) <= ROUNDED && Math.abs(bottom - top - height) <= ROUNDED;

/** @param {Secret} secret @param {Edges} place @param {Edges} clip @returns {Secret} */
const movedInto = ({ id, box, clip: own }, place, clip) => ({
  id,
  box: moved(box, place),
  clip: overlap(moved(own, place), clip),
});

/** @param {Edges} box @param {Edges} place @returns {Edges} */
const moved = ([left, top, right, bottom], [x, y]) => [left + x, top + y, right + x, bottom + y];

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
