//! The requests that the scripts of a page begin after the first event of an action. The answer to
//! the action waits for them: most pages show only then what the action has done.
//!
//! A page may begin others at the same time, such as polls: those that are never followed by a
//! change are not waited for.

import { watchRequests } from './watched-requests.js';

/** After this many actions without a change, requests to an address are not waited for. */
const MAX_FRUITLESS = 3;
/** After this time, one more is: the address may answer other requests too. */
const MAX_FRUITLESS_MS = 60_000;
const MAX_ADDRESSES = 500;

/**
 * @type {Map<string, {times: number, at: number}>} by address, after how many actions no change has
 *   followed, and when the last time was; the oldest first
 */
const fruitless = new Map();

/** @typedef {{address: string, endedAt: number}} Request `endedAt`: 0 until it has ended */

/** The requests of one action, or of a list of actions. */
export class ActionRequests {
  /** @type {Map<string, Request>} by Chrome's id */
  #requests = new Map();
  #onChange;
  #unwatch = () => {};
  #hasBegun = false;

  /** @param {() => void} onChange called when one has begun or ended */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** @param {number} tab */
  watch(tab) {
    this.#unwatch = watchRequests({
      onBegun: (request) => {
        if (request.tab === tab && !request.isPage)
          this.#onBegun(request.id, addressOf(request.url));
      },
      onEnded: (id) => this.#onEnded(id),
    });
  }

  /** @param {string} id @param {string} address */
  #onBegun(id, address) {
    if (isFruitless(address)) return;
    this.#requests.set(id, { address, endedAt: 0 });
    this.#onChange();
  }

  /** @param {string} id */
  #onEnded(id) {
    const request = this.#requests.get(id);
    if (!request) return;
    request.endedAt = performance.now();
    this.#onChange();
  }

  /** Forgets those that began before the first event. */
  begin() {
    this.#hasBegun = true;
    this.#requests.clear();
  }

  /** @returns {boolean} whether one has not ended */
  get isPending() {
    return this.#all().some(({ endedAt }) => endedAt === 0);
  }

  /** @returns {number} when the last one has ended, by `performance.now()`; 0 if none has */
  get lastEnd() {
    return Math.max(0, ...this.#all().map(({ endedAt }) => endedAt));
  }

  /**
   * Ends the watch.
   * @param {number} lastChange the time of the last change of the page
   */
  end(lastChange) {
    this.#unwatch();
    if (!this.#hasBegun) return;
    const changing = this.#all().filter(({ endedAt }) => endedAt > 0 && lastChange >= endedAt);
    const fruitful = new Set(changing.map(({ address }) => address));
    for (const address of new Set(this.#all().map((request) => request.address))) {
      const times = (fruitless.get(address)?.times ?? 0) + 1;
      fruitless.delete(address);
      if (!fruitful.has(address)) fruitless.set(address, { times, at: performance.now() });
    }
    for (const oldest of fruitless.keys()) {
      if (fruitless.size <= MAX_ADDRESSES) break;
      fruitless.delete(oldest);
    }
  }

  #all() {
    return [...this.#requests.values()];
  }
}

/** @param {string} address @returns {boolean} whether its requests are not waited for at present */
function isFruitless(address) {
  const known = fruitless.get(address);
  const isRecent = known && performance.now() - known.at < MAX_FRUITLESS_MS;
  return isRecent ? known.times >= MAX_FRUITLESS : false;
}

/** @param {string} url @returns {string} without its query, which differs each time */
const addressOf = (url) => url.split(/[?#]/, 1)[0];
