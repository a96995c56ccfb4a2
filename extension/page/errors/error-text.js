//! Texts and URLs of a page's errors, without secrets and not too long.

import { withoutCredentials } from '../../shared/addresses.js';
import { MAX_MESSAGE, MAX_SEARCHED } from '../../shared/error-limits.js';
import { MAX_ADDRESS } from '../../shared/request-limits.js';

/** A URL at the end of a message that is too long. The rest of it could be a part of its host. */
const CUT_URL = /\S*:\/\/\S*$/;

/** @param {unknown} text @returns {string} */
export function messageOf(text) {
  const whole = String(text ?? '');
  const message = withoutCredentials(whole.slice(0, MAX_SEARCHED));
  const isWhole = whole.length <= MAX_SEARCHED && message.length <= MAX_MESSAGE;
  if (isWhole) return message.toWellFormed();
  return message.slice(0, MAX_MESSAGE).replace(CUT_URL, '').toWellFormed();
}

/**
 * @param {unknown} text
 * @returns {string | null} null if it is empty
 */
export function addressOf(text) {
  if (typeof text !== 'string' || text === '') return null;
  const address = text.length > MAX_SEARCHED ? startOf(text) : withoutCredentials(text);
  return address.slice(0, MAX_ADDRESS).toWellFormed();
}

/**
 * @param {string} text a URL that is too long
 * @returns {string} site and path of a web page, otherwise the scheme
 */
function startOf(text) {
  const { protocol, origin, pathname } = URL.canParse(text) ? new URL(text) : new URL('about:');
  return /^https?:$/.test(protocol) ? origin + pathname : `${protocol}…`;
}
