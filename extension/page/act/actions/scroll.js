//! `scroll`: turns the wheel over an element or the page, scrolls the nearest scroll container to
//! one of its ends, or an element into view.

import { done, refuse } from '../action.js';
import { isConnected } from '../../dom/dom.js';
import { boundingBoxOf, hasBox } from '../checks/boxes.js';
import { currentClickPoint } from '../checks/reach.js';
import { scrollBy, scrollElementTo } from '../dom-methods.js';
import { turnWheel } from '../pointer/pointer.js';
import { align } from '../pointer/scroll-into-view.js';
import { fullHeight, positionOf, scrollerOf } from '../pointer/scrollers.js';

/** @typedef {import('../action.js').PageAction<'scroll'>} Scroll */

/**
 * @param {Element | null} element
 * @param {Scroll} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function scroll(element, action, hooks) {
  if (element !== null && !isConnected.call(element)) return refuse('removed');
  const scroller = scrollerOf(element);
  const isIntoView = action.to === 'into_view' || (!action.by && !action.to);
  if (scroller === null || (isIntoView && element === null)) return refuse('bad_value');
  if (isIntoView && element !== null && !hasBox(element)) return refuse('no_box');
  await hooks.begin();
  const positions = () => `${positionOf(scroller)} ${window.scrollX} ${window.scrollY}`;
  const before = positions();
  if (action.by && !turnWheel(wheelPoint(element ?? scroller, element), action.by))
    return done('pointer');
  if (isIntoView && element !== null) align(element, 'nearest');
  else scrollPart(scroller, action);
  if (positions() !== before) return done('script');
  // The page may have reacted to the wheel.
  return action.by ? done('pointer') : done('script', { already: true });
}

const viewport = () => new DOMRect(0, 0, window.innerWidth, window.innerHeight);

/**
 * @param {Element} target
 * @param {Element | null} element null: the page is scrolled, and not what is at its centre
 * @returns {import('../pointer/hit-test.js').ClickPoint}
 */
function wheelPoint(target, element) {
  const found = element && currentClickPoint(element);
  if (found && 'clickPoint' in found) return found.clickPoint;
  const { x, y, width, height } = element ? boundingBoxOf(element) : viewport();
  return { x: x + width / 2, y: y + height / 2, hit: target };
}

/** @param {Element} scroller @param {Scroll} action */
function scrollPart(scroller, { by, to }) {
  if (by) {
    scrollBy.call(scroller, { left: by[0], top: by[1], behavior: 'instant' });
    return;
  }
  const top = to === 'bottom' ? fullHeight(scroller) : 0;
  scrollElementTo.call(scroller, { top, behavior: 'instant' });
}
