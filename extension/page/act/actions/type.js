//! `type`: types text at the caret, key by key. Characters without a key are inserted as an input
//! method does.

import { done, refuse } from '../action.js';
import { getAttribute, matches } from '../../dom/dom.js';
import { whyUnusable } from '../checks/checks.js';
import { isSecret } from '../checks/secrets.js';
import { insertText } from '../editing/editing.js';
import { moveToEnd, watchOwnSelection } from '../editing/editor-selection.js';
import { editingHost, isTextField, normalizeNewlines, textOf } from '../editing/fields.js';
import { writableField } from '../editing/replace-text.js';
import { focusedElement } from '../flat-tree.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';
import { pressKey } from '../keyboard/keyboard.js';
import { keyOf } from '../keyboard/keys.js';
import { align } from '../pointer/scroll-into-view.js';
import { mayOpenList } from '../widgets/suggestions.js';
import { waitForList } from '../widgets/widget-options.js';

/** Parts of spreadsheets and drawings, where editing begins with the first key. */
const TAKES_KEYS =
  'canvas, [role=application], [role=grid], [role=treegrid], [role=gridcell], ' +
  '[role=grid] td, [role=treegrid] td';

/** @param {string} text @returns {string[]} its grapheme clusters */
const charactersOf = (text) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );

/** @param {string} text @param {import('../action.js').ActionHooks} hooks */
async function typeByKeys(text, hooks) {
  for (const character of charactersOf(text)) {
    const key = keyOf(character);
    if (key) await pressKey(key, [], hooks);
    else insertText(character);
    await hooks.nextTask();
  }
}

/**
 * @param {Element | null} element is focused first, with the caret at the end of its text, unless
 *   the page selects a part of it then
 * @param {import('../action.js').PageAction<'type'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function type(element, { text, insert = false }, hooks) {
  if (element !== null) {
    const found = writableField(element);
    if ('refused' in found)
      return !insert && matches.call(element, TAKES_KEYS)
        ? await typeInto(element, text, hooks)
        : found;
  }
  await hooks.begin();
  if (element !== null && !hasFocusWithin(editingHost(element))) {
    align(element, 'nearest');
    const editable = isTextField(element) ? element : editingHost(element);
    const hasSelected = watchOwnSelection(editable);
    if (!focusElement(editable)) return refuse('not_focusable');
    if (!hasSelected()) await moveToEnd(editable, hooks);
    hooks.ensureSameRow();
  }
  const typed = normalizeNewlines(text);
  const focused = focusedElement();
  if (insert) insertText(typed);
  else await typeByKeys(typed, hooks);
  await hooks.nextTask();
  const field = element ?? focusedElement();
  if (field === null) return done('keyboard');
  await waitForList(field, hooks);
  const verify = () => focused && truncation(focused, typed);
  return done('keyboard', { reactsLate: mayOpenList(field), verify });
}

/** @param {string} text @returns {string} without what a format adds */
const withoutFormat = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Pages react to keys in their own ways, so only what the browser has cut off is a difference. How
 * much of a secret field was full tells of its length.
 * @param {Element} field that had the focus
 * @param {string} typed
 * @returns {import('../action.js').ReadBack | null}
 */
function truncation(field, typed) {
  const isLeft = focusedElement() !== field;
  if (isLeft || !isTextField(field) || isSecret(field)) return null;
  const now = textOf(field);
  const isFull = String(now.length) === getAttribute.call(field, 'maxlength')?.trim();
  const isCut = isFull && !withoutFormat(now).includes(withoutFormat(typed));
  return isCut ? { outcome: 'value_differs', now } : null;
}

/**
 * Types into an element that is no field.
 * @param {Element} element is focused first
 * @param {string} text
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
async function typeInto(element, text, hooks) {
  const why = whyUnusable(element);
  if (why) return refuse(why);
  await hooks.begin();
  if (!hasFocusWithin(element) && !focusElement(element)) return refuse('not_focusable');
  hooks.ensureSameRow();
  await typeByKeys(normalizeNewlines(text), hooks);
  await hooks.nextTask();
  return done('keyboard');
}
