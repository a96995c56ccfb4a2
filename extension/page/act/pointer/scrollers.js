//! What scrolls, and how far. It knows no actions.

import { documentProperty } from '../../dom/dom.js';
import { clientHeight, clientWidth, scrollSizes } from '../dom-methods.js';
import { flatParent } from '../flat-tree.js';

const [scrollTop, scrollLeft, scrollHeight, scrollWidth] = scrollSizes;
const SCROLLS = /^(?:auto|scroll|overlay)$/;

/** @returns {Element | null} what scrolls the page itself */
export const pageScroller = () => documentProperty.scrollingElement.call(document);

/** @param {Element} element @returns {boolean} a person can scroll it, and there is something to */
export function isScroller(element) {
  const tall = scrollHeight.call(element) > clientHeight.call(element);
  const wide = scrollWidth.call(element) > clientWidth.call(element);
  if (!tall && !wide) return false;
  const style = getComputedStyle(element);
  return (tall && SCROLLS.test(style.overflowY)) || (wide && SCROLLS.test(style.overflowX));
}

/** @param {Element | null} element @returns {Element | null} it, or what it scrolls in */
export function scrollerOf(element) {
  const page = pageScroller();
  for (let node = element; node !== null && node !== page; node = flatParent(node)) {
    if (node !== documentProperty.body.call(document) && isScroller(node)) return node;
  }
  return page;
}

/** @param {Element} scroller @returns {[number, number]} from the left and from the top */
export const positionOf = (scroller) => [scrollLeft.call(scroller), scrollTop.call(scroller)];

/** @param {Element} scroller @returns {number} how much of it is in sight */
export const pageHeight = (scroller) => clientHeight.call(scroller);

/** @param {Element} scroller */
export const fullHeight = (scroller) => scrollHeight.call(scroller);
