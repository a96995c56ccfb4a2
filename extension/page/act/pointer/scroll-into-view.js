//! Brings an element to where a click can meet it: nearest, then at the end, centre and start of
//! what scrolls, then clear of what is sticky. It sends nothing.

import { getBoundingClientRect } from '../../dom/dom.js';
import { scrollBy, scrollIntoView } from '../dom-methods.js';
import { flatPath } from '../flat-tree.js';
import { scrollerOf } from './scrollers.js';

/** @type {ScrollLogicalPosition[]} */
export const ALIGNMENTS = ['nearest', 'end', 'center', 'start'];

/** @param {Element} element @param {ScrollLogicalPosition} block */
export const align = (element, block) =>
  scrollIntoView.call(element, { block, inline: 'nearest', behavior: 'instant' });

/**
 * @param {Element} cover
 * @returns {Element | undefined} what of it stays where it is while the page scrolls
 */
const pinnedPart = (cover) =>
  flatPath(cover).find((node) => ['sticky', 'fixed'].includes(getComputedStyle(node).position));

/**
 * Scrolls an element from under something sticky, above or below it.
 * @param {Element} element
 * @param {Element} cover
 * @returns {boolean} there is something to be hoped for
 */
export function clearOf(element, cover) {
  const pinned = pinnedPart(cover);
  const scroller = scrollerOf(element);
  if (!pinned || !scroller) return false;
  const box = getBoundingClientRect.call(element);
  const covered = getBoundingClientRect.call(pinned);
  const middle = (covered.top + covered.bottom) / 2;
  const top = middle < window.innerHeight / 2 ? box.top - covered.bottom : box.bottom - covered.top;
  scrollBy.call(scroller, { top, behavior: 'instant' });
  return true;
}
