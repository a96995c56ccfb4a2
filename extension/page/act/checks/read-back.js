//! The result of reading a value back after an action.

import { Place } from './place.js';
import { isSecret } from './secrets.js';

/** @typedef {import('../action.js').ReadBack} ReadBack */
/** @typedef {import('../action.js').ActionHooks} ActionHooks */

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

/**
 * Prepares to read a value back. It is called before the first event, because the page may put
 * another field in the place of this one.
 * @param {Element} field
 * @param {Pick<ActionHooks, 'roots'>} hooks
 * @param {(current: Element) => ReadBack | null} compare reads the field, or the one in its place
 * @returns {() => ReadBack | null}
 */
export function readerOf(field, hooks, compare) {
  const place = new Place(field, hooks.roots);
  return () => {
    const current = place.current();
    if (current === null) return { outcome: 'removed' };
    const read = compare(current);
    // What is in the place of a secret field is secret.
    return read && isSecret(field) ? { outcome: read.outcome } : read;
  };
}
