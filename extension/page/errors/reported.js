//! What the script in the page's own world reports, as errors of the page. The page can send the
//! same by errors and calls of its own, so that its parts are checked, but not where they come
//! from.

import { addressOf, messageOf } from './error-text.js';
import { MAX_BATCH, METHODS, REQUEST_METHODS } from './channel.js';
import { fieldsOf } from '../../shared/fields.js';
import { withoutSecretFields } from '../../shared/addresses.js';
import { withoutSecretValues } from './secret-values.js';

/** @typedef {import('./kept-errors.js').Occurrence} Occurrence */

const KINDS = /** @type {const} */ (['exception', 'rejection', 'console', 'response']);

/** @param {unknown} batch @returns {{occurrences: Occurrence[], dropped: boolean}} */
export function occurrencesOf(batch) {
  const { reported, dropped } = fieldsOf(batch);
  /** @type {unknown[]} */
  const all = Array.isArray(reported) ? reported.slice(0, MAX_BATCH) : [];
  const fields = all.map(fieldsOf);
  const messages = withoutSecretValues(fields.map(({ message }) => String(message)));
  return {
    occurrences: fields.map((each, index) => occurrenceOf(each, messages[index])),
    dropped: dropped === true,
  };
}

/** @param {Record<string, unknown>} fields @param {string} message @returns {Occurrence} */
function occurrenceOf({ kind, method, source, url, line }, message) {
  const known = KINDS.find((each) => each === kind) ?? 'exception';
  return {
    kind: known,
    method: methodOf(known, method),
    message: messageOf(known === 'response' ? withoutSecretFields(message) : message),
    url: known === 'response' ? addressOf(url) : null,
    source: addressOf(source),
    line: typeof line === 'number' && line > 0 ? line : null,
  };
}

/**
 * @param {typeof KINDS[number]} kind
 * @param {unknown} method
 * @returns {string | null}
 */
function methodOf(kind, method) {
  if (kind === 'console') return METHODS.find((each) => each === method) ?? 'log';
  const named = REQUEST_METHODS.find((each) => each === method) ?? null;
  return kind === 'response' ? named : null;
}
