//! Scrolls: the nearest that can, or an element into view.

import { isConnected } from '../../dom/dom.js';
import { hasBox } from '../checks/checks.js';
import { scrollBy, scrollElementTo } from '../dom-methods.js';
import { done, refuse } from '../results.js';
import { align } from '../pointer/scroll-into-view.js';
import { fullHeight, positionOf, scrollerOf } from '../pointer/scrollers.js';

/**
 * @param {Element | null} element
 * @param {import('../results.js').Scroll} act
 * @param {import('../events.js').Hooks} hooks
 * @returns {Promise<import('../results.js').Result>}
 */
export async function scroll(element, act, hooks) {
  if (element !== null && !isConnected.call(element)) return refuse('gone');
  const scroller = scrollerOf(element);
  const isIntoView = act.to === 'into_view' || (act.by === undefined && act.to === undefined);
  if (scroller === null || (isIntoView && element === null)) return refuse('bad_value');
  if (isIntoView && element !== null && !hasBox(element)) return refuse('no_box');
  await hooks.begin();
  const positions = () => `${positionOf(scroller)} ${window.scrollX} ${window.scrollY}`;
  const before = positions();
  if (isIntoView && element !== null) align(element, 'nearest');
  else scrollPart(scroller, act);
  return done('script', positions() === before ? { already: true } : {});
}

/** @param {Element} scroller @param {import('../results.js').Scroll} act */
function scrollPart(scroller, { by, to }) {
  if (by) {
    scrollBy.call(scroller, { left: by[0], top: by[1], behavior: 'instant' });
    return;
  }
  const top = to === 'bottom' ? fullHeight(scroller) : 0;
  scrollElementTo.call(scroller, { top, behavior: 'instant' });
}
