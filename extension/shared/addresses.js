//! URLs without the name and password that may be in them (`https://user:password@host/`).

/** Name and password of a URL, which can be inside another URL or a sentence. */
const USER_INFO = /([a-z][a-z0-9+.-]*:[\\/]{2})[^\s/?#\\"'<>]*@/gi;

/**
 * @param {string} text a URL, or a sentence that may contain some
 * @param {string} [base] of a relative URL
 */
export function withoutUserInfo(text, base) {
  if (!text.includes('@')) return text;
  return (parsedWithout(text, base) ?? text).replace(USER_INFO, '$1');
}

/**
 * Browsers accept URLs that the pattern does not match: `//user@host`, `\\user@host`, or with
 * line breaks inside.
 * @param {string} text
 * @param {string | undefined} base
 * @returns {string | null} null if it contains no name and password for a browser
 */
function parsedWithout(text, base) {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.username === '' && url.password === '') return null;
  url.username = '';
  url.password = '';
  return url.href;
}
