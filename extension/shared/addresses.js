//! URLs without secrets: name and password (`https://user:password@host/`), and parameters with the
//! name of a secret (`?password=…`), as a form with `method=get` sends them. The same for responses
//! in JSON.

import { saysSecret } from './secret-text.js';

/** What is shown instead of a secret value. */
const REDACTED = '[REDACTED]';

/** Name and password of a URL, which can be inside another URL or a sentence. */
const USER_INFO = /([a-z][a-z0-9+.-]{0,20}:[\\/]{2})[^\s/?#\\"'<>]*@/gi;

/**
 * @param {string} text a URL, or a sentence that may contain some
 * @param {string} [base] of a relative URL
 */
export function withoutUserInfo(text, base) {
  if (!text.includes('@')) return text;
  return (parsedWithout(text, base) ?? text).replace(USER_INFO, '$1');
}

/** A parameter in the query or fragment of a URL: what precedes its value, its name, its value. */
const PARAMETER = /([?&;#]([^=&;#?\s"'<>]{1,200})=)([^&;#\s"'<>]+)/g;

/** Names of parameters with which programs identify themselves. */
const CREDENTIAL =
  /token|secret|passw|credential|(?:^|[-_])key(?:id)?$|apikey|access_?key|auth(?!or)|signature|hmac|session|jwt|saml|^(?:sig|sid|code|otp)$|[-_]otp$/i;
/** The names of parameters in a URL that is the value of another one. */
const INNER_NAME = /[?&;#]([^=&;#?\s"'<>]{1,200})=/g;

/**
 * @param {string} text the URL of a page or request, or a sentence that may contain some
 * @returns {string} without name, password and the values of secret parameters, and without the
 *   tokens and keys of programs, also in a URL that is the value of a parameter
 */
export const withoutCredentials = (text) =>
  withoutUserInfo(text).replace(PARAMETER, (whole, start, name, value) => {
    const isSecret = saysSecret([decoded(name)], []) || isCredential(name);
    return isSecret || hasCredential(decoded(value)) ? `${start}${REDACTED}` : whole;
  });

/** @param {string} name of a parameter */
const isCredential = (name) => CREDENTIAL.test(decoded(name));

/** A text or number in JSON: what precedes it, the name of its field, the value. */
const FIELD = /("([^"\\]{1,200})"\s*:\s*)("(?:[^"\\]|\\.)*"?|[\d.]+)/g;

/**
 * @param {string} text the beginning of a response, which can be JSON
 * @returns {string} without the values of fields with the name of a secret
 */
export const withoutSecretFields = (text) =>
  text.replace(FIELD, (whole, start, name) => {
    // In a response, `code` is that of the error.
    const isSecret = saysSecret([name], []) || (isCredential(name) && name !== 'code');
    return isSecret ? `${start}"${REDACTED}"` : whole;
  });

/** @param {string} value of a parameter @returns {boolean} it is a URL with a credential */
const hasCredential = (value) =>
  [...value.matchAll(INNER_NAME)].some(([, name]) => isCredential(name));

/** @param {string} name of a parameter @returns {string} */
function decoded(name) {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

/** A URL in a sentence, without the punctuation after it. */
const URL_IN_TEXT = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]*[^\s"'<>.,;:)\]]/gi;

/**
 * @param {string} text
 * @param {(url: string) => string} replace
 * @returns {string} the text with every URL in it replaced
 */
export const replacedUrls = (text, replace) => text.replace(URL_IN_TEXT, (url) => replace(url));

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
