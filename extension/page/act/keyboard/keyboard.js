//! The keyboard: the events of pressing and releasing keys, each followed by the browser's default
//! action (default-actions.js).

import { runDefault } from './default-actions.js';
import { nextRendering, moveSelection } from '../editing/selection-events.js';
import { deviceFields, modifierFields, send } from '../events.js';
import { isEditableText } from '../editing/fields.js';
import { keyTarget } from '../flat-tree.js';
import { MODIFIERS } from './keys.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').Modifiers} Modifiers */
/** @typedef {import('./keys.js').Key} Key */
/** @typedef {{key: Key, modifiers: Modifiers}} Chord */
/** @typedef {import('./default-actions.js').DefaultOutcome} DefaultOutcome */

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

/** What a keyboard sends that does not name its keys, such as one on a touch screen. */
const UNIDENTIFIED = { key: 'Unidentified', code: '', keyCode: 229 };

/**
 * Sends what surrounds the `input` of a text that is not written key by key: pages react to the
 * release of a key, and to this key nothing else follows.
 * @param {'keydown' | 'keyup'} type
 * @param {Element} field
 */
export function sendUnidentifiedKey(type, field) {
  send(field, keyEvent(type, UNIDENTIFIED, []));
}

/**
 * Sends an event to the focused element, and runs the default action unless it is prevented.
 * @param {'keydown' | 'keypress' | 'keyup'} type
 * @param {Key} key
 * @param {Modifiers} modifiers
 * @param {Element} [downOn] the element that had the focus at `keydown`
 * @returns {DefaultOutcome & {handled: boolean}} whether the page or a default action handled it
 */
function sendKey(type, key, modifiers, downOn) {
  const target = keyTarget();
  if (!send(target, keyEvent(type, key, modifiers))) return { handled: true };
  const outcome = runDefault({ at: type, key, modifiers, target, downOn: downOn ?? target });
  return { handled: outcome !== null, ...outcome };
}

/**
 * As `sendKey`, then waits for a new task; in editable text for one in which the page has received
 * `selectionchange`.
 * @param {'keydown' | 'keypress'} type
 * @param {Key} key
 * @param {Modifiers} modifiers
 * @param {ActionHooks} hooks
 * @param {Element} [downOn]
 */
async function sendAndWait(type, key, modifiers, hooks, downOn) {
  const target = keyTarget();
  /** @type {ReturnType<typeof sendKey>} */
  let outcome = { handled: false };
  const sendNow = () => {
    outcome = sendKey(type, key, modifiers, downOn);
  };
  if (isEditableText(target)) {
    await moveSelection(target, sendNow, hooks);
    if (key.key === 'Enter') await nextRendering(hooks);
  } else {
    sendNow();
    await hooks.nextTask();
  }
  return outcome;
}

/** @param {Key} key @param {Modifiers} modifiers @returns {boolean} it types text */
const writes = (key, modifiers) =>
  key.text !== undefined && !modifiers.some((name) => name !== 'Shift');

/**
 * @param {Key} key
 * @param {Modifiers} modifiers that are down
 * @param {ActionHooks} hooks
 * @returns {Promise<DefaultOutcome>} `left`: the key is released where Tab continues
 */
export async function pressKey(key, modifiers, hooks) {
  const { nextTask } = hooks;
  const downOn = keyTarget();
  const { handled, hint, left } = await sendAndWait('keydown', key, modifiers, hooks);
  if (left) return { left };
  if (!handled && writes(key, modifiers))
    await sendAndWait('keypress', key, modifiers, hooks, downOn);
  sendKey('keyup', key, modifiers, downOn);
  await nextTask();
  return hint === undefined ? {} : { hint };
}

/**
 * Presses the modifiers, then the key, and releases them in reverse order.
 * @param {Chord} chord
 * @param {ActionHooks} hooks
 * @returns {Promise<DefaultOutcome>} `left`: key and modifiers are released where Tab continues
 */
export async function pressChord({ key, modifiers }, hooks) {
  await holdModifiers(modifiers, hooks);
  const isDown = (/** @type {string} */ name) => modifiers.some((modifier) => modifier === name);
  const outcome = isDown(key.key) ? {} : await pressKey(key, modifiers, hooks);
  if (!outcome.left) await releaseModifiers(modifiers, hooks);
  return outcome;
}

/**
 * Releases a chord that was pressed in the document that Tab left.
 * @param {Chord} chord
 * @param {ActionHooks} hooks
 */
export async function releaseChord({ key, modifiers }, hooks) {
  sendKey('keyup', key, modifiers);
  await hooks.nextTask();
  await releaseModifiers(modifiers, hooks);
}

/** @param {Modifiers} modifiers @param {ActionHooks} hooks */
export async function holdModifiers(modifiers, hooks) {
  for (const [index, name] of modifiers.entries()) {
    send(keyTarget(), keyEvent('keydown', MODIFIERS[name], modifiers.slice(0, index + 1)));
    await hooks.nextTask();
  }
}

/** @param {Modifiers} modifiers @param {ActionHooks} hooks */
export async function releaseModifiers(modifiers, hooks) {
  for (const [index, name] of [...modifiers.entries()].reverse()) {
    send(keyTarget(), keyEvent('keyup', MODIFIERS[name], modifiers.slice(0, index)));
    await hooks.nextTask();
  }
}
