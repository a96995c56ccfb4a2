//! Scroll containers and their positions.

import { documentProperty } from '../../dom/dom.js';
import { clientHeight, clientWidth, scrollSizes } from '../dom-methods.js';
import { flatParent } from '../flat-tree.js';

const [scrollTop, scrollLeft, scrollHeight, scrollWidth] = scrollSizes;
const SCROLLS = /^(?:auto|scroll|overlay)$/;

/** @returns {Element | null} the scrolling element of the document */
export const pageScroller = () => documentProperty.scrollingElement.call(document);

/** @param {Element} element @returns {boolean} the user can scroll it, and it overflows */
export function isScroller(element) {
  const tall = scrollHeight.call(element) > clientHeight.call(element);
  const wide = scrollWidth.call(element) > clientWidth.call(element);
  if (!tall && !wide) return false;
  const style = getComputedStyle(element);
  return (tall && SCROLLS.test(style.overflowY)) || (wide && SCROLLS.test(style.overflowX));
}

/** @param {Element | null} element @returns {Element | null} it or its nearest scroll container */
export function scrollerOf(element) {
  const page = pageScroller();
  for (let node = element; node !== null && node !== page; node = flatParent(node)) {
    if (node !== documentProperty.body.call(document) && isScroller(node)) return node;
  }
  return page;
}

/** @param {Element} scroller @returns {[number, number]} from the left and from the top */
export const positionOf = (scroller) => [scrollLeft.call(scroller), scrollTop.call(scroller)];

/** @param {Element} scroller @returns {number} its visible height */
export const pageHeight = (scroller) => clientHeight.call(scroller);

/** @param {Element} scroller */
export const fullHeight = (scroller) => scrollHeight.call(scroller);
