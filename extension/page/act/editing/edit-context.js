//! Elements whose text a script keeps, and which are told what is typed by an `EditContext`
//! (https://w3c.github.io/edit-context/): the browser itself writes nothing in them.

import { getter } from '../../dom/dom.js';
import { send } from '../events.js';

/**
 * @typedef {EventTarget & {text: string, selectionStart: number, selectionEnd: number,
 *   updateText(start: number, end: number, text: string): void,
 *   updateSelection(start: number, end: number): void}} Context
 */

const contextOf = getter(HTMLElement.prototype, 'editContext');

/** @param {Element} element @returns {Context | null} */
export const editContextOf = (element) =>
  element instanceof HTMLElement ? (contextOf.call(element) ?? null) : null;

/**
 * As the browser does when a text is typed.
 * @param {Context} context
 * @param {string} text in place of what is selected
 */
export function writeInContext(context, text) {
  const { selectionStart, selectionEnd } = context;
  const updateRangeStart = Math.min(selectionStart, selectionEnd);
  const updateRangeEnd = Math.max(selectionStart, selectionEnd);
  const caret = updateRangeStart + text.length;
  context.updateText(updateRangeStart, updateRangeEnd, text);
  context.updateSelection(caret, caret);
  const { TextUpdateEvent } = /** @type {any} */ (globalThis);
  const range = { updateRangeStart, updateRangeEnd, selectionStart: caret, selectionEnd: caret };
  send(context, new TextUpdateEvent('textupdate', { text, ...range }));
}
