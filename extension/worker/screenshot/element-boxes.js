//! Where elements of a tab are in its viewport: those that are in view, in every frame whose place
//! is known exactly. An element in a frame is in view where the frame is, and nothing of the pages
//! around it is in front of it. It knows nothing of pictures.

import { fieldsOf } from '../../shared/fields.js';
import { PageDocument } from '../reading/documents.js';
import { exactPlace, isEmpty, moved, overlap, portOf } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** `box`: what of it is in view.
 * @typedef {{document: string, world: number, node: number, box: Edges}} ElementBox */
/** A point of an element, and the frame that has to be met there.
 * @typedef {{element: ElementBox, document: string, frame: number, x: number, y: number}} Point */

/**
 * @param {number} tab
 * @param {FrameTree} main
 * @returns {Promise<ElementBox[]>} those that were asked for and can be met, in no order
 */
export async function elementsIn(tab, main) {
  /** @type {Point[]} */
  const points = [];
  const found = collected(main, points);
  const missed = await missedOf(tab, points);
  return found.filter((element) => !missed.has(element));
}

/**
 * @param {FrameTree} frame
 * @param {Point[]} points added to: where each element of its frames has to be met in it
 * @returns {ElementBox[]} in its own viewport
 */
function collected(frame, points) {
  const { document } = frame.at;
  const { world } = frame.boxes;
  const found = frame.boxes.elements.map(([node, ...box]) => ({ document, world, node, box }));
  const clip = portOf(frame);
  for (const child of frame.placed) {
    const place = exactPlace(child);
    if (!place) continue;
    for (const element of collected(child.frame, points)) {
      element.box = overlap(moved(element.box, place), overlap(place, clip));
      if (isEmpty(element.box)) continue;
      const [left, top, right, bottom] = element.box;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      points.push({ element, document, frame: child.place.id, x, y });
      found.push(element);
    }
  }
  return found;
}

/**
 * @param {number} tab
 * @param {Point[]} points
 * @returns {Promise<Set<ElementBox>>} those that something of a page around them is in front of
 */
async function missedOf(tab, points) {
  /** @type {Map<string, Point[]>} */
  const byDocument = new Map();
  for (const point of points)
    byDocument.set(point.document, [...(byDocument.get(point.document) ?? []), point]);
  const asked = [...byDocument].map(async ([document, own]) => {
    const page = new PageDocument(tab, document);
    const message = { axlens: 'frameHits', points: own.map(({ frame, x, y }) => [frame, x, y]) };
    const { hits } = fieldsOf(await page.guard(page.send(message)).catch(() => null));
    return own.filter((_, index) => fieldsOf(hits)[index] !== true).map(({ element }) => element);
  });
  return new Set((await Promise.all(asked)).flat());
}

/** `box`: what of it is in view; `isClipped`: there is more of it.
 * @typedef {{box: Edges, isClipped: boolean}} Crop */

/**
 * @param {FrameTree} frame
 * @param {{document: string, world: number}} of
 * @returns {Crop | null | 'gone' | 'unknown'} the element that is to be cut out, in the frame's own
 *   viewport; null: not in view; `unknown`: nobody knows where its frame is
 */
export function cropIn(frame, of) {
  if (frame.at.document === of.document) {
    const { world, crop } = frame.boxes;
    if (world !== of.world || !crop) return 'gone';
    const [box, whole] = crop;
    return isEmpty(box) ? null : { box, isClipped: isLess(box, whole) };
  }
  for (const child of frame.placed) {
    const crop = cropIn(child.frame, of);
    if (crop === 'gone') continue;
    const place = exactPlace(child);
    if (crop === null || crop === 'unknown') return crop;
    if (!place) return 'unknown';
    const whole = moved(crop.box, place);
    const box = overlap(whole, overlap(place, portOf(frame)));
    return isEmpty(box) ? null : { box, isClipped: crop.isClipped || isLess(box, whole) };
  }
  const isLost = frame.lost.some((child) => child && cropIn(child, of) !== 'gone');
  return isLost ? 'unknown' : 'gone';
}

/** @param {Edges} box @param {Edges} whole */
const isLess = (box, whole) => box.some((edge, at) => Math.abs(edge - whole[at]) > 1);
