//! Marks: for each visited element, which ranges of the walk's lists belong to it and its
//! descendants, in which context, and its parent's mark. A later walk can reuse these ranges, and
//! an observation can be traced to its element.

import { HINT } from '../style/pseudo-hints.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** The fields of a mark. */
export const MARK = {
  ints: 0,
  intsEnd: 1,
  observed: 2,
  observedEnd: 3,
  roots: 4,
  rootsEnd: 5,
  marksEnd: 6,
  bytes: 7,
  elements: 8,
  unlisted: 9,
  context: 10,
  parent: 11,
};
export const MARK_SIZE = 12;

/**
 * Opens the mark of an element that is about to be walked.
 * @param {Walk} walk
 * @param {Element} element
 * @param {number} context
 */
export function openMark(walk, element, context) {
  const { ints, observed, roots, bytes, elements, unlisted, marks } = walk;
  walk.markAt[walk.depth] = marks.length;
  // In the order of MARK. The ends are set when the element closes.
  marks.push(ints.length, 0, observed.length, 0, roots.length, 0, 0);
  marks.push(bytes, elements, unlisted, context, walk.markAt[walk.depth - 1]);
  walk.marked.push(element);
}

/**
 * Returns everything around an element that affects how the element and its descendants are read.
 * @param {Walk} walk
 * @returns {number}
 */
export function contextOf(walk) {
  const outer = walk.depth - 1;
  const flags =
    (walk.styles[outer] ? 1 : 0) |
    (walk.editable[outer] ? 2 : 0) |
    (walk.secretOptions[outer] ? 4 : 0) |
    (walk.lookups[outer] ? 8 : 0) |
    (walk.skips[outer] ? 16 : 0) |
    (walk.assumed[outer] ? 32 : 0) |
    (walk.unseen[outer] << 6) |
    (walk.hides[outer] << 9);
  return (walk.quotes * 2048 + flags) * (HINT.all + 1) + walk.hints[outer];
}

/**
 * @param {Walk} walk
 * @param {number} observation
 * @returns {Element} the element that it was read from
 */
export function elementObserved({ marks, marked }, observation) {
  const starts = (/** @type {number} */ index) =>
    marks[index * MARK_SIZE + MARK.observed] <= observation;
  let mark = lastIndex(marked.length - 1, starts) * MARK_SIZE;
  while (marks[mark + MARK.observedEnd] <= observation) mark = marks[mark + MARK.parent];
  return marked[mark / MARK_SIZE];
}

/**
 * @param {number} most
 * @param {(index: number) => boolean} holds true for all indices up to the one returned
 * @returns {number} the last index for which it holds
 */
function lastIndex(most, holds) {
  let low = 0;
  for (let step = 2 ** Math.ceil(Math.log2(most + 1)); step >= 1; step /= 2) {
    if (low + step <= most && holds(low + step)) low += step;
  }
  return low;
}
