//! Makes events and sends them: the fields that all events of real input have. It knows nothing of
//! which events belong together.

import { createEvent, dispatchEvent } from './dom-methods.js';

/** @typedef {('Shift' | 'Control' | 'Alt' | 'Meta')[]} Modifiers */
/**
 * What an action is given. `begin` is awaited once, right before the first event is sent: when it
 * rejects, nothing is sent. `task` resolves in a new task. `ensureSame` is called right before what
 * counts is sent, and throws where the row of the element has become another since `begin`;
 * `pressed`: something was sent that may count already.
 * @typedef {{begin(): Promise<void>, task(): Promise<void>, ensureSame(pressed?: boolean): void}}
 *   Hooks
 */

/**
 * @param {EventTarget} target
 * @param {Event} event
 * @returns {boolean} it was not prevented
 */
export const send = (target, event) => dispatchEvent.call(target, event);

/** @param {Modifiers} modifiers */
export const modifierFields = (modifiers) => ({
  shiftKey: modifiers.includes('Shift'),
  ctrlKey: modifiers.includes('Control'),
  altKey: modifiers.includes('Alt'),
  metaKey: modifiers.includes('Meta'),
});

/** Real input comes from a device, and says which. */
const capabilities = () => {
  const { InputDeviceCapabilities } = /** @type {any} */ (globalThis);
  return InputDeviceCapabilities
    ? { sourceCapabilities: new InputDeviceCapabilities({ firesTouchEvents: false }) }
    : {};
};

/** What every event of a device has. */
export const plainFields = () => ({
  bubbles: true,
  cancelable: true,
  composed: true,
  view: window,
});

/** What events of mouse and keyboard have, and those of a pointer have not. */
export const deviceFields = () => ({ ...plainFields(), ...capabilities() });

/**
 * @param {string} inputType
 * @param {string | null} data
 * @param {StaticRange[]} [targetRanges] what it will be put in the place of, in editable text
 */
export const beforeInput = (inputType, data, targetRanges = []) =>
  new InputEvent('beforeinput', {
    inputType,
    data,
    targetRanges,
    bubbles: true,
    cancelable: true,
    composed: true,
  });

/**
 * What Chromium sends beside it, and what some frameworks listen to instead.
 * @param {string} data
 */
export function textInput(data) {
  const event = /** @type {any} */ (createEvent.call(document, 'TextEvent'));
  event.initTextEvent('textInput', true, true, window, data);
  return event;
}

/**
 * What a field says of itself when its value was set without editing.
 * @param {Element} field
 */
export function sendInputAndChange(field) {
  send(field, new Event('input', { bubbles: true, composed: true }));
  send(field, new Event('change', { bubbles: true }));
}
