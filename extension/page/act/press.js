//! Actions by keyboard beside writing: press, and focus.

import { whyUnusable, whyUnwritable } from './checks.js';
import { focusElement, hasFocusWithin } from './focus.js';
import { pressChord } from './keyboard.js';
import { parseChord } from './keys.js';
import { done, refuse } from './results.js';

/** @typedef {import('./events.js').Hooks} Hooks */
/** @typedef {import('./results.js').Result} Result */

/**
 * @param {Element} element
 * @param {unknown} _act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function focus(element, _act, hooks) {
  const why = whyUnwritable(element);
  if (why !== null) return refuse(why);
  if (hasFocusWithin(element)) return done('script', { already: true });
  await hooks.begin();
  return focusElement(element) ? done('script') : refuse('not_focusable');
}

/**
 * @param {Element | null} element focused first
 * @param {{keys: string[]}} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function press(element, { keys }, hooks) {
  const chords = keys.map(parseChord);
  const unknown = keys.find((_, index) => chords[index] === null);
  if (unknown !== undefined) return refuse('bad_value', { detail: `no such key: ${unknown}` });
  const why = element && whyUnusable(element);
  if (why) return refuse(why);
  await hooks.begin();
  if (element !== null && !hasFocusWithin(element)) {
    if (!focusElement(element)) return refuse('not_focusable');
    await hooks.task();
    hooks.ensureSame();
  }
  /** @type {{hint?: string}} */
  let told = {};
  for (const chord of chords) {
    if (chord !== null) told = { ...told, ...(await pressChord(chord, hooks)) };
  }
  return done('keyboard', told);
}
