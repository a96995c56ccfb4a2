//! Attributes as they are told: without what a secret field holds, and without the names and
//! passwords in addresses.

import { withoutUserInfo } from '../../shared/addresses.js';
import { baseAddress, getAttribute, getAttributeNames, inputType, localName } from '../dom/dom.js';

/** What says of a secret field which one it is. What any other attribute says may be its value. */
const OF_SECRETS = new Set([
  ...['accesskey', 'autocapitalize', 'autocomplete', 'autofocus', 'class', 'contenteditable'],
  ...['dir', 'disabled', 'enterkeyhint', 'for', 'form', 'hidden', 'id', 'inputmode', 'lang'],
  ...['multiple', 'name', 'placeholder', 'readonly', 'required', 'role', 'tabindex', 'title'],
  ...['type', 'data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'],
]);
const ARIA = /^aria-(?!value)/;
/** Another document, with fields of its own; and what is told to no script. */
const NEVER = new Set(['srcdoc', 'nonce']);

/** @param {Element} element */
const isHidden = (element) =>
  localName.call(element) === 'input' && inputType.call(element) === 'hidden';

/**
 * @param {Element} element
 * @param {string} name
 * @param {boolean} isSecret what the element holds is told to nobody
 * @returns {boolean} the attribute is told to nobody
 */
function isWithheld(element, name, isSecret) {
  if (NEVER.has(name)) return true;
  if (isSecret) return !OF_SECRETS.has(name) && !ARIA.test(name);
  // Tokens of the site.
  return name === 'value' && isHidden(element);
}

/**
 * @param {Element} element
 * @param {string} given as a document writes it
 * @param {boolean} isSecret
 * @returns {{value: string | null, secret: boolean}} null where it has none
 */
export function attributeOf(element, given, isSecret) {
  const name = given.toLowerCase();
  if (isWithheld(element, name, isSecret)) return { value: null, secret: true };
  const value = getAttribute.call(element, given);
  return { value: value === null ? null : told(value), secret: false };
}

/**
 * @param {Element} element
 * @param {boolean} isSecret
 * @returns {{attributes: [string, string][], secret: boolean}} whether some are left out
 */
export function attributesOf(element, isSecret) {
  const names = /** @type {string[]} */ (getAttributeNames.call(element));
  const kept = names.filter((name) => !isWithheld(element, name.toLowerCase(), isSecret));
  return {
    attributes: kept.map((name) => [name, told(getAttribute.call(element, name) ?? '')]),
    // Whether a secret field has a value is not said.
    secret: isSecret || kept.length < names.length,
  };
}

/** @param {string} value */
const told = (value) => withoutUserInfo(value, baseAddress()).toWellFormed();
