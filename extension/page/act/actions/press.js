//! Actions by keyboard beside writing: press, and focus.

import { whyUnusable, whyUnwritable } from '../checks/checks.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';
import { pressChord, releaseChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { done, refuse } from '../results.js';
import { moveByTab } from '../keyboard/tab-move.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../results.js').Result} Result */
/** @typedef {import('../keyboard/keyboard.js').Chord} Chord */

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
 * @param {{keys: string[], arriving?: import('../keyboard/tab-move.js').Way}} act `arriving`: the
 * first of the keys is a Tab that was pressed in another document, and goes on in this one
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function press(element, { keys, arriving }, hooks) {
  const unknown = keys.find((key) => parseChord(key) === null);
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
  for (const [index, name] of keys.entries()) {
    const chord = /** @type {Chord} */ (parseChord(name));
    const isArriving = index === 0 && arriving;
    const { left, ...more } = isArriving
      ? await arrive(chord, arriving, hooks)
      : await pressChord(chord, hooks);
    told = { ...told, ...more };
    if (left) return done('keyboard', { ...told, left: { ...left, keys: keys.slice(index) } });
  }
  return done('keyboard', told);
}

/**
 * @param {Chord} chord Tab, with or without Shift
 * @param {import('../keyboard/tab-move.js').Way} way that led here
 * @param {Hooks} hooks
 * @returns {Promise<import('../keyboard/default-actions.js').Done>}
 */
async function arrive(chord, way, hooks) {
  const left = moveByTab(chord.modifiers.includes('Shift'), way);
  await hooks.task();
  if (left) return { left };
  await releaseChord(chord, hooks);
  return {};
}
