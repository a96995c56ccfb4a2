//! How the two scripts of a document find each other: the one in the page's own world, which gets
//! exceptions and calls of the console, and the one in the isolated world, which keeps the list.
//! Chrome runs both before any script of the page, in either order, so that each of them sends an
//! event, and that of the second one is received. From then on they use a `MessagePort`, to which
//! the page has no access.

/** Event of the isolated world: it listens. */
export const LISTENING = 'axlens-errors-listening';
/** Event of the page's world: a `MessageEvent` with the port. */
export const PORT = 'axlens-errors-port';
/** The most occurrences in one message. */
export const MAX_BATCH = 100;

/** Methods of the console that are listed; of `assert` only failed assertions. */
export const METHODS = /** @type {const} */ ([
  'assert',
  'debug',
  'error',
  'info',
  'log',
  'trace',
  'warn',
]);

/** Methods of requests that are named. */
export const REQUEST_METHODS = /** @type {const} */ ([
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
]);

/**
 * What the page's world reports. `method`: of the console, or of the request of a response; `url`:
 * of a response.
 * @typedef {{kind: 'exception' | 'rejection' | 'console' | 'response', message: string,
 *   source: string, url: string, line: number, method: string | null}} Reported
 */
/** `dropped`: there were more.
 * @typedef {{reported: Reported[], dropped: boolean}} Batch
 */
