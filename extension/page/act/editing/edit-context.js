//! Elements with an `EditContext` (https://w3c.github.io/edit-context/): a script stores and draws
//! their text and receives typed text as events. The browser inserts nothing in them.

import { getter } from '../../dom/dom.js';
import { send } from '../events.js';

/**
 * @typedef {EventTarget & {text: string, selectionStart: number, selectionEnd: number,
 *   updateText(start: number, end: number, text: string): void,
 *   updateSelection(start: number, end: number): void}} EditContext
 */

/** @typedef {new (type: string, init: object) => Event} EventConstructor */

const contextOf = getter(
  /** @type {HTMLElement & {editContext?: EditContext | null}} */ (HTMLElement.prototype),
  'editContext',
);

/** @param {Element} element @returns {EditContext | null} */
export const editContextOf = (element) =>
  element instanceof HTMLElement ? (contextOf.call(element) ?? null) : null;

/**
 * Does what the browser does when text is typed.
 * @param {EditContext} context
 * @param {string} text replaces the selection
 */
export function writeInContext(context, text) {
  const { selectionStart, selectionEnd } = context;
  const updateRangeStart = Math.min(selectionStart, selectionEnd);
  const updateRangeEnd = Math.max(selectionStart, selectionEnd);
  const caret = updateRangeStart + text.length;
  context.updateText(updateRangeStart, updateRangeEnd, text);
  context.updateSelection(caret, caret);
  const { TextUpdateEvent } =
    /** @type {typeof globalThis & {TextUpdateEvent: EventConstructor}} */ (globalThis);
  const range = { updateRangeStart, updateRangeEnd, selectionStart: caret, selectionEnd: caret };
  send(context, new TextUpdateEvent('textupdate', { text, ...range }));
}
