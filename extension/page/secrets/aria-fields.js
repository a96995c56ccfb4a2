//! Elements that a role makes a field, with their text or `aria-value…` as the value. They are
//! secret for the same reasons as other fields.

import { getAttribute, localName, querySelectorAll } from '../dom/dom.js';
import { TAG, TAGS } from '../dom/tags.js';

const FIELD_ROLE = /(?:^|\s)(?:textbox|searchbox|combobox|slider|spinbutton)(?:\s|$)/i;
/** Selects all elements with such a role, and few others: tests of many elements take time. */
export const PERHAPS_FIELDS = '[role*="box" i], [role*="slider" i], [role*="spinb" i]';
/** Fields that such an element may contain: then they have the value. */
const INNER = 'input:not([type="hidden" i]), textarea, select, [contenteditable]';

/** Attributes that contain the value of such a field. */
export const VALUE_ATTRIBUTES = new Set(['aria-valuetext', 'aria-valuenow']);

/** @param {string} role value of the attribute @returns {boolean} it makes an element a field */
export const isFieldRole = (role) => FIELD_ROLE.test(role);

/** @param {Element} element @returns {boolean} its role makes it a field, and not its tag */
export const isAriaField = (element) =>
  isFieldRole(getAttribute.call(element, 'role') ?? '') && !isNativeField(element);

/** @param {Element} element */
const isNativeField = (element) => {
  const tag = localName.call(element);
  return tag !== 'button' && ((TAGS.get(tag) ?? 0) & TAG.control) !== 0;
};

/** @param {Element} element with a role @returns {Element[]} the fields in it */
export const innerFields = (element) => [...querySelectorAll.element.call(element, INNER)];
