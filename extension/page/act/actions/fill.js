//! Writes into fields and editable text: fill, clear and type.

import { getAttribute, isConnected } from '../../dom/dom.js';
import { whyUnwritable } from '../checks/checks.js';
import { setFieldValue } from '../dom-methods.js';
import { selectAllOf } from '../editing/caret.js';
import { saysLines } from '../editing/editable-lines.js';
import { comesTrue } from '../watch/wait-for.js';
import { editContextOf } from '../editing/edit-context.js';
import { edit, insertText } from '../editing/editing.js';
import { moveToEnd } from '../editing/editor-selection.js';
import { fillEditor } from '../editing/fill-editor.js';
import { sendInputAndChange } from '../events.js';
import { editingHost, isTextField, isTextarea, takesText, textOf } from '../editing/fields.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';
import { pressKey } from '../keyboard/keyboard.js';
import { keyOf } from '../keyboard/keys.js';
import { done, refuse } from '../results.js';
import { align } from '../pointer/scroll-into-view.js';
import { isListWidget } from '../widgets/widget-options.js';
import { isSecret } from '../checks/secrets.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../results.js').Result} Result */

/** @param {string} text as fields hold it */
const plainLines = (text) => text.replace(/\r\n?/g, '\n');

/**
 * @param {Element} field
 * @param {string} wanted
 */
const holdsText = (field, wanted) =>
  isTextField(field) ? textOf(field) === wanted : saysLines(field, wanted);

/**
 * Reads back, once the page has settled.
 * @param {Element} field
 * @param {string} wanted
 * @param {string} before
 * @returns {() => import('../results.js').Difference | null}
 */
const verifier = (field, wanted, before) => () => {
  if (!isConnected.call(field) || editContextOf(field) || holdsText(field, wanted)) return null;
  const outcome = textOf(field) === before ? 'reverted' : 'value_differs';
  return isSecret(field) ? { outcome } : { outcome, now: textOf(field) };
};

/**
 * @param {Element} element
 * @returns {{field: Element} | {refused: import('../results.js').Refusal}}
 */
function fieldOf(element) {
  const why = whyUnwritable(element);
  if (why !== null) return refuse(why);
  if (!takesText(element)) return refuse('not_editable');
  return { field: isTextField(element) ? element : editingHost(element) };
}

/** @param {string} text in place of what is selected in the focused field */
const replaceSelection = (text) =>
  text === '' ? edit('deleteContentBackward', null, 'delete') : insertText(text);

/**
 * @param {Element} element
 * @param {string} text
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
async function replaceText(element, text, hooks) {
  const came = await write(element, text, hooks);
  if ('done' in came && !came.done.already && text !== '') await listOpens(element, hooks);
  return came;
}

/** Most lists that are fetched have come by then. */
const LIST_MS = 500;

/**
 * What is written in a combobox opens a list, a while later.
 * @param {Element} element
 * @param {Hooks} hooks
 */
async function listOpens(element, hooks) {
  if (!isListWidget(element)) return;
  const isOpen = () => getAttribute.call(element, 'aria-expanded') !== 'false';
  await comesTrue(() => isOpen() || !isConnected.call(element), LIST_MS, hooks);
}

/**
 * @param {Element} element
 * @param {string} text
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
async function write(element, text, hooks) {
  const found = fieldOf(element);
  if ('refused' in found) return found;
  const { field } = found;
  const wanted = isTextField(field) && !isTextarea(field) ? text.replace(/[\r\n]/g, '') : text;
  const before = textOf(field);
  // Whether a secret was guessed is not said.
  if (holdsText(field, wanted) && !isSecret(field) && !editContextOf(field))
    return done('keyboard', { already: true });
  await hooks.begin();
  align(field, 'nearest');
  if (!focusElement(field)) return refuse('not_focusable');
  await hooks.task();
  const verify = verifier(field, wanted, before);
  if (!isTextField(field)) {
    await fillEditor(field, wanted, hooks);
    return done('keyboard', { verify });
  }
  selectAllOf(field);
  await hooks.task();
  hooks.ensureSame();
  if (replaceSelection(wanted) !== 'impossible') return done('keyboard', { verify });
  setFieldValue(field, wanted);
  sendInputAndChange(field);
  return done('script', { verify });
}

/**
 * @param {Element} element
 * @param {{value: string}} act
 * @param {Hooks} hooks
 */
export const fill = (element, { value }, hooks) => replaceText(element, plainLines(value), hooks);

/**
 * @param {Element} element
 * @param {unknown} _act
 * @param {Hooks} hooks
 */
export const clear = (element, _act, hooks) => replaceText(element, '', hooks);

/** @param {string} text @returns {string[]} what a person sees as one character each */
const charactersOf = (text) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );

/**
 * Key by key, where the caret is; what no key writes comes as if from an input method.
 * @param {Element | null} element focused first, with the caret behind what it holds
 * @param {{text: string}} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function type(element, { text }, hooks) {
  if (element !== null) {
    const found = fieldOf(element);
    if ('refused' in found) return found;
  }
  await hooks.begin();
  if (element !== null && !hasFocusWithin(editingHost(element))) {
    align(element, 'nearest');
    if (!focusElement(isTextField(element) ? element : editingHost(element)))
      return refuse('not_focusable');
    await moveToEnd(isTextField(element) ? element : editingHost(element), hooks);
    hooks.ensureSame();
  }
  for (const character of charactersOf(plainLines(text))) {
    const key = keyOf(character);
    if (key) await pressKey(key, [], hooks);
    else insertText(character);
    await hooks.task();
  }
  if (element !== null) await listOpens(element, hooks);
  return done('keyboard');
}
