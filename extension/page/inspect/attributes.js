//! Attributes as agents see them: without the values of secret fields, and without user names and
//! passwords in URLs.

import { withoutUserInfo } from '../../shared/addresses.js';
import { isSecretCustomElement } from '../secrets/secret-fields.js';
import { isCredentialName } from '../../shared/secret-text.js';
import { attributeNames, MAX_ATTRIBUTES } from '../dom/attribute-names.js';
import { baseAddress, getAttribute, inputType, localName } from '../dom/dom.js';

/** Attributes that identify a secret field. Any other attribute may contain its value. */
const OF_SECRETS = new Set([
  ...['accesskey', 'autocapitalize', 'autocomplete', 'autofocus', 'class', 'contenteditable'],
  ...['dir', 'disabled', 'enterkeyhint', 'for', 'form', 'hidden', 'id', 'inputmode', 'lang'],
  ...['multiple', 'name', 'placeholder', 'readonly', 'required', 'role', 'tabindex', 'title'],
  ...['type', 'data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'],
]);
const VALUE = /(?:^|-)value$/;
const ARIA = /^aria-(?!value)/;
/** `srcdoc` is another document with its own fields; `nonce` is hidden from scripts. */
const NEVER = new Set(['srcdoc', 'nonce']);

/** @param {Element} element */
const isHidden = (element) =>
  localName.call(element) === 'input' && inputType.call(element) === 'hidden';

/** Attributes that name what `content` of a `meta` element is. */
const META_NAMES = ['name', 'property', 'itemprop', 'http-equiv', 'id'];

/** @param {Element} element @returns {boolean} a `meta` element with a credential of the page */
const holdsCredential = (element) =>
  localName.call(element) === 'meta' &&
  META_NAMES.some((name) => isCredentialName(getAttribute.call(element, name) ?? ''));

/**
 * @param {Element} element
 * @param {string} name
 * @param {boolean} isSecret the element's content is secret
 * @returns {boolean} the attribute is withheld
 */
function isWithheld(element, name, isSecret) {
  if (NEVER.has(name)) return true;
  if (isSecret) return !OF_SECRETS.has(name) && !ARIA.test(name);
  if (name === 'content') return holdsCredential(element);
  // The credentials of the page are recognized by the names of attributes, not by their values.
  if (isCredentialName(name)) return getAttribute.call(element, name) !== '';
  if (!VALUE.test(name)) return false;
  // Hidden values are often tokens of the site.
  return name === 'value' && isHidden(element) ? true : isSecretCustomElement(element);
}

/**
 * @param {Element} element
 * @param {string} attribute its name as written in the document
 * @param {boolean} isSecret
 * @returns {{value: string | null, secret: boolean}} null if it has no such attribute
 */
export function attributeOf(element, attribute, isSecret) {
  const name = attribute.toLowerCase();
  if (isWithheld(element, name, isSecret)) return { value: null, secret: true };
  const value = getAttribute.call(element, attribute);
  return { value: value === null ? null : redacted(value), secret: false };
}

/**
 * @param {Element} element
 * @param {boolean} isSecret
 * @returns {{attributes: [string, string][], secret: boolean, isCut: boolean}} `secret`: some are
 *   omitted; `isCut`: there are more than are read
 */
export function attributesOf(element, isSecret) {
  const names = attributeNames(element);
  const kept = names.filter((name) => !isWithheld(element, name.toLowerCase(), isSecret));
  return {
    attributes: kept.map((name) => [name, redacted(getAttribute.call(element, name) ?? '')]),
    // The presence of a secret value is not revealed.
    secret: isSecret || kept.length < names.length,
    isCut: names.length >= MAX_ATTRIBUTES,
  };
}

/** @param {string} value */
const redacted = (value) => withoutUserInfo(value, baseAddress()).toWellFormed();
