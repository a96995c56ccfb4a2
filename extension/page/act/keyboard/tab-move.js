//! Moves the focus as the Tab key does, and says where it leaves this document: into a frame, or
//! out of this one. Who goes on in the other document, it does not know.

import { localName } from '../../dom/dom.js';
import { windowAt, windowCount, windowOf } from '../../recorder/element-state.js';
import { selectOnTab } from '../editing/caret.js';
import { focusedElement } from '../flat-tree.js';
import { blurFocused, focusElement, focusWindow } from './focus.js';
import { nextStop } from './tab-order.js';

/** `in`: a frame; `out`: the document around this one.
 * @typedef {'in' | 'out'} Way */
/** `frame`: the index of the frame's window among those of this document, -1 in a shadow root.
 * @typedef {{way: Way, frame: number}} Leaving */

const FRAMES = new Set(['iframe', 'frame', 'object']);

/** @param {Element} element @returns {Window | null} of the frame that it is */
const windowIn = (element) =>
  FRAMES.has(localName.call(element)) ? (windowOf(element) ?? null) : null;

/** @param {Window} inner */
const indexOf = (inner) =>
  Array.from({ length: windowCount() }, (_, index) => windowAt(index)).indexOf(inner);

/**
 * @param {boolean} backwards
 * @param {Way | null} [arriving] how Tab has come to this document, where it was pressed in another
 * @returns {Leaving | null} where Tab goes on; null: it has come to where it goes
 */
export function moveByTab(backwards, arriving = null) {
  const isEntered = arriving === 'in';
  const next = nextStop(isEntered ? null : focusedElement(), backwards);
  if (next === null) {
    blurFocused();
    // Behind the last one is the browser's own window, then the document once more. A frame that
    // was entered and has nothing to stop at is a stop itself.
    return !isEntered && window.parent !== window ? { way: 'out', frame: -1 } : null;
  }
  const inner = windowIn(next);
  if (inner !== null) {
    focusWindow(inner);
    return { way: 'in', frame: indexOf(inner) };
  }
  focusElement(next);
  selectOnTab(next);
  return null;
}
