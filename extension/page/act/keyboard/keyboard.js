//! The keyboard: the events of pressing and releasing keys, each followed by what the browser does
//! by itself (default-actions.js).

import { runDefault } from './default-actions.js';
import { drawn, moveAndBeHeard } from '../editing/selection-events.js';
import { deviceFields, modifierFields, send } from '../events.js';
import { isEditableText } from '../editing/fields.js';
import { keyTarget } from '../flat-tree.js';
import { MODIFIERS } from './keys.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../events.js').Modifiers} Modifiers */
/** @typedef {import('./keys.js').Key} Key */
/** @typedef {{key: Key, modifiers: Modifiers}} Chord */
/** @typedef {import('./default-actions.js').Done} Done */

/**
 * @param {'keydown' | 'keypress' | 'keyup'} type
 * @param {Key} key
 * @param {Modifiers} modifiers
 */
function keyEvent(type, key, modifiers) {
  const charCode = type === 'keypress' ? (key.text ?? '').charCodeAt(0) : 0;
  const keyCode = charCode || key.keyCode;
  const fields = { ...deviceFields(), ...modifierFields(modifiers) };
  const { key: name, code, location = 0 } = key;
  const legacy = { keyCode, charCode, which: keyCode };
  return new KeyboardEvent(type, { ...fields, key: name, code, location, ...legacy });
}

/**
 * Sends an event to where the focus is, and does what the browser does unless it is prevented.
 * @param {'keydown' | 'keypress' | 'keyup'} type
 * @param {Key} key
 * @param {Modifiers} modifiers
 * @param {Element} [downOn] what had the focus when the key was pressed
 * @returns {Done & {handled: boolean}} whether the page or the browser has dealt with it
 */
function sendKey(type, key, modifiers, downOn) {
  const target = keyTarget();
  if (!send(target, keyEvent(type, key, modifiers))) return { handled: true };
  const done = runDefault({ at: type, key, modifiers, target, downOn: downOn ?? target });
  return { handled: done !== null, ...done };
}

/**
 * As `sendKey`, and what comes next is a new task; in editable text one in which the page knows
 * where the caret is.
 * @param {'keydown' | 'keypress'} type
 * @param {Key} key
 * @param {Modifiers} modifiers
 * @param {Hooks} hooks
 * @param {Element} [downOn]
 */
async function sendAndBeHeard(type, key, modifiers, hooks, downOn) {
  const target = keyTarget();
  /** @type {ReturnType<typeof sendKey>} */
  let came = { handled: false };
  const sendNow = () => {
    came = sendKey(type, key, modifiers, downOn);
  };
  if (isEditableText(target)) {
    await moveAndBeHeard(target, sendNow, hooks);
    if (key.key === 'Enter') await drawn(hooks);
  } else {
    sendNow();
    await hooks.task();
  }
  return came;
}

/** @param {Key} key @param {Modifiers} modifiers whether it writes something */
const writes = (key, modifiers) =>
  key.text !== undefined && !modifiers.some((name) => name !== 'Shift');

/**
 * @param {Key} key
 * @param {Modifiers} modifiers that are down
 * @param {Hooks} hooks
 * @returns {Promise<Done>} what it could not do; `left`: it is released where Tab goes on
 */
export async function pressKey(key, modifiers, hooks) {
  const { task } = hooks;
  const downOn = keyTarget();
  const { handled, hint, left } = await sendAndBeHeard('keydown', key, modifiers, hooks);
  if (left) return { left };
  if (!handled && writes(key, modifiers))
    await sendAndBeHeard('keypress', key, modifiers, hooks, downOn);
  sendKey('keyup', key, modifiers, downOn);
  await task();
  return hint === undefined ? {} : { hint };
}

/**
 * Presses the modifiers, then the key, and releases them the other way round.
 * @param {Chord} chord
 * @param {Hooks} hooks
 * @returns {Promise<Done>} `left`: all of it is released where Tab goes on
 */
export async function pressChord({ key, modifiers }, hooks) {
  for (const [index, name] of modifiers.entries()) {
    send(keyTarget(), keyEvent('keydown', MODIFIERS[name], modifiers.slice(0, index + 1)));
    await hooks.task();
  }
  const isDown = (/** @type {string} */ name) => modifiers.some((modifier) => modifier === name);
  const told = isDown(key.key) ? {} : await pressKey(key, modifiers, hooks);
  if (!told.left) await releaseModifiers(modifiers, hooks);
  return told;
}

/**
 * Releases what was pressed in the document that Tab came from.
 * @param {Chord} chord
 * @param {Hooks} hooks
 */
export async function releaseChord({ key, modifiers }, hooks) {
  sendKey('keyup', key, modifiers);
  await hooks.task();
  await releaseModifiers(modifiers, hooks);
}

/** @param {Modifiers} modifiers @param {Hooks} hooks */
async function releaseModifiers(modifiers, hooks) {
  for (const [index, name] of [...modifiers.entries()].reverse()) {
    send(keyTarget(), keyEvent('keyup', MODIFIERS[name], modifiers.slice(0, index)));
    await hooks.task();
  }
}
