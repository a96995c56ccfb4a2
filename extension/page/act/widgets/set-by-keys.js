//! Sets sliders and the like that a page draws itself, as a person does by keyboard: step by step,
//! by large ones first, until the value is reached.

import { getAttribute, isConnected } from '../../dom/dom.js';
import { comesTrue } from '../watch/wait-for.js';
import { ownRole } from '../dom-methods.js';
import { focusElement } from '../keyboard/focus.js';
import { pressKey } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { done, refuse } from '../results.js';
import { align } from '../pointer/scroll-into-view.js';

/** @typedef {import('../events.js').Hooks} Hooks */

const ROLES = new Set(['slider', 'spinbutton', 'scrollbar', 'separator']);
/** Of a value that is further than these steps away the page is asked for larger ones. */
const FAR = 15;
const MAX_PRESSES = 300;
const TIMEOUT_MS = 100;
const LOOK_MS = 5;

/** @param {Element} element @param {string} name */
const numberIn = (element, name) => {
  const written = getAttribute.call(element, name);
  return written === null || written.trim() === '' ? null : Number(written);
};

/** @param {Element} element */
const valueNow = (element) => numberIn(element, 'aria-valuenow') ?? NaN;

/** @param {Element} element @returns {boolean} it has a number, and says it by ARIA */
export const hasNumber = (element) =>
  ROLES.has(ownRole(element)) && !Number.isNaN(valueNow(element));

/**
 * @param {Element} element
 * @param {string} name of a key
 * @param {Hooks} hooks
 * @returns {Promise<number>} how far it has gone
 */
async function step(element, name, hooks) {
  const before = valueNow(element);
  const chord = parseChord(name);
  if (chord) await pressKey(chord.key, [], hooks);
  await comesTrue(() => valueNow(element) !== before, TIMEOUT_MS, hooks, LOOK_MS);
  return valueNow(element) - before;
}

/**
 * @param {Element} element
 * @param {number} wanted
 * @param {Hooks} hooks
 */
async function goTo(element, wanted, hooks) {
  /** @type {number | null} how far a small step goes */
  let small = null;
  /** @type {number | null} how far a large one goes; 0: there is none */
  let large = null;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const left = wanted - valueNow(element);
    if (left === 0 || Number.isNaN(left)) return;
    const isFar = small !== null && Math.abs(left) > FAR * small;
    const isLarge = isFar && (large === null || (large > 0 && Math.abs(left) >= large));
    const names = left > 0 ? ['ArrowUp', 'PageUp'] : ['ArrowDown', 'PageDown'];
    const gone = Math.abs(await step(element, names[isLarge ? 1 : 0], hooks));
    if (isLarge) large = gone;
    else small = gone;
    // Past it, or not moved at all: there is no such value.
    if (gone === 0 && !isLarge) return;
    if (!isLarge && Math.sign(wanted - valueNow(element)) === -Math.sign(left)) return;
  }
}

/**
 * @param {Element} element
 * @param {string} value
 * @param {Hooks} hooks
 * @returns {Promise<import('../results.js').Result>}
 */
export async function setByKeys(element, value, hooks) {
  const wanted = value.trim() === '' ? NaN : Number(value);
  const [least, most] = [numberIn(element, 'aria-valuemin'), numberIn(element, 'aria-valuemax')];
  if (Number.isNaN(wanted)) return refuse('bad_value', { detail: 'a number' });
  if (wanted < (least ?? wanted) || wanted > (most ?? wanted))
    return refuse('bad_value', { detail: `from ${least} to ${most}` });
  const before = valueNow(element);
  if (before === wanted) return done('keyboard', { already: true });
  await hooks.begin();
  align(element, 'nearest');
  if (!focusElement(element)) return refuse('not_focusable');
  await hooks.task();
  hooks.ensureSame();
  await goTo(element, wanted, hooks);
  const verify = () => {
    const now = valueNow(element);
    if (!isConnected.call(element) || now === wanted) return null;
    /** @type {import('../results.js').Difference['outcome']} */
    const outcome = now === before ? 'reverted' : 'value_differs';
    return { outcome, now: String(now) };
  };
  return done('keyboard', { verify });
}
