//! Selects all of the edited text, or moves the caret to its end. Retries, because some editors
//! restore their own caret after they receive the focus.

import { contains } from '../../dom/dom.js';
import { selectedRange } from '../dom-methods.js';
import { caretToEnd, moveCaret, selectAllOf } from './caret.js';
import { editContextOf } from './edit-context.js';
import { isTextField, textOf } from './fields.js';
import { pressChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { moveSelection, selectionAt, watchSelection } from './selection-events.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

const MAX_RETRIES = 3;
/** The modifier of shortcuts: Meta on a Mac. */
const COMMAND = navigator.platform.startsWith('Mac') ? 'Meta' : 'Control';
const SELECT_ALL = parseChord(`${COMMAND}+A`);
const TO_END = parseChord(`${COMMAND}+End`);

/** @param {Element} host @returns {string} the text after the caret */
function textAfterCaret(host) {
  const { focusNode, focusOffset } = selectionAt(host);
  if (focusNode === null || !contains.call(host, focusNode)) return textOf(host);
  const range = new Range();
  range.selectNodeContents(host);
  range.setStart(focusNode, focusOffset);
  return range.toString();
}

/**
 * Moves the selection, and retries until it has moved.
 * @param {Element} host
 * @param {() => void} move
 * @param {{isMoved: () => boolean, retry?: () => void}} until
 * @param {ActionHooks} hooks
 */
async function moveUntil(host, move, { isMoved, retry = move }, hooks) {
  await moveSelection(host, move, hooks);
  for (let retries = 0; retries < MAX_RETRIES && !isMoved(); retries++)
    await moveSelection(host, retry, hooks);
}

/**
 * @param {Element} host of editable text, which has the focus
 * @param {ActionHooks} hooks
 */
export async function selectAll(host, hooks) {
  // The browser has no text of an `EditContext` to select.
  if (editContextOf(host)) {
    if (SELECT_ALL) await pressChord(SELECT_ALL, hooks);
    return;
  }
  const length = () => textOf(host).trim().length;
  const isAll = () => selectionAt(host).toString().trim().length >= length();
  await moveUntil(host, () => selectAllOf(host), { isMoved: isAll }, hooks);
}

/**
 * @param {Element} editable a field or the host of editable text
 * @returns {() => boolean} whether the page has selected a part of its text since then, as a date
 *   field selects the section that gets the focus
 */
export function watchOwnSelection(editable) {
  const before = selectedRange(editable).join();
  const hasSelected = watchSelection(editable);
  return () => {
    if (!isTextField(editable)) return hasSelected();
    const [start, end] = selectedRange(editable);
    const isAll = start === 0 && end === textOf(editable).length;
    return start !== end && !isAll && `${start},${end}` !== before;
  };
}

/**
 * @param {Element} editable the field or the host of editable text that has the focus
 * @param {ActionHooks} hooks
 */
export async function moveToEnd(editable, hooks) {
  if (isTextField(editable)) {
    caretToEnd();
    await hooks.nextTask();
    return;
  }
  if (editContextOf(editable)) {
    if (TO_END) await pressChord(TO_END, hooks);
    return;
  }
  const isMoved = () => textAfterCaret(editable).trim() === '';
  // From a caret outside of all text, `Selection.modify` does not move.
  const retry = () => {
    selectAllOf(editable);
    moveCaret('move', 'forward', 'character');
  };
  await moveUntil(editable, caretToEnd, { isMoved, retry }, hooks);
}
