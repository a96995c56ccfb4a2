//! `scroll`: scrolls the nearest scroll container, or an element into view.

import { done, refuse } from '../action.js';
import { isConnected } from '../../dom/dom.js';
import { hasBox } from '../checks/boxes.js';
import { scrollBy, scrollElementTo } from '../dom-methods.js';
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
  if (isIntoView && element !== null) align(element, 'nearest');
  else scrollPart(scroller, action);
  return done('script', positions() === before ? { already: true } : {});
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
