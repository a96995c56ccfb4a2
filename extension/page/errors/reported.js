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
  const texts = fields.flatMap(({ message, url, source }) => [message, url, source].map(textOf));
  const safe = withoutSecretValues(texts);
  return {
    occurrences: fields.map((each, index) => {
      const [message, url, source] = safe.slice(3 * index);
      return occurrenceOf({ ...each, message, url, source });
    }),
    dropped: dropped === true,
  };
}

/** @param {unknown} value @returns {string} */
const textOf = (value) => String(value ?? '');

/**
 * @param {Record<string, unknown> & {message: string, url: string, source: string}} fields
 * @returns {Occurrence}
 */
function occurrenceOf({ kind, method, message, source, url, line }) {
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
