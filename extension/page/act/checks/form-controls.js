//! The form of an element, its controls, and its default button.

import { closest, inputType, localName, matches } from '../../dom/dom.js';
import { formElements, formOf, isHtml } from '../dom-methods.js';

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
  if (!isHtml(element)) return false;
  const tag = localName.call(element);
  if (tag === 'input') return ['submit', 'image'].includes(inputType.call(element));
  return tag === 'button' && matches.call(element, ':not([type=button i], [type=reset i])');
};

/** @param {HTMLFormElement} form @returns {Element[]} */
export const controlsOf = (form) => [...formElements.call(form)];

/** @param {HTMLFormElement} form @returns {Element | null} */
export const defaultButton = (form) => controlsOf(form).find(isSubmitButton) ?? null;
