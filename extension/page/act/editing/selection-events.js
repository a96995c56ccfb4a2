//! Moves the selection, and waits until the page has heard of it. Editors keep a selection of their
//! own, which follows the document's some tasks later: what is written before that, they put where
//! the caret was.

import { addListener, getRootNode, removeListener } from '../../dom/dom.js';
import { isHidden } from '../dom-methods.js';

/** @typedef {import('../events.js').Hooks} Hooks */

/** Longer than editors take, where their page has time. */
const MAX_DURATION_MS = 100;

/** @param {Element} host @returns {Selection} that of its shadow root, where it is in one */
export const selectionAt = (host) =>
  /** @type {any} */ (getRootNode.call(host)).getSelection?.() ?? getSelection();

/** @param {Selection} selection */
const placeOf = ({ anchorNode, anchorOffset, focusNode, focusOffset }) =>
  /** @type {const} */ ([anchorNode, anchorOffset, focusNode, focusOffset]);

/**
 * Does what may move the selection, and waits until the page has heard that it did.
 * @param {Element} host
 * @param {() => void} move
 * @param {Hooks} hooks
 */
export async function moveAndBeHeard(host, move, { task }) {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  addListener.call(document, 'selectionchange', hear, { once: true });
  const before = placeOf(selectionAt(host));
  move();
  const hasMoved = placeOf(selectionAt(host)).some((part, index) => part !== before[index]);
  const until = performance.now() + MAX_DURATION_MS;
  while (hasMoved && !isHeard && performance.now() < until) await task();
  removeListener.call(document, 'selectionchange', hear);
  await task();
}

/**
 * Waits until what was written is drawn: some editors draw it anew, from their own text, right
 * before. Nothing is drawn in a hidden tab.
 * @param {Hooks} hooks
 */
export async function drawn({ task }) {
  if (isHidden.call(document)) return;
  await Promise.race([
    new Promise((resolve) => requestAnimationFrame(resolve)),
    new Promise((resolve) => setTimeout(resolve, MAX_DURATION_MS)),
  ]);
  await task();
}
