//! The requests of the document that begin during an action and fail, from its resource timing. The
//! page can't notice the observer. A request that has not ended when the action is reported is not
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

/** Observes one document until `end` is called. */
export class FailedRequests {
  #start = performance.now();
  /** @type {FailedRequest[]} */
  #first = [];
  #more = 0;
  #observer = new PerformanceObserver((list) => this.#add(list.getEntries()));

  constructor() {
    this.#observer.observe({ type: 'resource' });
  }

  /** @returns {FailedReport} */
  report() {
    this.#add(this.#observer.takeRecords());
    return { first: this.#first, more: this.#more };
  }

  end() {
    this.#observer.disconnect();
  }

  /** @param {PerformanceEntryList} entries */
  #add(entries) {
    for (const each of entries) {
      const entry = /** @type {PerformanceResourceTiming} */ (each);
      if (entry.responseStatus < FAILED_STATUS || entry.startTime < this.#start) continue;
      if (this.#first.length < MAX_FAILED) this.#first.push(failedRequest(entry));
      else this.#more += 1;
    }
  }
}
