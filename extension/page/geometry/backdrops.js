//! Elements that paint what is behind them again: by a `backdrop-filter`. Few pages have one, so
//! they are searched for only where a secret could be behind one.

import { getBoundingClientRect, querySelectorAll } from '../dom/dom.js';
import { isLaidOut } from '../dom/skipped-content.js';
import { filters } from './filters.js';

/** @typedef {import('./filters.js').Edges} Edges */
/** @typedef {import('./filters.js').Effect} Effect */
/** A box in which what is behind it is painted with these effects.
 * @typedef {{edges: Edges, effects: Effect[]}} Backdrop */

/** An element and its parts with a box of their own. */
const PARTS = [undefined, '::before', '::after', '::backdrop'];

/**
 * @param {(Document | ShadowRoot)[]} roots
 * @param {import('../recorder/slices.js').Slices} slices
 * @returns {Promise<Backdrop[]>} those that paint it elsewhere, or blurred
 */
export async function findBackdrops(roots, slices) {
  /** @type {Backdrop[]} */
  const found = [];
  for (const root of roots) {
    const query = querySelectorAll[root === document ? 'document' : 'root'];
    for (const element of query.call(root, '*')) {
      if (isLaidOut(element)) found.push(...backdropsOf(element));
      if (performance.now() > slices.until) await slices.pause();
    }
  }
  return found;
}

/** @param {Element} element which is laid out @returns {Backdrop[]} */
const backdropsOf = (element) =>
  PARTS.flatMap((part) => {
    const { backdropFilter } = getComputedStyle(element, part);
    if (!backdropFilter || backdropFilter === 'none') return [];
    const effects = filters(backdropFilter, 1);
    // The box of a part is not known.
    const { left, top, right, bottom } = part
      ? new DOMRect(0, 0, window.innerWidth, window.innerHeight)
      : getBoundingClientRect.call(element);
    return effects.length === 0 ? [] : [{ edges: [left, top, right, bottom], effects }];
  });

/**
 * @param {Backdrop[]} backdrops
 * @param {Edges[]} boxes
 * @returns {Edges[]} where the backdrops paint these again
 */
export const behind = (backdrops, boxes) =>
  backdrops.flatMap(({ edges, effects }) =>
    boxes
      .flatMap((box) => effects.flatMap((effect) => effect(box)))
      .map((copy) => intersection(copy, edges))
      .filter(([left, top, right, bottom]) => right > left && bottom > top),
  );

/** @param {Edges} one @param {Edges} other @returns {Edges} */
const intersection = (one, other) => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];
