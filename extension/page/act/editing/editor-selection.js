//! Selects all of what is being edited, or puts the caret behind it. Some editors put the caret
//! back where they had it when they get the focus: there it is done again.

import { contains } from '../../dom/dom.js';
import { caretToEnd, moveCaret, selectAllOf } from './caret.js';
import { editContextOf } from './edit-context.js';
import { isTextField, textOf } from './fields.js';
import { pressChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { moveAndBeHeard, selectionAt } from './selection-events.js';

/** @typedef {import('../events.js').Hooks} Hooks */

const MAX_ATTEMPTS = 3;
/** Command is Meta on a Mac. */
const COMMAND = navigator.platform.startsWith('Mac') ? 'Meta' : 'Control';
const SELECT_ALL = parseChord(`${COMMAND}+A`);
const TO_END = parseChord(`${COMMAND}+End`);

/** @param {Element} host @returns {string} what stands behind the caret */
function textBehind(host) {
  const { focusNode, focusOffset } = selectionAt(host);
  if (focusNode === null || !contains.call(host, focusNode)) return textOf(host);
  const range = new Range();
  range.selectNodeContents(host);
  range.setStart(focusNode, focusOffset);
  return range.toString();
}

/**
 * @param {Element} host
 * @param {() => void} move
 * @param {() => boolean} isMoved
 * @param {Hooks} hooks
 */
async function moveUntil(host, move, isMoved, hooks) {
  for (let tries = 0; tries < MAX_ATTEMPTS && !isMoved(); tries++)
    await moveAndBeHeard(host, move, hooks);
}

/**
 * @param {Element} host of editable text, which has the focus
 * @param {Hooks} hooks
 */
export async function selectAll(host, hooks) {
  // Where the browser has no text there is nothing that it could select.
  if (editContextOf(host)) {
    if (SELECT_ALL) await pressChord(SELECT_ALL, hooks);
    return;
  }
  const length = () => textOf(host).trim().length;
  const isAll = () => selectionAt(host).toString().trim().length >= length();
  await moveAndBeHeard(host, () => selectAllOf(host), hooks);
  await moveUntil(host, () => selectAllOf(host), isAll, hooks);
}

/**
 * @param {Element} editable the field or the host of editable text that has the focus
 * @param {Hooks} hooks
 */
export async function moveToEnd(editable, hooks) {
  if (isTextField(editable)) {
    caretToEnd();
    await hooks.task();
    return;
  }
  if (editContextOf(editable)) {
    if (TO_END) await pressChord(TO_END, hooks);
    return;
  }
  const isAtEnd = () => textBehind(editable).trim() === '';
  await moveAndBeHeard(editable, caretToEnd, hooks);
  // From beside all text there is no way that the caret could go.
  const fromAll = () => {
    selectAllOf(editable);
    moveCaret('move', 'forward', 'character');
  };
  await moveUntil(editable, fromAll, isAtEnd, hooks);
}
