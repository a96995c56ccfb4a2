//! `set`: sets a date, time, color, range or number, or a slider that the page draws itself.

import { done, refuse } from '../action.js';
import { getAttribute, isConnected, matches } from '../../dom/dom.js';
import { whyUnseen } from '../checks/checks.js';
import { changedOutcome, differenceOf } from '../checks/read-back.js';
import { isSecret } from '../checks/secrets.js';
import { fieldValue, isReadOnly, setFieldValue } from '../dom-methods.js';
import { isChosen, typeOf } from '../editing/fields.js';
import { sendInputAndChange } from '../events.js';
import { focusElement } from '../keyboard/focus.js';
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
function acceptedValue(field, value) {
  const probe = document.createElement('input');
  probe.type = typeOf(field);
  for (const name of BOUNDS) {
    const bound = getAttribute.call(field, name);
    if (bound !== null) probe.setAttribute(name, bound);
  }
  if (value !== '' && probe.type === 'range' && Number.isNaN(Number(value))) return null;
  probe.value = value;
  if (probe.type === 'color' && probe.value !== value.toLowerCase()) return null;
  return value !== '' && probe.value === '' ? null : probe.value;
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
  const example = EXAMPLES[typeOf(element)];
  if (accepted === null)
    return refuse('bad_value', { detail: example ? `write it like ${example}` : 'write a number' });
  if (fieldValue(element) === accepted && !isSecret(element))
    return done('script', { already: true });
  await hooks.begin();
  align(element, 'nearest');
  focusElement(element);
  await hooks.nextTask();
  hooks.ensureSameRow();
  const before = fieldValue(element);
  setFieldValue(element, accepted);
  sendInputAndChange(element);
  return done('script', { verify: verifier(element, accepted, before) });
}

/**
 * @param {Element} field
 * @param {string} accepted
 * @param {string} before
 * @returns {() => import('../action.js').ReadBack | null}
 */
const verifier = (field, accepted, before) => () => {
  const now = fieldValue(field);
  if (!isConnected.call(field) || now === accepted) return null;
  return differenceOf(field, changedOutcome(before, now), now);
};
