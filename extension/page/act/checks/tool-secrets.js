//! The secret fields of a document whose tool is called: it must not fill them, and their values
//! must not be in its result.

import { fieldGetters, querySelectorAll } from '../../dom/dom.js';
import { findSecretFields, isSecretField, wasSecret } from '../../secrets/secret-fields.js';
import { formsOf, redacted } from '../../secrets/redaction.js';
import { isTextField } from '../editing/fields.js';

/** A shorter value is in many results by chance. */
const MIN_LEN = 3;

/**
 * @param {Node[]} roots the shadow roots of the document
 * @returns {Element[]} its secret fields, in order
 */
export function secretFields(roots) {
  const all = [document, ...roots];
  return all.flatMap((root) => {
    const kind = root === document ? 'document' : 'root';
    const of = /** @type {Document & ShadowRoot} */ (root);
    findSecretFields(of);
    const fields = [...querySelectorAll[kind].call(of, 'input, textarea, select')];
    return fields.filter((field) => isSecretField(field, false) || wasSecret(field));
  });
}

/**
 * @param {Node[]} roots
 * @returns {string[]} their values, and those of consecutive fields for one character each
 */
export function secretValues(roots) {
  const fields = secretFields(roots).filter((field) => isTextField(field));
  const values = fields.map((field) => fieldGetters(field).value.call(field));
  const joined = values.map((value) => (value.length === 1 ? value : ' ')).join('');
  return [...values, ...joined.split(' ')].filter((value) => value.length >= MIN_LEN);
}

/**
 * @param {string} text
 * @param {string[]} values
 * @returns {string} without the values, also where they are parts of JSON or of an address
 */
export function withoutValues(text, values) {
  const inJson = (/** @type {string} */ value) => JSON.stringify(value).slice(1, -1);
  const forms = values.flatMap((value) => [inJson(value), ...formsOf(value)]);
  return redacted([text], forms)[0];
}
