//! Creates and sends events, with the fields that all events of real input have. Everything whose
//! default action can load a page passes here, and is checked: of the events of a script, Chromium
//! runs the default action of clicks only.

import { effectOfClick, effectOfForm } from './checks/click-effect.js';
import { ensurePermitted } from './checks/permitted-effect.js';
import { createEvent } from './dom-methods.js';
import { noteHeld } from './held-input.js';
import { attributed } from './watch/action-attribution.js';

// Not exported, so that no action can bypass the check.
const dispatchEvent = attributed(EventTarget.prototype.dispatchEvent);
const clickOf = attributed(HTMLElement.prototype.click);
const submitOf = attributed(HTMLFormElement.prototype.requestSubmit);

/**
 * @param {EventTarget} target an element for a click
 * @param {Event} event
 * @returns {boolean} its default was not prevented; throws if the policy has not allowed its effect
 */
export function send(target, event) {
  if (event.type === 'click') ensurePermitted(effectOfClick(/** @type {Element} */ (target)));
  noteHeld(target, event);
  return dispatchEvent.call(target, event);
}

/** @param {HTMLElement} element @returns {void} throws if the policy has not allowed its effect */
export function click(element) {
  ensurePermitted(effectOfClick(element));
  clickOf.call(element);
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @returns {void} throws if the policy has not allowed the effect
 */
export function requestSubmit(form, button) {
  ensurePermitted(effectOfForm(form, button));
  submitOf.call(form, button);
}

/** @param {import('./action.js').Modifiers} modifiers */
export const modifierFields = (modifiers) => ({
  shiftKey: modifiers.includes('Shift'),
  ctrlKey: modifiers.includes('Control'),
  altKey: modifiers.includes('Alt'),
  metaKey: modifiers.includes('Meta'),
});

/** Events of real input name their device. */
const capabilities = () => {
  /** @typedef {new (init: {firesTouchEvents: boolean}) => object} Capabilities */
  const { InputDeviceCapabilities } =
    /** @type {typeof globalThis & {InputDeviceCapabilities?: Capabilities}} */ (globalThis);
  return InputDeviceCapabilities
    ? { sourceCapabilities: new InputDeviceCapabilities({ firesTouchEvents: false }) }
    : {};
};

/** The fields of every event of a device. */
export const plainFields = () => ({
  bubbles: true,
  cancelable: true,
  composed: true,
  view: window,
});

/** The fields of mouse and keyboard events. */
export const deviceFields = () => ({ ...plainFields(), ...capabilities() });

/**
 * @param {string} inputType
 * @param {string | null} data
 * @param {StaticRange[]} [targetRanges] the ranges that it replaces, in editable text
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
 * Chromium sends `textInput` in addition to `beforeinput`, and some frameworks listen to it.
 * @param {string} data
 */
export function textInput(data) {
  /** @typedef {(type: string, bubbles: boolean, cancelable: boolean, view: Window, data: string) =>
   *   void} InitTextEvent */
  const event = /** @type {Event & {initTextEvent: InitTextEvent}} */ (
    createEvent.call(document, 'TextEvent')
  );
  event.initTextEvent('textInput', true, true, window, data);
  return event;
}

/**
 * Sends the event of a field whose value was set without editing, and may be set on.
 * @param {Element} field
 */
export const sendInput = (field) =>
  send(field, new Event('input', { bubbles: true, composed: true }));

/**
 * Sends the events of a field whose value was set without editing.
 * @param {Element} field
 */
export function sendInputAndChange(field) {
  sendInput(field);
  send(field, new Event('change', { bubbles: true }));
}
