//! Finds the visible boxes of elements in a tab's viewport, in every frame whose position is known
//! exactly. An element in a frame is visible if its frame is, and nothing in the documents around
//! the frame covers it.

import { fieldsOf } from '../../shared/fields.js';
import { PageDocument } from '../reading/documents.js';
import { exactPosition, isEmpty, moved, overlap, scrollportOf } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** `box`: the visible part.
 * @typedef {{document: string, world: number, node: number, box: Edges}} ElementBox */
/**
 * A point of an element in a frame. In `document`, which contains the frame, a hit test must find
 * the frame there.
 * @typedef {{element: ElementBox, document: string, frame: number, x: number, y: number}} HitTest
 */
/** `box`: the visible part; `isClipped`: it is not the whole element.
 * @typedef {{box: Edges, isClipped: boolean}} Crop */

/**
 * @param {number} tab
 * @param {FrameTree} main
 * @returns {Promise<ElementBox[]>} the requested elements that are visible, in any order
 */
export async function elementsIn(tab, main) {
  /** @type {HitTest[]} */
  const hitTests = [];
  const elements = collect(main, hitTests);
  const covered = await coveredElements(tab, hitTests);
  return elements.filter((element) => !covered.has(element));
}

/**
 * @param {FrameTree} frame
 * @param {HitTest[]} hitTests which those for the elements in its frames are added to
 * @returns {ElementBox[]} in its own viewport
 */
function collect(frame, hitTests) {
  const { document } = frame.at;
  const { world } = frame.boxes;
  const elements = frame.boxes.elements.map(([node, ...box]) => ({ document, world, node, box }));
  const clip = scrollportOf(frame);
  for (const child of frame.placed) {
    const position = exactPosition(child);
    if (!position) continue;
    for (const element of collect(child.frame, hitTests)) {
      element.box = overlap(moved(element.box, position), overlap(position, clip));
      if (isEmpty(element.box)) continue;
      const [left, top, right, bottom] = element.box;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      hitTests.push({ element, document, frame: child.frameBox.id, x, y });
      elements.push(element);
    }
  }
  return elements;
}

/**
 * @param {number} tab
 * @param {HitTest[]} hitTests
 * @returns {Promise<Set<ElementBox>>} the elements that the documents around their frames cover
 */
async function coveredElements(tab, hitTests) {
  const byDocument = Map.groupBy(hitTests, ({ document }) => document);
  const covered = [...byDocument].map(async ([document, tests]) => {
    const page = new PageDocument(tab, document);
    const message = { axlens: 'frameHits', points: tests.map(({ frame, x, y }) => [frame, x, y]) };
    const response = await page.guard(page.send(message)).catch(() => null);
    const hits = fieldsOf(fieldsOf(response).hits);
    return tests.filter((_, index) => hits[index] !== true).map(({ element }) => element);
  });
  return new Set((await Promise.all(covered)).flat());
}

/**
 * @param {FrameTree} frame
 * @param {{document: string, world: number}} target the document of the element to crop to
 * @returns {Crop | 'removed' | 'unknown' | null} in its own viewport; 'unknown': the position of a
 *   frame is unknown; null: the element is not visible
 */
export function cropIn(frame, target) {
  if (frame.at.document === target.document) {
    const { world, crop } = frame.boxes;
    if (world !== target.world || !crop) return 'removed';
    const [box, whole] = crop;
    return isEmpty(box) ? null : { box, isClipped: differs(box, whole) };
  }
  for (const child of frame.placed) {
    const crop = cropIn(child.frame, target);
    if (crop === 'removed') continue;
    if (crop === null || crop === 'unknown') return crop;
    const position = exactPosition(child);
    if (!position) return 'unknown';
    const whole = moved(crop.box, position);
    const box = overlap(whole, overlap(position, scrollportOf(frame)));
    return isEmpty(box) ? null : { box, isClipped: crop.isClipped || differs(box, whole) };
  }
  const isInUnplaced = frame.unplaced.some((child) => child && cropIn(child, target) !== 'removed');
  return isInUnplaced ? 'unknown' : 'removed';
}

/** @param {Edges} box @param {Edges} whole @returns {boolean} by more than a rounding error */
const differs = (box, whole) => box.some((edge, index) => Math.abs(edge - whole[index]) > 1);
