//! Values of secret fields in messages: a page can log what the user has entered.

import { findSecretFields, isSecretField } from '../secrets/secret-fields.js';

/** A shorter value is in many messages by chance. */
const MIN_LEN = 3;
const REDACTED = '[REDACTED]';

/** @param {string[]} messages @returns {string[]} without the values that secret fields have now */
export function withoutSecretValues(messages) {
  const fields = [...document.querySelectorAll('input, textarea')].filter((field) => {
    const { value } = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field);
    return value.length >= MIN_LEN && messages.some((message) => message.includes(value));
  });
  if (fields.length === 0) return messages;
  findSecretFields(document);
  const secrets = fields
    .filter((field) => isSecretField(field, false))
    .map((field) => /** @type {HTMLInputElement | HTMLTextAreaElement} */ (field).value)
    // A value can be a part of another one.
    .toSorted((one, other) => other.length - one.length);
  return messages.map((message) =>
    secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), message),
  );
}
