//! Texts and URLs of a page's errors, without secrets and not too long.

import { withoutCredentials } from '../../shared/addresses.js';
import { MAX_MESSAGE } from '../../shared/error-limits.js';
import { MAX_ADDRESS } from '../../shared/request-limits.js';

/** Characters in which secrets are found. Only URLs with data in them are longer. */
const MAX_SEARCHED = 20_000;

/** @param {unknown} text @returns {string} */
export const messageOf = (text) =>
  withoutCredentials(String(text ?? '').slice(0, MAX_SEARCHED))
    .slice(0, MAX_MESSAGE)
    .toWellFormed();

/**
 * @param {unknown} text
 * @returns {string | null} null if it is empty. Of a URL that is longer than any that can be
 *   searched, only the scheme
 */
export function addressOf(text) {
  if (typeof text !== 'string' || text === '') return null;
  const isLong = text.length > MAX_SEARCHED;
  const address = isLong ? `${text.slice(0, text.indexOf(':') + 1)}…` : withoutCredentials(text);
  return address.slice(0, MAX_ADDRESS).toWellFormed();
}
