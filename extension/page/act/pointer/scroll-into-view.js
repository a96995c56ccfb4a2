//! Scrolls an element to a position where a click can hit it: nearest, then at the end, center and
//! start of its scroll container, then clear of sticky elements. Sends no events.

import { getBoundingClientRect, querySelectorAll } from '../../dom/dom.js';
import { boundingBoxOf, boxesOf, hasArea, imageOf } from '../checks/boxes.js';
import { scrollBy, scrollIntoView } from '../dom-methods.js';
import { flatParent, flatPath } from '../flat-tree.js';
import { pointAt } from './hit-test.js';
import { pageScroller, scrollerOf } from './scrollers.js';

/** @type {ScrollLogicalPosition[]} */
export const ALIGNMENTS = ['nearest', 'end', 'center', 'start'];

/** @param {Element} element @param {ScrollLogicalPosition} block */
export const align = (element, block) =>
  scrollIntoView.call(boxed(element), { block, inline: 'nearest', behavior: 'instant' });

/**
 * @param {Element} element
 * @returns {Element} the element; without a box of its own, the first one in it that has a box, or
 *   the one around its text, and for an area the image
 */
function boxed(element) {
  const image = imageOf(element);
  if (image) return image;
  const hasOwnBox = (/** @type {Element} */ node) => hasArea(getBoundingClientRect.call(node));
  if (hasOwnBox(element) || boxesOf(element).length === 0) return element;
  const inside = [...querySelectorAll.element.call(element, '*')].find(hasOwnBox);
  return inside ?? flatPath(element).find(hasOwnBox) ?? element;
}

/**
 * Scrolls the containers of an element, from the inside out, so that a point of it is in the middle
 * of each: an element can be larger than the viewport.
 * @param {Element} element
 * @param {import('./hit-test.js').Position} position
 */
export function scrollToPosition(element, position) {
  const page = pageScroller();
  for (let scroller = scrollerOf(element); scroller !== null;) {
    const { x, y } = pointAt(element, position);
    const isPage = scroller === page;
    const box = isPage
      ? new DOMRect(0, 0, window.innerWidth, window.innerHeight)
      : boundingBoxOf(scroller);
    const left = x - (box.left + box.right) / 2;
    const top = y - (box.top + box.bottom) / 2;
    scrollBy.call(scroller, { left, top, behavior: 'instant' });
    scroller = isPage ? null : scrollerOf(flatParent(scroller));
  }
}

/**
 * @param {Element} cover
 * @returns {Element | undefined} the sticky or fixed element that contains it
 */
const pinnedPart = (cover) =>
  flatPath(cover).find((node) => ['sticky', 'fixed'].includes(getComputedStyle(node).position));

/**
 * Scrolls an element out from under a sticky element.
 * @param {Element} element
 * @param {Element} cover
 * @returns {boolean} whether it scrolled
 */
export function scrollClearOf(element, cover) {
  const pinned = pinnedPart(cover);
  const scroller = scrollerOf(element);
  if (!pinned || !scroller) return false;
  const box = boundingBoxOf(element);
  const covered = getBoundingClientRect.call(pinned);
  const middle = (covered.top + covered.bottom) / 2;
  const top = middle < window.innerHeight / 2 ? box.top - covered.bottom : box.bottom - covered.top;
  scrollBy.call(scroller, { top, behavior: 'instant' });
  return true;
}
