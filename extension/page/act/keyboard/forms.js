//! Implicit submission of a form when Enter is pressed in one of its fields, and the clicks of
//! keys.

import { inputType, isConnected, localName, matches } from '../../dom/dom.js';
import { controlsOf, defaultButton } from '../checks/form-controls.js';
import { formOf } from '../dom-methods.js';
import { takeEdit } from '../editing/edits.js';
import { beforeInput, requestSubmit, send } from '../events.js';
import { isTextField } from '../editing/fields.js';

/**
 * A form without a button is submitted implicitly only if it has at most one field of these types.
 */
const BLOCKING = new Set(
  'text search url tel email password date month week time datetime-local number'.split(' '),
);

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
  if (fields.length <= 1) requestSubmit(form, null);
}
