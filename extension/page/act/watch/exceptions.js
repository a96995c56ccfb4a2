//! The uncaught exceptions and rejections of the document during an action, where the user has
//! turned on that they are recorded.

import { MAX_EXCEPTIONS } from '../../../shared/error-limits.js';

/** @typedef {import('../../errors/kept-errors.js').PageError} PageError */
/** The list of errors.
 * @typedef {{exceptionsSince?: (begin: number) => PageError[]}} ErrorsGlobal */
/** `first`: messages. @typedef {{first: string[], more: number}} ExceptionsReport */

/** @param {number} begin by `Date.now()` @returns {ExceptionsReport} */
export function exceptionsSince(begin) {
  // Own properties only: a page's element may have this name.
  const list = Object.hasOwn(globalThis, 'axlensErrors')
    ? /** @type {{axlensErrors?: ErrorsGlobal}} */ (globalThis).axlensErrors
    : undefined;
  const all = list?.exceptionsSince?.(begin) ?? [];
  const first = all.slice(0, MAX_EXCEPTIONS).map(({ message }) => message);
  return { first, more: all.length - first.length };
}
