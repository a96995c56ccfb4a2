//! The default actions of keys in text: type, delete, move and select. Rows of default-actions.js.

import { execCommand } from '../dom-methods.js';
import { edit, insertLineBreak, insertParagraph, insertText } from '../editing/editing.js';
import { send } from '../events.js';
import { isTextField, isTextarea } from '../editing/fields.js';
import { moveCaret } from '../editing/caret.js';

/** @typedef {import('./default-actions.js').Stroke} Stroke */

/** @param {Stroke} stroke */
export const typeCharacter = ({ key }) => void insertText(key.text ?? '');

/** @param {Stroke} stroke */
export const newLine = ({ target, modifiers }) =>
  void (isTextarea(target) || modifiers.includes('Shift') ? insertLineBreak() : insertParagraph());

/** @param {Stroke} stroke Backspace or Delete; with Control by words */
export function deletion({ key, modifiers }) {
  const isBack = key.key === 'Backspace';
  const byWord = modifiers.length > 0;
  const direction = isBack ? 'Backward' : 'Forward';
  const isCaret = getSelection()?.type !== 'Range';
  if (byWord && isCaret) moveCaret('extend', isBack ? 'backward' : 'forward', 'word');
  edit(
    `delete${byWord ? 'Word' : 'Content'}${direction}`,
    null,
    isBack ? 'delete' : 'forwardDelete',
  );
}

export const undo = () => void edit('historyUndo', null, 'undo');
export const redo = () => void edit('historyRedo', null, 'redo');

export const selectAll = () => void execCommand.call(document, 'selectAll');

/** @type {Record<string, string>} */
const COMMANDS = { c: 'copy', x: 'cut', v: 'paste' };

/**
 * Chrome requires user activation for the clipboard.
 * @param {Stroke} stroke
 * @returns {import('./default-actions.js').DefaultOutcome}
 */
export function clipboard({ key }) {
  const command = COMMANDS[key.key.toLowerCase()];
  return execCommand.call(document, command) ? {} : { hint: 'needs_user_activation' };
}

/** @type {Record<string, ['forward' | 'backward', string, string]>} without and with Control */
const MOVES = {
  ArrowLeft: ['backward', 'character', 'word'],
  ArrowRight: ['forward', 'character', 'word'],
  ArrowUp: ['backward', 'line', 'paragraph'],
  ArrowDown: ['forward', 'line', 'paragraph'],
  Home: ['backward', 'lineboundary', 'documentboundary'],
  End: ['forward', 'lineboundary', 'documentboundary'],
  PageUp: ['backward', 'paragraph', 'documentboundary'],
  PageDown: ['forward', 'paragraph', 'documentboundary'],
};

/** @param {Stroke} stroke */
export function moveBy({ key, modifiers, target }) {
  const [direction, alone, further] = MOVES[key.key];
  const isFurther = modifiers.some((name) => name !== 'Shift');
  const isLonger = modifiers.includes('Shift');
  moveCaret(isLonger ? 'extend' : 'move', direction, isFurther ? further : alone);
  if (isLonger && isTextField(target)) send(target, new Event('select', { bubbles: true }));
}
