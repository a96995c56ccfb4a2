//! Edits of what has the focus, as the keyboard makes them: `beforeinput`, and unless a page
//! prevents it, the browser's own command, which sends a trusted `input`, keeps undo and
//! `maxlength`, and has `change` come when the field loses the focus.

import { execCommand } from './dom-methods.js';
import { noteEdit } from './edits.js';
import { beforeInput, send, textInput } from './events.js';
import { textOf } from './fields.js';
import { focusedElement } from './flat-tree.js';

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
  if (!send(field, beforeInput(inputType, data))) return 'prevented';
  const written = inputType.startsWith('insert') ? (data ?? '\n') : null;
  if (written !== null && !send(field, textInput(written))) return 'prevented';
  return execCommand.call(document, command, false, value) ? 'done' : 'impossible';
}

/** @param {string} text */
export const insertText = (text) => edit('insertText', text, 'insertText', text);
export const insertLineBreak = () => edit('insertLineBreak', null, 'insertLineBreak');
export const insertParagraph = () => edit('insertParagraph', null, 'insertParagraph');
