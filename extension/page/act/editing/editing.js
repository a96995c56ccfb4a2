//! Edits of the focused element, as the keyboard makes them: `beforeinput` and, unless the page
//! prevents it, the browser's command, which sends a trusted `input`, respects undo and
//! `maxlength`, and causes `change` when the field loses the focus.

import { execCommand } from '../dom-methods.js';
import { editContextOf, writeInContext } from './edit-context.js';
import { noteEdit } from './edits.js';
import { beforeInput, send, textInput } from '../events.js';
import { isTextField, textOf } from './fields.js';
import { focusedElement } from '../flat-tree.js';

/**
 * @param {Element} field
 * @returns {StaticRange[]} the selection in editable text; empty for a field
 */
function selectedIn(field) {
  const selection = getSelection();
  if (isTextField(field) || !selection?.rangeCount) return [];
  return [new StaticRange(selection.getRangeAt(0))];
}

/**
 * @param {string} inputType
 * @param {string | null} data
 * @param {string} command of `execCommand`
 * @param {string} [value]
 * @returns {'done' | 'prevented' | 'impossible'}
 */
export function edit(inputType, data, command, value) {
  const field = focusedElement();
  if (field === null) return 'impossible';
  noteEdit(field, () => textOf(field));
  if (!send(field, beforeInput(inputType, data, selectedIn(field)))) return 'prevented';
  const context = editContextOf(field);
  const written = inputType.startsWith('insert') ? (data ?? '\n') : null;
  if (written !== null && !send(field, textInput(written))) return 'prevented';
  // The script of an `EditContext` inserts newlines itself, on `beforeinput`.
  if (context) {
    if (data !== null) writeInContext(context, data);
    return 'done';
  }
  return execCommand.call(document, command, false, value) ? 'done' : 'impossible';
}

/** @param {string} text */
export const insertText = (text) => edit('insertText', text, 'insertText', text);
/** @param {string} text replaces the selection in the focused field */
export const replaceSelection = (text) =>
  text === '' ? edit('deleteContentBackward', null, 'delete') : insertText(text);
export const insertLineBreak = () => edit('insertLineBreak', null, 'insertLineBreak');
export const insertParagraph = () => edit('insertParagraph', null, 'insertParagraph');
