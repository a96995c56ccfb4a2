//! When the document last changed, scrolled or loaded something: an element that a script moves, or
//! that scrolls, changes the document or scrolls in each frame. Animations are not included.

import { addListener } from '../dom/dom.js';

/** Events of the document that move elements. Those in a shadow root do not leave it. */
const MOVES = ['scroll', 'resize', 'load'];

/** The document was not observed before this script ran. */
const state = { at: performance.now() };
/** @type {WeakSet<EventTarget>} */
const listening = new WeakSet();

export const noteChange = () => {
  state.at = performance.now();
};

/** @returns {number} the time of the last change that was observed, or from when on it would be */
export const lastChange = () => state.at;

/** @param {Node[]} roots the shadow roots of the document */
export function noteScrolls(roots) {
  for (const target of [window, ...roots]) {
    if (listening.has(target)) continue;
    listening.add(target);
    for (const type of MOVES)
      addListener.call(target, type, noteChange, { capture: true, passive: true });
  }
}
