//! Scrolls the page itself, for a picture of all of it: nothing is styled, and what scrolls inside
//! the page stays as it is.

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
/** Until what was scrolled is on the screen. */
const FRAMES = 3;

/**
 * `left`, `top`: where it is scrolled to; `width`, `height`: of all of the page; `across`, `view`:
 * how much of that is in sight.
 * @typedef {{left: number, top: number, width: number, height: number, across: number,
 *   view: number}} PageScroll
 */

/**
 * @param {{to?: [number, number]}} request from the left and the top; none: nothing is scrolled
 * @returns {Promise<PageScroll | null>} null: there is nothing that scrolls the page
 */
export async function scrollPage({ to }) {
  const scroller = pageScroller();
  if (scroller === null) return null;
  if (to) {
    scrollElementTo.call(scroller, { left: to[0], top: to[1], behavior: 'instant' });
    await drawn();
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

/** @returns {Promise<void>} the page is drawn anew, or nobody sees it */
const drawn = () =>
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
