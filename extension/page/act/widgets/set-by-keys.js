//! Sets sliders and spin buttons that the page draws itself with the keyboard: steps towards the
//! value, with large steps first.

import { getAttribute } from '../../dom/dom.js';
import { done, refuse } from '../action.js';
import { changedOutcome, readerOf } from '../checks/read-back.js';
import { ownRole } from '../dom-methods.js';
import { focusElement } from '../keyboard/focus.js';
import { pressKey } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { align } from '../pointer/scroll-into-view.js';
import { waitFor } from '../watch/wait-for.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

const ROLES = new Set(['slider', 'spinbutton', 'scrollbar', 'separator']);
/** If the value is more than this many small steps away, large steps are tried. */
const FAR_STEPS = 15;
const MAX_PRESSES = 300;
const STEP_TIMEOUT_MS = 100;
const STEP_INTERVAL_MS = 5;

/** @param {Element} element @param {string} name */
const numberIn = (element, name) => {
  const attribute = getAttribute.call(element, name);
  return attribute === null || attribute.trim() === '' ? null : Number(attribute);
};

/** @param {Element} element */
const valueNow = (element) => numberIn(element, 'aria-valuenow') ?? NaN;

/** @param {Element} element @returns {boolean} it exposes a number with ARIA */
export const hasNumber = (element) =>
  ROLES.has(ownRole(element)) && !Number.isNaN(valueNow(element));

/**
 * @param {Element} element
 * @param {string} name of a key
 * @param {ActionHooks} hooks
 * @returns {Promise<number>} by how much the value has changed
 */
async function step(element, name, hooks) {
  const before = valueNow(element);
  const chord = parseChord(name);
  if (chord) await pressKey(chord.key, [], hooks);
  const hasChanged = () => valueNow(element) !== before;
  await waitFor(hasChanged, STEP_TIMEOUT_MS, hooks, STEP_INTERVAL_MS);
  return valueNow(element) - before;
}

/**
 * @param {Element} element
 * @param {number} value
 * @param {ActionHooks} hooks
 */
async function stepTo(element, value, hooks) {
  /** @type {number | null} size of a small step */
  let small = null;
  /** @type {number | null} size of a large step; 0: the widget has none */
  let large = null;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const distance = value - valueNow(element);
    if (distance === 0 || Number.isNaN(distance)) return;
    const isFar = small !== null && Math.abs(distance) > FAR_STEPS * small;
    const isLarge = isFar && (large === null || (large > 0 && Math.abs(distance) >= large));
    const names = distance > 0 ? ['ArrowUp', 'PageUp'] : ['ArrowDown', 'PageDown'];
    const moved = Math.abs(await step(element, names[isLarge ? 1 : 0], hooks));
    if (isLarge) large = moved;
    else small = moved;
    // Past the value, or not moved: the widget can't have this value.
    if (moved === 0 && !isLarge) return;
    if (!isLarge && Math.sign(value - valueNow(element)) === -Math.sign(distance)) return;
  }
}

/**
 * @param {Element} element
 * @param {string} text of a number
 * @param {ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function setByKeys(element, text, hooks) {
  const value = text.trim() === '' ? NaN : Number(text);
  const [min, max] = [numberIn(element, 'aria-valuemin'), numberIn(element, 'aria-valuemax')];
  if (Number.isNaN(value)) return refuse('bad_value', { detail: 'write a number' });
  if (value < (min ?? value) || value > (max ?? value))
    return refuse('bad_value', { detail: `from ${min} to ${max}` });
  const before = valueNow(element);
  if (before === value) return done('keyboard', { already: true });
  const verify = readerOf(element, hooks, (current) => {
    const now = valueNow(current);
    if (now === value) return null;
    return { outcome: changedOutcome(String(before), String(now)), now: String(now) };
  });
  await hooks.begin();
  align(element, 'nearest');
  if (!focusElement(element)) return refuse('not_focusable');
  await hooks.nextTask();
  hooks.ensureSameRow();
  await stepTo(element, value, hooks);
  return done('keyboard', { verify });
}
