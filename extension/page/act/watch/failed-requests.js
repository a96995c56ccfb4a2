//! The requests of the document that fail during an action, from its resource timing. The page
//! can't notice the observer. A request that has not ended when the action is reported is not
//! known.

import { FAILED_STATUS, MAX_FAILED, withoutLongQuery } from '../../../shared/request-limits.js';

/** @typedef {import('../../../types/protocol').FailedRequest} FailedRequest */
/** `first`: with URLs as the page has them.
 * @typedef {{first: FailedRequest[], more: number}} FailedReport */

const ORIGIN = `${location.origin}/`;
const IS_MAIN_FRAME = globalThis.top === globalThis.self;

/** @param {PerformanceResourceTiming} entry @returns {FailedRequest} */
const failedRequest = ({ name, initiatorType, responseStatus }) => ({
  status: responseStatus,
  kind: initiatorType,
  url: withoutLongQuery(
    IS_MAIN_FRAME && name.startsWith(ORIGIN) ? name.slice(ORIGIN.length - 1) : name,
  ),
});

/** `Date.now()` has whole milliseconds. */
const CLOCK_STEP_MS = 1;
/** The last ones are kept; more are not counted. */
const MAX_KEPT = 200;

/** Observes one document until `end` is called. */
export class FailedRequests {
  /** @type {PerformanceResourceTiming[]} */
  #failed = [];
  #observer = new PerformanceObserver((list) => this.#add(list.getEntries()));

  constructor() {
    this.#observer.observe({ type: 'resource' });
  }

  /**
   * @param {number} begin the time by `Date.now()`, which is the same in all processes
   * @returns {FailedReport} those that began since then
   */
  since(begin) {
    this.#add(this.#observer.takeRecords());
    const start = performance.now() - (Date.now() - begin) - CLOCK_STEP_MS;
    const failed = this.#failed.filter(({ startTime }) => startTime >= start);
    const first = failed.slice(0, MAX_FAILED).map(failedRequest);
    return { first, more: failed.length - first.length };
  }

  end() {
    this.#observer.disconnect();
  }

  /** @param {PerformanceEntryList} entries */
  #add(entries) {
    for (const each of entries) {
      const entry = /** @type {PerformanceResourceTiming} */ (each);
      if (entry.responseStatus >= FAILED_STATUS) this.#failed.push(entry);
    }
    // Earlier ones may have failed before the action has begun.
    this.#failed.splice(0, this.#failed.length - MAX_KEPT);
  }
}
