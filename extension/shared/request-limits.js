//! Limits of the list of a page's requests, for the script in the document, and for the worker,
//! which does not trust the script's answer.

/** The number of requests: the last ones. */
export const MAX_REQUESTS = 1000;
/** Characters of a URL. */
export const MAX_ADDRESS = 2000;
/** Letters of what started a request. */
export const MAX_KIND = 20;
