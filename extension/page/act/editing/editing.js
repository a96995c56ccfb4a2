//! Edits of what has the focus, as the keyboard makes them: `beforeinput`, and unless a page
//! prevents it, the browser's own command, which sends a trusted `input`, keeps undo and
//! `maxlength`, and has `change` come when the field loses the focus.

import { execCommand } from '../dom-methods.js';
import { editContextOf, writeInContext } from './edit-context.js';
import { noteEdit } from './edits.js';
import { beforeInput, send, textInput } from '../events.js';
import { isTextField, textOf } from './fields.js';
import { focusedElement } from '../flat-tree.js';

/** @param {Element} field @returns {StaticRange[]} none of a field, and none of a mere caret */
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
  // New lines such a script makes itself, of `beforeinput`.
  if (context) {
    if (data !== null) writeInContext(context, data);
    return 'done';
  }
  return execCommand.call(document, command, false, value) ? 'done' : 'impossible';
}

/** @param {string} text */
export const insertText = (text) => edit('insertText', text, 'insertText', text);
export const insertLineBreak = () => edit('insertLineBreak', null, 'insertLineBreak');
export const insertParagraph = () => edit('insertParagraph', null, 'insertParagraph');
