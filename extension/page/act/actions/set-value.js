//! Sets what has a value to choose: dates, times, colours, ranges, numbers, and sliders that a page
//! draws itself.

import { getAttribute, isConnected, matches } from '../../dom/dom.js';
import { whyUnseen } from '../checks/checks.js';
import { fieldValue, isReadOnly, setFieldValue } from '../dom-methods.js';
import { sendInputAndChange } from '../events.js';
import { isChosen, typeOf } from '../editing/fields.js';
import { focusElement } from '../keyboard/focus.js';
import { done, refuse } from '../results.js';
import { align } from '../pointer/scroll-into-view.js';
import { isSecret } from '../checks/secrets.js';
import { hasNumber, setByKeys } from '../widgets/set-by-keys.js';

/** What the value of each type looks like. */
const FORMS = /** @type {Record<string, string>} */ ({
  date: '2027-01-31',
  time: '13:45',
  month: '2027-01',
  week: '2027-W05',
  'datetime-local': '2027-01-31T13:45',
  color: '#ff8800',
});
/** A range takes the nearest value that these allow. */
const BOUNDS = ['min', 'max', 'step'];

/**
 * What a field would make of a value, without touching it: by another one that no page sees.
 * @param {Element} field
 * @param {string} value
 * @returns {string | null} null: it is no value of this kind
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

/**
 * @param {Element} element
 * @param {{value: string}} act
 * @param {import('../events.js').Hooks} hooks
 * @returns {Promise<import('../results.js').Result>}
 */
export async function set(element, { value }, hooks) {
  const why = whyUnseen(element);
  if (why !== null) return refuse(why);
  if (!isChosen(element) && hasNumber(element)) return setByKeys(element, value, hooks);
  if (!isChosen(element) || isReadOnly(element) || matches.call(element, ':disabled'))
    return refuse('not_settable');
  const wanted = acceptedValue(element, value.trim());
  const form = FORMS[typeOf(element)];
  if (wanted === null)
    return refuse('bad_value', { detail: form ? `such as ${form}` : 'a number' });
  if (fieldValue(element) === wanted && !isSecret(element))
    return done('script', { already: true });
  await hooks.begin();
  align(element, 'nearest');
  focusElement(element);
  await hooks.task();
  hooks.ensureSame();
  const before = fieldValue(element);
  setFieldValue(element, wanted);
  sendInputAndChange(element);
  return done('script', { verify: verifier(element, wanted, before) });
}

/**
 * @param {Element} field
 * @param {string} wanted
 * @param {string} before
 * @returns {() => import('../results.js').Difference | null}
 */
const verifier = (field, wanted, before) => () => {
  const now = fieldValue(field);
  if (!isConnected.call(field) || now === wanted) return null;
  const outcome = now === before ? 'reverted' : 'value_differs';
  return isSecret(field) ? { outcome } : { outcome, now };
};
