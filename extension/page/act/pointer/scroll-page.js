//! Scrolls the page itself, for a screenshot of the full page. Styles and the scroll containers
//! inside the page do not change.

import { addListener, removeListener } from '../../dom/dom.js';
import {
  clientHeight,
  clientWidth,
  isHidden,
  scrollElementTo,
  scrollSizes,
} from '../dom-methods.js';
import { pageScroller, positionOf } from './scrollers.js';

const [, , scrollHeight, scrollWidth] = scrollSizes;
/** The number of frames until the scrolled page is on the screen. */
const FRAMES = 3;

/**
 * `left`, `top`: the scroll position; `width`, `height`: the size of the full page; `across`,
 * `view`: the width and height of the visible part.
 * @typedef {{left: number, top: number, width: number, height: number, across: number,
 *   view: number}} PageScroll
 */

/**
 * @param {{to?: [number, number]}} request from the left and the top; omitted: the page is not
 *   scrolled
 * @returns {Promise<PageScroll | null>} null: the document has no scrolling element
 */
export async function scrollPage({ to }) {
  const scroller = pageScroller();
  if (scroller === null) return null;
  if (to) {
    scrollElementTo.call(scroller, { left: to[0], top: to[1], behavior: 'instant' });
    await rendered();
  }
  const [left, top] = positionOf(scroller);
  return {
    left,
    top,
    width: scrollWidth.call(scroller),
    height: scrollHeight.call(scroller),
    across: clientWidth.call(scroller),
    view: clientHeight.call(scroller),
  };
}

/** @returns {Promise<void>} the page was rendered again, or is hidden */
const rendered = () =>
  new Promise((resolve) => {
    const end = () => {
      removeListener.call(document, 'visibilitychange', end);
      resolve();
    };
    const next = (/** @type {number} */ left) =>
      left === 0 ? end() : requestAnimationFrame(() => next(left - 1));
    if (isHidden.call(document)) return resolve();
    addListener.call(document, 'visibilitychange', end);
    next(FRAMES);
  });
