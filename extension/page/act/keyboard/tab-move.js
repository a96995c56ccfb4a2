//! Moves the focus as the Tab key does. Returns where it leaves this document: into a frame, or out
//! of this one. The worker continues in the other document.

import { localName } from '../../dom/dom.js';
import { windowAt, windowCount, windowOf } from '../../dom/element-state.js';
import { selectOnTab } from '../editing/caret.js';
import { focusedElement } from '../flat-tree.js';
import { blurFocused, focusElement, focusWindow } from './focus.js';
import { nextStop } from './tab-order.js';

/**
 * `in`: into a frame; `out`: to the parent document.
 * @typedef {'in' | 'out'} TabDirection
 */
/**
 * Where Tab leaves the document. `frame`: the index of the frame's window among the windows of this
 * document, -1 in a shadow root.
 * @typedef {{way: TabDirection, frame: number}} FrameExit
 */

const FRAMES = new Set(['iframe', 'frame', 'object']);

/** @param {Element} element @returns {Window | null} its window if it is a frame */
const windowIn = (element) =>
  FRAMES.has(localName.call(element)) ? (windowOf(element) ?? null) : null;

/** @param {Window} inner */
const indexOf = (inner) =>
  Array.from({ length: windowCount() }, (_, index) => windowAt(index)).indexOf(inner);

/**
 * @param {boolean} backwards
 * @param {TabDirection | null} [arriving] how Tab entered this document if it was pressed in
 *   another
 * @returns {FrameExit | null} where Tab continues; null: the focus is at its destination
 */
export function moveByTab(backwards, arriving = null) {
  const isEntered = arriving === 'in';
  const next = nextStop(isEntered ? null : focusedElement(), backwards);
  if (next === null) {
    blurFocused();
    // After the last stop Tab moves to the browser's own controls, then to the document again. A
    // frame without tab stops is a tab stop itself.
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
