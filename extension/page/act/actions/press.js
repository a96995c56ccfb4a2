//! `press`: presses keys one after the other, in an element or in what has the focus.

import { done, refuse } from '../action.js';
import { whyUnusable } from '../checks/checks.js';
import { caretToStart } from '../editing/caret.js';
import { isTextField } from '../editing/fields.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';
import { pressChord, releaseChord } from '../keyboard/keyboard.js';
import { describeUnknown, parseChord } from '../keyboard/keys.js';
import { moveByTab } from '../keyboard/tab-move.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../keyboard/keyboard.js').Chord} Chord */

/**
 * @param {Element | null} element is focused first
 * @param {import('../action.js').PageAction<'press'>} action
 * @param {ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function press(element, { keys, arriving }, hooks) {
  const unknown = keys.find((key) => parseChord(key) === null);
  if (unknown !== undefined) return refuse('bad_value', { detail: describeUnknown(unknown) });
  const why = element && whyUnusable(element);
  if (why) return refuse(why);
  await hooks.begin();
  if (element !== null && !hasFocusWithin(element)) {
    if (!focusElement(element)) return refuse('not_focusable');
    // `focus()` restores the selection that the field had before.
    if (isTextField(element)) caretToStart();
    await hooks.nextTask();
    hooks.ensureSameRow();
  }
  /** @type {{hint?: import('../action.js').ActionHint}} */
  let hints = {};
  for (const [index, name] of keys.entries()) {
    const chord = /** @type {Chord} */ (parseChord(name));
    const isArriving = index === 0 && arriving;
    const { left, ...more } = isArriving
      ? await arrive(chord, arriving, hooks)
      : await pressChord(chord, hooks);
    hints = { ...hints, ...more };
    if (left) return done('keyboard', { ...hints, left: { ...left, keys: keys.slice(index) } });
  }
  return done('keyboard', hints);
}

/**
 * Continues a Tab that was pressed in another document.
 * @param {Chord} chord Tab, with or without Shift
 * @param {import('../keyboard/tab-move.js').TabDirection} direction in which Tab entered this
 *   document
 * @param {ActionHooks} hooks
 * @returns {Promise<import('../keyboard/default-actions.js').DefaultOutcome>}
 */
async function arrive(chord, direction, hooks) {
  const left = moveByTab(chord.modifiers.includes('Shift'), direction);
  await hooks.nextTask();
  if (left) return { left };
  await releaseChord(chord, hooks);
  return {};
}
