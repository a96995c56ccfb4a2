//! Lists the requests of the document: from the page's resource timing, and from its own observer
//! of it as soon as an agent has asked once. The page's list ends at 250 requests, and the page can
//! clear it; the observer's does not. It changes nothing in the page, and no property that the
//! page can see: the size of the page's list stays as it is.
//!
//! The entry point of a bundle, a classic script for the page's isolated world. It is injected on
//! first use; injecting it again has no effect.

import { withoutCredentials } from '../../shared/addresses.js';
import { MAX_ADDRESS, MAX_KIND, MAX_REQUESTS } from '../../shared/request-limits.js';

/** @typedef {Required<import('../../types/protocol').RequestTiming>} RequestTiming */

/** Characters of the URLs of all requests that are kept. */
const MAX_CHARACTERS = 250_000;
/** How long the first answer waits for the observer, in milliseconds. */
const MAX_WAIT_MS = 1000;
const KIND = new RegExp(`^[a-z-]{1,${MAX_KIND}}$`);
/** Files of the extension, which it loads for its own work. */
const OWN = chrome.runtime.getURL('');

/** The list of the document, from the first request of an agent on. */
class RequestList {
  /** @type {RequestTiming[]} */
  #requests = [];
  #characters = 0;
  #isPartial = false;
  /** @type {Promise<void>} settles when the observer has reported the page's list */
  #known;
  /** @type {PerformanceObserver} */
  #observer;

  constructor() {
    const { promise, resolve } = /** @type {PromiseWithResolvers<void>} */ (
      Promise.withResolvers()
    );
    this.#known = promise;
    /** @type {(list: PerformanceObserverEntryList, ...more: unknown[]) => void} */
    const onEntries = (list, _observer, options) => {
      // Requests that the page's list had no place for.
      const { droppedEntriesCount = 0 } = /** @type {{droppedEntriesCount?: number}} */ (
        options ?? {}
      );
      this.#isPartial ||= droppedEntriesCount > 0;
      this.#add(list.getEntries());
      resolve();
    };
    this.#observer = new PerformanceObserver(onEntries);
    this.#observer.observe({ type: 'resource', buffered: true });
    const isEmpty = performance.getEntriesByType('resource').length === 0;
    if (isEmpty) resolve();
    else setTimeout(resolve, MAX_WAIT_MS);
  }

  /** @returns {Promise<{since: number, isPartial: boolean, requests: RequestTiming[]}>} */
  async answer() {
    await this.#known;
    this.#add(this.#observer.takeRecords());
    return {
      since: performance.timeOrigin,
      isPartial: this.#isPartial,
      requests: [...ownRequest(), ...this.#requests],
    };
  }

  /** @param {PerformanceEntryList} entries */
  #add(entries) {
    for (const entry of entries) {
      if (entry.name.startsWith(OWN)) continue;
      const timing = timingOf(/** @type {PerformanceResourceTiming} */ (entry));
      this.#requests.push(timing);
      this.#characters += timing.url.length;
    }
    let excess = 0;
    while (this.#requests.length - excess > MAX_REQUESTS || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#requests[excess].url.length;
      excess += 1;
    }
    if (excess === 0) return;
    this.#requests.splice(0, excess);
    this.#isPartial = true;
  }
}

/** @returns {RequestTiming[]} the document's own request, as soon as it has ended */
const ownRequest = () =>
  performance
    .getEntriesByType('navigation')
    .map((entry) => /** @type {PerformanceNavigationTiming} */ (entry))
    .filter(({ name, responseEnd }) => responseEnd > 0 && !name.startsWith('about:'))
    .map((entry) => ({ ...timingOf(entry), duration: entry.responseEnd - entry.startTime }));

/** @param {PerformanceResourceTiming} entry @returns {RequestTiming} */
function timingOf(entry) {
  const { initiatorType, responseStatus, transferSize, startTime, duration } = entry;
  const { deliveryType } = /** @type {{deliveryType?: string}} */ (entry);
  return {
    url: withoutCredentials(entry.name).slice(0, MAX_ADDRESS).toWellFormed(),
    kind: KIND.test(initiatorType) ? initiatorType : 'other',
    status: responseStatus,
    bytes: transferSize,
    start: performance.timeOrigin + startTime,
    duration,
    isCached: deliveryType === 'cache',
  };
}

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  const request = /** @type {{axlensNetwork?: boolean} | undefined} */ (message);
  if (!isWorker || request?.axlensNetwork !== true) return false;
  void list.answer().then(sendResponse);
  return true;
}

/** @type {RequestList} */
let list;
// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlensNetwork')) {
  list = new RequestList();
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensNetwork', { value: true });
}
