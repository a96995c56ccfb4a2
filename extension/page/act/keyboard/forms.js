//! Implicit submission of a form when Enter is pressed in one of its fields, and its default
//! button.

import { closest, inputType, isConnected, localName, matches } from '../../dom/dom.js';
import { formElements, formOf, requestSubmit } from '../dom-methods.js';
import { takeEdit } from '../editing/edits.js';
import { beforeInput, send } from '../events.js';
import { isTextField } from '../editing/fields.js';

/**
 * A form without a button is submitted implicitly only if it has at most one field of these types.
 */
const BLOCKING = new Set(
  'text search url tel email password date month week time datetime-local number'.split(' '),
);

/**
 * @param {Element} element
 * @returns {HTMLFormElement | null} the form itself, or the form of an element
 */
export const ownerForm = (element) =>
  localName.call(element) === 'form'
    ? /** @type {HTMLFormElement} */ (element)
    : (formOf(element) ?? /** @type {HTMLFormElement | null} */ (closest.call(element, 'form')));

/** @param {Element} element */
export const isSubmitButton = (element) => {
  const tag = localName.call(element);
  if (tag === 'input') return ['submit', 'image'].includes(inputType.call(element));
  return tag === 'button' && matches.call(element, ':not([type=button i], [type=reset i])');
};

/** @param {HTMLFormElement} form @returns {Element[]} */
const controlsOf = (form) => [...formElements.call(form)];

/** @param {HTMLFormElement} form @returns {Element | null} */
export const defaultButton = (form) => controlsOf(form).find(isSubmitButton) ?? null;

/** Sends the click of a key. @param {Element} element */
export const clickByKey = (element) =>
  send(
    element,
    new PointerEvent('click', {
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
      pointerId: -1,
      detail: 0,
    }),
  );

/**
 * Handles Enter in a field.
 * @param {Element} field
 */
export function submitImplicitly(field) {
  const isText = isTextField(field);
  if (isText && !send(field, beforeInput('insertLineBreak', null))) return;
  const form = formOf(field);
  if (form === null) return;
  if (takeEdit(field)) send(field, new Event('change', { bubbles: true }));
  if (!isConnected.call(form)) return;
  const button = defaultButton(form);
  if (button !== null) {
    if (!matches.call(button, ':disabled')) clickByKey(button);
    return;
  }
  const fields = controlsOf(form).filter(
    (control) => localName.call(control) === 'input' && BLOCKING.has(inputType.call(control)),
  );
  if (fields.length <= 1) requestSubmit.call(form);
}
