//! Limits of the list of a page's errors, for the script in the document, and for the worker, which
//! does not trust the script's answer.

/** The number of different errors: the last ones. */
export const MAX_ERRORS = 300;
/** Characters of a message. */
export const MAX_MESSAGE = 500;
