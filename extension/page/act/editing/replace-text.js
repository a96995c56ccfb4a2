//! Replaces the text of a field or of editable text, and reads it back.

import { done, refuse } from '../action.js';
import { whyUnwritable } from '../checks/checks.js';
import { changedOutcome, differenceOf, readerOf } from '../checks/read-back.js';
import { isSecret } from '../checks/secrets.js';
import { ownRole, setFieldValue } from '../dom-methods.js';
import { sendInputAndChange } from '../events.js';
import { focusedElement } from '../flat-tree.js';
import { focusElement } from '../keyboard/focus.js';
import { sendUnidentifiedKey } from '../keyboard/keyboard.js';
import { align } from '../pointer/scroll-into-view.js';
import { mayOpenList } from '../widgets/suggestions.js';
import { waitForList } from '../widgets/widget-options.js';
import { selectAllOf } from './caret.js';
import { editContextOf } from './edit-context.js';
import { showsLines } from './editable-lines.js';
import { replaceSelection } from './editing.js';
import { editingHost, isTextField, isTextarea, takesText, textOf } from './fields.js';
import { fillEditor } from './fill-editor.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').ActionResult} ActionResult */

/**
 * @param {Element} field
 * @param {string} text
 */
function holdsText(field, text) {
  if (isTextField(field)) return textOf(field) === text;
  // The month "3" is "03" in most date fields.
  const isNumber = ownRole(field) === 'spinbutton' && text.trim() !== '';
  if (isNumber && Number(textOf(field)) === Number(text)) return true;
  return showsLines(field, text);
}

/**
 * @param {Element} field
 * @param {string} text that was written
 * @param {string} before what the field held before
 * @returns {import('../action.js').ReadBack | null}
 */
function difference(field, text, before) {
  if (editContextOf(field) || holdsText(field, text)) return null;
  const now = textOf(field);
  return differenceOf(field, changedOutcome(before, now), now);
}

/**
 * @param {Element} element
 * @returns {{field: Element} | import('../action.js').RefusedResult} the field, or the host of the
 *   editable text
 */
export function writableField(element) {
  const why = whyUnwritable(element);
  if (why !== null) return refuse(why);
  if (!takesText(element)) return refuse('not_editable');
  return { field: isTextField(element) ? element : editingHost(element) };
}

/**
 * @param {Element} element
 * @param {string} text
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
export async function replaceText(element, text, hooks) {
  const result = await write(element, text, hooks);
  if (!('done' in result) || result.done.already || text === '') return result;
  await waitForList(element, hooks);
  return done(result.done.via, { ...result.done, reactsLate: mayOpenList(element) });
}

/**
 * @param {Element} element
 * @param {string} text
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
async function write(element, text, hooks) {
  const found = writableField(element);
  if ('refused' in found) return found;
  const { field } = found;
  const expected = isTextField(field) && !isTextarea(field) ? text.replace(/[\r\n]/g, '') : text;
  const before = textOf(field);
  // `already` would reveal that a secret was guessed.
  if (holdsText(field, expected) && !isSecret(field) && !editContextOf(field))
    return done('keyboard', { already: true });
  const verify = readerOf(field, hooks, (current) => difference(current, expected, before));
  await hooks.begin();
  align(field, 'nearest');
  if (!focusElement(field)) return refuse('not_focusable');
  await hooks.nextTask();
  if (!isTextField(field)) {
    await fillEditor(field, expected, hooks);
    return done('keyboard', { verify });
  }
  selectAllOf(field);
  await hooks.nextTask();
  hooks.ensureSameRow();
  sendUnidentifiedKey('keydown', field);
  if (focusedElement() !== field) return refuse('not_focusable');
  const via = writeField(field, expected);
  sendUnidentifiedKey('keyup', field);
  return done(via, { verify });
}

/**
 * @param {Element} field whose text is selected
 * @param {string} text replaces it
 * @returns {'keyboard' | 'script'}
 */
function writeField(field, text) {
  if (replaceSelection(text) !== 'impossible') return 'keyboard';
  setFieldValue(field, text);
  sendInputAndChange(field);
  return 'script';
}
