//! The default actions of keys that scroll: arrows, Space, PageUp and others. Rows of
//! default-actions.js.

import { scrollBy } from '../dom-methods.js';
import { fullHeight, pageHeight, scrollerOf } from '../pointer/scrollers.js';

/** The distance of an arrow key, in CSS pixels. */
const LINE = 40;
/** The part of the visible height that a page key scrolls. */
const PAGE = 0.875;

/**
 * @param {import('./default-actions.js').Stroke} stroke
 */
export function scrollByKey({ key, modifiers, target }) {
  const scroller = scrollerOf(target);
  if (scroller === null) return false;
  const [page, all] = [pageHeight(scroller) * PAGE, fullHeight(scroller)];
  /** @type {Record<string, [number, number]>} */
  const distances = {
    ArrowLeft: [-LINE, 0],
    ArrowRight: [LINE, 0],
    ArrowUp: [0, -LINE],
    ArrowDown: [0, LINE],
    PageUp: [0, -page],
    PageDown: [0, page],
    ' ': [0, modifiers.includes('Shift') ? -page : page],
    Home: [0, -all],
    End: [0, all],
  };
  const [left, top] = distances[key.key];
  scrollBy.call(scroller, { left, top, behavior: 'instant' });
  return true;
}
