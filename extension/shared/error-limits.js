//! Limits of the list of a page's errors, for the script in the document, and for the worker, which
//! does not trust the script's answer.

/** The number of different errors: the last ones. As many calls of the console. */
export const MAX_ERRORS = 300;
/** Characters of a message. */
export const MAX_MESSAGE = 500;
/** Characters in which secrets are searched for: the search in a longer text delays the page. */
export const MAX_SEARCHED = 5000;
/** Exceptions in the answer to an action; the others are counted. */
export const MAX_EXCEPTIONS = 2;
/** Characters of their messages. */
export const MAX_EXCEPTION = 120;
