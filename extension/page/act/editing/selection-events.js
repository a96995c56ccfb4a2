//! Moves the selection and waits until the page has received `selectionchange`. Editors have a
//! selection of their own, which follows the document's some tasks later: text that is inserted
//! before that goes to the old caret.

import { addListener, getRootNode, removeListener } from '../../dom/dom.js';
import { isHidden } from '../dom-methods.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

/** Editors of a page that is not busy need less. */
const MAX_DURATION_MS = 100;

/**
 * @param {Element} host
 * @returns {Selection} the selection of its shadow root if it is in one, else of the document
 */
export const selectionAt = (host) =>
  /** @type {{getSelection?: () => Selection}} */ (getRootNode.call(host)).getSelection?.() ??
  /** @type {Selection} */ (getSelection());

/** @param {Selection} selection */
const placeOf = ({ anchorNode, anchorOffset, focusNode, focusOffset }) =>
  /** @type {const} */ ([anchorNode, anchorOffset, focusNode, focusOffset]);

/**
 * Calls a function that may move the selection, and waits until the page has received the event.
 * @param {Element} host
 * @param {() => void} move
 * @param {ActionHooks} hooks
 */
export async function moveSelection(host, move, { nextTask }) {
  let isReceived = false;
  const onChange = () => {
    isReceived = true;
  };
  addListener.call(document, 'selectionchange', onChange, { once: true });
  const before = placeOf(selectionAt(host));
  move();
  const hasMoved = placeOf(selectionAt(host)).some((part, index) => part !== before[index]);
  const until = performance.now() + MAX_DURATION_MS;
  while (hasMoved && !isReceived && performance.now() < until) await nextTask();
  removeListener.call(document, 'selectionchange', onChange);
  await nextTask();
}

/**
 * Waits for the next rendering, before which some editors render their own text again. A hidden tab
 * renders nothing.
 * @param {ActionHooks} hooks
 */
export async function nextRendering({ nextTask }) {
  if (isHidden.call(document)) return;
  await Promise.race([
    new Promise((resolve) => requestAnimationFrame(resolve)),
    new Promise((resolve) => setTimeout(resolve, MAX_DURATION_MS)),
  ]);
  await nextTask();
}
