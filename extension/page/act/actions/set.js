//! `set`: sets a date, time, color, range or number, or a slider that the page draws itself.

import { done, refuse } from '../action.js';
import { getAttribute, matches } from '../../dom/dom.js';
import { whyUnseen } from '../checks/checks.js';
import { changedOutcome, differenceOf, readerOf } from '../checks/read-back.js';
import { isSecret } from '../checks/secrets.js';
import { fieldValue, isReadOnly, setFieldValue, stepDown, stepUp } from '../dom-methods.js';
import { isChosen, typeOf } from '../editing/fields.js';
import { sendInput, sendInputAndChange } from '../events.js';
import { focusedElement } from '../flat-tree.js';
import { focusElement } from '../keyboard/focus.js';
import { pressKey } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { align } from '../pointer/scroll-into-view.js';
import { hasNumber, setByKeys } from '../widgets/set-by-keys.js';

/** An example value for each type of input. */
const EXAMPLES = /** @type {Record<string, string>} */ ({
  date: '2027-01-31',
  time: '13:45',
  month: '2027-01',
  week: '2027-W05',
  'datetime-local': '2027-01-31T13:45',
  color: '#ff8800',
});
/** A range input takes the nearest value that these attributes allow. */
const BOUNDS = ['min', 'max', 'step'];

/**
 * Returns the value that a field would have after it is set, without touching the field: sets an
 * input that is not in the document.
 * @param {Element} field
 * @param {string} value
 * @returns {string | null} null: the value is invalid for this type
 */
export function acceptedValue(field, value) {
  const probe = document.createElement('input');
  probe.type = typeOf(field);
  for (const name of BOUNDS) {
    const bound = getAttribute.call(field, name);
    if (bound !== null) probe.setAttribute(name, bound);
  }
  probe.value = value;
  // A range takes the nearest value that its attributes allow: another one than was requested.
  if (value !== '' && probe.type === 'range' && Number(probe.value) !== Number(value)) return null;
  if (probe.type === 'color' && probe.value !== value.toLowerCase()) return null;
  return value !== '' && probe.value === '' ? null : probe.value;
}

/** @param {Element} field @returns {string} what values it takes */
export function expected(field) {
  const example = EXAMPLES[typeOf(field)];
  if (example) return `write it like ${example}`;
  if (typeOf(field) !== 'range') return 'write a number such as 1.5';
  const [min, max, step] = BOUNDS.map((name) => getAttribute.call(field, name));
  return `write a number from ${min ?? 0} to ${max ?? 100}, in steps of ${step ?? 1}`;
}

/** @param {Element} field @returns {boolean} false: a color and a range always have a value */
export const canBeEmpty = (field) => acceptedValue(field, '') === '';

/**
 * @param {Element} element
 * @param {Pick<import('../action.js').PageAction<'set'>, 'value'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function set(element, { value }, hooks) {
  const why = whyUnseen(element);
  if (why !== null) return refuse(why);
  if (!isChosen(element) && hasNumber(element)) return setByKeys(element, value, hooks);
  if (!isChosen(element) || isReadOnly(element) || matches.call(element, ':disabled'))
    return refuse('not_settable');
  const accepted = acceptedValue(element, value.trim());
  if (accepted === null) return refuse('bad_value', { detail: expected(element) });
  if (fieldValue(element) === accepted && !isSecret(element))
    return done('script', { already: true });
  const before = fieldValue(element);
  const verify = readerOf(element, hooks, (current) => difference(current, accepted, before));
  await hooks.begin();
  align(element, 'nearest');
  focusElement(element);
  await hooks.nextTask();
  hooks.ensureSameRow();
  if (typeOf(element) === 'range' && focusedElement() === element) {
    await arriveByKey(element, accepted, hooks);
    hooks.ensureSameRow(true);
  }
  if (fieldValue(element) !== accepted) {
    setFieldValue(element, accepted);
    sendInputAndChange(element);
  }
  return done('script', { verify });
}

/**
 * Sets a range with the last step by a key: many pages take its value only at the end of a drag or
 * of a key press. The page learns the value before the key, because it may step from its own one.
 * @param {Element} range
 * @param {string} value
 * @param {import('../action.js').ActionHooks} hooks
 */
async function arriveByKey(range, value, hooks) {
  const input = /** @type {HTMLInputElement} */ (range);
  const before = fieldValue(range);
  setFieldValue(range, value);
  try {
    stepDown.call(input);
  } catch {
    // A range with `step="any"` has no steps.
    return setFieldValue(range, before);
  }
  const isLowest = fieldValue(range) === value;
  if (isLowest) stepUp.call(input);
  sendInput(range);
  await hooks.nextTask();
  const chord = parseChord(isLowest ? 'ArrowDown' : 'ArrowUp');
  if (chord) await pressKey(chord.key, [], hooks);
}

/**
 * @param {Element} field
 * @param {string} accepted
 * @param {string} before
 * @returns {import('../action.js').ReadBack | null}
 */
function difference(field, accepted, before) {
  const now = fieldValue(field);
  return now === accepted ? null : differenceOf(field, changedOutcome(before, now), now);
}
