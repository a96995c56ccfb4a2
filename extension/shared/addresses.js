//! Addresses without the name and password that may be in them (`https://user:password@host/`). It
//! knows neither pages nor tabs.

/** Name and password of an address, also of one inside of another address or of a sentence. */
const USER_INFO = /([a-z][a-z0-9+.-]*:[\\/]{2})[^\s/?#\\"'<>]*@/gi;

/**
 * @param {string} text an address, or a sentence that may hold some
 * @param {string} [base] what the address is relative to
 */
export function withoutUserInfo(text, base) {
  if (!text.includes('@')) return text;
  return (parsedWithout(text, base) ?? text).replace(USER_INFO, '$1');
}

/**
 * Browsers read addresses that no pattern does: `//user@host`, `\\user@host`, with line breaks
 * inside.
 * @param {string} text
 * @param {string | undefined} base
 * @returns {string | null} null where a browser finds no name and password in it
 */
function parsedWithout(text, base) {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.username === '' && url.password === '') return null;
  url.username = '';
  url.password = '';
  return url.href;
}
