//! The result of reading a value back after an action.

import { isSecret } from './secrets.js';

/** @typedef {import('../action.js').ReadBack} ReadBack */

/**
 * @param {string} before the value before the action
 * @param {string} now
 * @returns {ReadBack['outcome']}
 */
export const changedOutcome = (before, now) => (now === before ? 'reverted' : 'value_differs');

/**
 * @param {Element} field
 * @param {ReadBack['outcome']} outcome
 * @param {string} now is omitted if the field is secret
 * @returns {ReadBack}
 */
export const differenceOf = (field, outcome, now) =>
  isSecret(field) ? { outcome } : { outcome, now };
