//! Limits of the list of a page's requests, for the script in the document, and for the worker,
//! which does not trust the script's answer.

/** The number of requests: the last ones. */
export const MAX_REQUESTS = 1000;
/** The smallest HTTP status of a failed request. */
export const FAILED_STATUS = 400;
/** The number of failed requests that are listed in the answer to an action. */
export const MAX_FAILED = 3;
/** Characters of the URL of one of them. */
export const MAX_FAILED_ADDRESS = 200;
/** Characters of a URL. */
export const MAX_ADDRESS = 2000;
/** Letters of what started a request. */
export const MAX_KIND = 20;

/**
 * @param {string} url as the page has it
 * @returns {string} the same, unless it is too long: a cut query could hide that a value is secret
 */
export const withoutLongQuery = (url) =>
  (url.length > MAX_ADDRESS ? url.replace(/[?#].*$/s, '') : url).slice(0, MAX_ADDRESS);
