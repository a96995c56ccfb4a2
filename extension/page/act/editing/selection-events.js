//! Moves the selection and waits until the page has received `selectionchange`; tells whether an
//! action has selected a text. Editors have a selection of their own, which follows the document's
//! some tasks later: text that is inserted before that goes to the old caret.

import { addListener, getRootNode, removeListener } from '../../dom/dom.js';
import { isHidden } from '../dom-methods.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

/** Editors of a page that is not busy need less. */
const MAX_DURATION_MS = 100;

/**
 * @param {Node} host
 * @returns {Selection} the selection of its shadow root if it is in one, else of the document
 */
export const selectionAt = (host) =>
  /** @type {{getSelection?: () => Selection}} */ (getRootNode.call(host)).getSelection?.() ??
  /** @type {Selection} */ (getSelection());

/** @param {Selection} selection */
const placeOf = ({ anchorNode, anchorOffset, focusNode, focusOffset }) =>
  /** @type {const} */ ([anchorNode, anchorOffset, focusNode, focusOffset]);

/** @param {ReturnType<typeof placeOf>} before @param {Selection} selection */
const hasMovedFrom = (before, selection) =>
  placeOf(selection).some((part, index) => part !== before[index]);

/**
 * @param {Element | null} element of an action
 * @returns {() => boolean} whether another text is selected since then, outside of a field. Some
 *   editors and toolbars read the selection later than any event: a user's next input comes after
 *   that, that of an agent may not.
 */
export function watchSelection(element) {
  const selection = selectionAt(element ?? document);
  const before = placeOf(selection);
  return () => selection.type === 'Range' && hasMovedFrom(before, selection);
}

/**
 * @param {Element} element
 * @param {{x: number, y: number}} point
 * @returns {boolean} whether selected text outside of a field is there
 */
export function isSelectedAt(element, { x, y }) {
  const selection = selectionAt(element);
  if (selection.type !== 'Range') return false;
  return [...selection.getRangeAt(0).getClientRects()].some(
    ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom,
  );
}

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
  const hasMoved = hasMovedFrom(before, selectionAt(host));
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
