//! Determines when a page has become idle after an action, from mutations and navigations that are
//! reported to it. It runs in the worker because Chrome throttles the timers of background tabs.
//! docs/waits.md has the measurements from which the times follow.

/**
 * How long to watch a page without a mutation and without a request of its scripts: the longest for
 * pages that may react with a timer, short for actions that only fill in a field.
 */
export const WATCH_LONG_MS = 500;
export const WATCH_MS = 200;
export const WATCH_SHORT_MS = 100;
/** How long to watch a field that the page may put back although it has changed. */
export const WATCH_REFUSABLE_MS = 150;
/** A mutation that comes later than this after the action is not the first reaction to it. */
const LATE_MS = 100;
/** The page is idle after this time without a mutation, if nothing is fading out. */
const IDLE_MS = 32;
/** The same for mutations in several bursts. */
const IDLE_AFTER_BURSTS_MS = 100;
const MANY_BURSTS = 3;
/** Mutations that are closer together belong to one burst. */
const BURST_MS = 20;
/** How long to wait for the end of mutations. */
const MAX_MUTATING_MS = 500;
/** How long to wait for an element that is marked as busy. */
const MAX_BUSY_MS = 2000;
/** How long to wait for the requests of an action. */
const MAX_REQUESTS_MS = 2000;
/** A page shows what a request has brought within this time: two frames and their scripts. */
const AFTER_REQUEST_MS = 50;
/** A new document is idle after this time without an event. */
const IDLE_AFTER_LOAD_MS = 100;
/** The maximum of the whole wait. */
const MAX_MS = 5000;

/** `loading`: a navigation or a request has not ended; `cap`: the mutations have not ended.
 * @typedef {import('../../types/protocol').Settled} Settled */
/** How a wait ended. `watchedMs`: how much of `watchMs` it took; mutations end it earlier.
 * @typedef {{settled: Settled, waitedMs: number, watchedMs: number}} IdleWait */
/** `navigated`: the tab has a new document; `within`: only the URL has changed.
 * @typedef {import('../../types/protocol').Navigation} PageNavigation */

/**
 * `lastEnd`: when the last one has ended, by `performance.now()`; 0 if none has.
 * @typedef {{isPending: boolean, lastEnd: number}} Requests
 */
/** @type {Requests} */
const NO_REQUESTS = { isPending: false, lastEnd: 0 };

/** The wait after one action. */
export class PageIdle {
  /** @type {PageNavigation | null} */
  navigation = null;
  isStopped = false;
  /** @type {'none' | 'begun' | 'committed' | 'ready'} the state of the main frame's new document */
  #loading = 'none';
  #start = performance.now();
  #lastEvent = this.#start;
  /** The time of the first mutation, 0 if there was none. */
  #firstMutation = 0;
  #bursts = 0;
  #isBusy = false;
  #expectsLateChange = false;
  /** Until then, something fades out, which the page may remove afterwards. */
  #leavingUntil = 0;
  /** Ends the current pause. */
  #wake = () => {};

  /**
   * @param {number} watchMs how long to watch a page without a mutation
   * @param {number} [minMs] how long to watch it at least
   * @param {Requests} [requests] of the action
   */
  constructor(watchMs, minMs = 0, requests = NO_REQUESTS) {
    this.watchMs = watchMs;
    this.minMs = minMs;
    this.requests = requests;
  }

  /** Starts the wait, right after the last event was sent. */
  start() {
    this.#start = performance.now();
    if (this.#firstMutation) this.#firstMutation = this.#start;
  }

  /**
   * The page may react in two steps, like a field that shows its text at once and a list of
   * suggestions later, or an editor that follows the selection later. The wait then ends only after
   * a late mutation, or after `WATCH_LONG_MS`.
   */
  expectLateChange() {
    this.#expectsLateChange = true;
    this.watchMs = WATCH_LONG_MS;
  }

  onMutation() {
    const now = performance.now();
    if (now - this.#lastEvent > BURST_MS || !this.#firstMutation) this.#bursts += 1;
    this.#firstMutation ||= now;
    this.#lastEvent = now;
    this.#wake();
  }

  /** A request has begun or ended. */
  onRequests() {
    this.#wake();
  }

  /** @returns {number} the time of the last mutation or navigation, by `performance.now()` */
  get lastEvent() {
    return this.#lastEvent;
  }

  /** Ends the wait: the page waits for the user. */
  stop() {
    this.isStopped = true;
    this.#wake();
  }

  /** @param {boolean} isBusy whether an element of the page is marked as busy */
  setBusy(isBusy) {
    this.#isBusy = isBusy;
    this.#wake();
  }

  /** @param {import('./navigations.js').Navigation} navigation of the main frame */
  onNavigation({ kind, url }) {
    this.#lastEvent = performance.now();
    if (kind === 'begun') this.#loading = 'begun';
    if (kind === 'committed') {
      this.#loading = 'committed';
      this.navigation = { kind: 'navigated', url };
    }
    if (kind === 'ready' && this.#loading === 'committed') this.#loading = 'ready';
    if (kind === 'failed') this.#loading = this.navigation?.kind === 'navigated' ? 'ready' : 'none';
    if (kind === 'within') {
      // The navigation turned out to be one within the document.
      if (this.#loading === 'begun') this.#loading = 'none';
      this.navigation ??= { kind: 'within', url };
      this.onMutation();
    }
    this.#wake();
  }

  /** @returns {boolean} whether a new document is loading or has been loaded */
  get isLoading() {
    return this.#loading !== 'none';
  }

  /**
   * Waits until the page is idle.
   * @param {() => number} timeLeft the maximum of milliseconds left
   * @param {(withinMs: number) => Promise<number>} [msLeaving] how many milliseconds something
   *   still fades out, of what ends within a time
   * @returns {Promise<IdleWait>}
   */
  async waitUntilIdle(timeLeft, msLeaving = async () => 0) {
    for (;;) {
      const now = performance.now();
      const end = this.#endAt(now);
      if (end === 'quiet' && (await this.#isLeaving(now, msLeaving))) continue;
      if (end || timeLeft() <= 0) {
        const settled = end ?? (this.isLoading ? 'loading' : 'cap');
        const waitedMs = Math.round(now - this.#start);
        return { settled, waitedMs, watchedMs: Math.min(waitedMs, this.watchMs) };
      }
      await this.#pause(Math.min(this.#msUntilEnd(now), timeLeft()));
    }
  }

  /**
   * @param {number} now
   * @param {(withinMs: number) => Promise<number>} msLeaving
   * @returns {Promise<boolean>} whether to wait longer
   */
  async #isLeaving(now, msLeaving) {
    const withinMs = this.#firstMutation + MAX_MUTATING_MS - now;
    if (!this.#firstMutation || withinMs <= 0 || this.isLoading || this.isStopped) return false;
    const left = await msLeaving(withinMs);
    if (left > 0) this.#leavingUntil = performance.now() + left;
    // The page may have changed while it was asked.
    return this.#endAt(performance.now()) === null;
  }

  /** @param {number} now @returns {Settled | null} null: the wait continues */
  #endAt(now) {
    if (this.isStopped) return 'quiet';
    if (now - this.#start >= MAX_MS) return this.#loading === 'none' ? 'cap' : 'loading';
    if (this.#msUntilEnd(now) > 0) return null;
    if (this.requests.isPending && !this.isLoading) return 'loading';
    return this.#isStillMutating(now) ? 'cap' : 'quiet';
  }

  /** @param {number} now */
  #isStillMutating(now) {
    const isMutated = this.#loading === 'none' && this.#firstMutation > 0;
    return isMutated && now - this.#lastEvent < this.#idleMs();
  }

  #idleMs() {
    return this.#bursts >= MANY_BURSTS ? IDLE_AFTER_BURSTS_MS : IDLE_MS;
  }

  /** @param {number} now @returns {number} milliseconds until the end, without another event */
  #msUntilEnd(now) {
    const msLeft = this.#start + MAX_MS - now;
    if (this.#loading === 'begun' || this.#loading === 'committed') return msLeft;
    if (this.#loading === 'ready')
      return Math.min(msLeft, this.#lastEvent + IDLE_AFTER_LOAD_MS - now);
    if (this.#isBusy && now - this.#start < MAX_BUSY_MS) return this.#start + MAX_BUSY_MS - now;
    const { isPending, lastEnd } = this.requests;
    const untilRequests = this.#start + MAX_REQUESTS_MS - now;
    if (isPending && untilRequests > 0) return untilRequests;
    const shownFrom = lastEnd === 0 ? 0 : lastEnd + AFTER_REQUEST_MS;
    const hasOnlyEarly = this.#lastEvent - this.#start < LATE_MS;
    if (!this.#firstMutation || (this.#expectsLateChange && hasOnlyEarly))
      return Math.max(this.#start + this.watchMs, shownFrom) - now;
    const idleFrom = Math.max(this.#lastEvent, this.#leavingUntil) + this.#idleMs();
    const untilIdle = Math.max(idleFrom, shownFrom, this.#start + this.minMs) - now;
    const mutatingFrom = Math.max(this.#firstMutation, lastEnd);
    return Math.min(untilIdle, mutatingFrom + MAX_MUTATING_MS - now);
  }

  /** @param {number} milliseconds @returns {Promise<void>} resolves earlier at the next event */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
