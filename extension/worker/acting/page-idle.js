//! When a page has come to rest after an action: the worker's clock, since timers of pages are slow
//! in tabs that nobody sees. It is told what happens and looks at nothing itself.

/** Without a change, for how long is watched: most handlers that fetch something answer late. */
export const WATCH_LONG_MS = 500;
export const WATCH_SHORT_MS = 100;
/** Changes are over when none came for so long; for the second, where they come in bursts. */
const QUIET_MS = 50;
const QUIET_OF_BURSTS_MS = 100;
const MANY_BURSTS = 3;
const ONE_BURST_MS = 20;
/** Changes that do not end are waited for no longer. */
const MAX_CHANGING_MS = 500;
/** A page that says it is busy is waited for so long. */
const MAX_BUSY_MS = 2000;
/** After a new document was parsed. */
const QUIET_OF_PAGE_MS = 100;
/** In all. */
const MAX_MS = 5000;

/** `loading`: a navigation was still under way; `cap`: changes did not end.
 * @typedef {'quiet' | 'loading' | 'cap'} Settled */
/** `navigated`: another document has come; `within`: the address alone has changed.
 * @typedef {{kind: 'navigated' | 'within', url: string}} PageNavigation */

/** The time after one action. */
export class PageIdle {
  /** @type {PageNavigation | null} */
  navigation = null;
  isStopped = false;
  /** @type {'none' | 'begun' | 'committed' | 'ready'} of a new document of the main frame */
  #loading = 'none';
  #begun = performance.now();
  #last = this.#begun;
  #first = 0;
  #bursts = 0;
  #busy = false;
  /** @type {() => void} */
  #wake = () => {};

  /** @param {number} watchMs for how long to watch where nothing happens */
  constructor(watchMs) {
    this.watchMs = watchMs;
  }

  /** The last event was sent just now: from here on time counts. */
  begin() {
    this.#begun = performance.now();
    if (this.#first) this.#first = this.#begun;
  }

  /** Something changed. */
  changed() {
    const now = performance.now();
    if (now - this.#last > ONE_BURST_MS || !this.#first) this.#bursts += 1;
    this.#first ||= now;
    this.#last = now;
    this.#wake();
  }

  /** The page waits for the person: nothing more happens. */
  stop() {
    this.isStopped = true;
    this.#wake();
  }

  /** @param {boolean} busy whether the page says that more is to come */
  busy(busy) {
    this.#busy = busy;
    this.#wake();
  }

  /** @param {import('./navigations.js').Navigation} navigation of the main frame */
  onNavigation({ kind, url }) {
    this.#last = performance.now();
    if (kind === 'begun') this.#loading = 'begun';
    if (kind === 'committed') {
      this.#loading = 'committed';
      this.navigation = { kind: 'navigated', url };
    }
    if (kind === 'ready' && this.#loading === 'committed') this.#loading = 'ready';
    if (kind === 'failed') this.#loading = this.navigation?.kind === 'navigated' ? 'ready' : 'none';
    if (kind === 'within') {
      // What was asked for is in the document that is there.
      if (this.#loading === 'begun') this.#loading = 'none';
      this.navigation ??= { kind: 'within', url };
      this.changed();
    }
    this.#wake();
  }

  /** Whether a new document is on its way or has come. */
  get isLoading() {
    return this.#loading !== 'none';
  }

  /**
   * Waits until the page is at rest.
   * @param {() => number} left milliseconds that may be waited at most
   * @returns {Promise<{settled: Settled, waitedMs: number}>}
   */
  async rest(left) {
    for (;;) {
      const now = performance.now();
      const end = this.#end(now);
      if (end || left() <= 0) {
        const settled = end ?? (this.isLoading ? 'loading' : 'cap');
        return { settled, waitedMs: Math.round(now - this.#begun) };
      }
      await this.#pause(Math.min(this.#until(now), left()));
    }
  }

  /** @param {number} now @returns {Settled | null} why it is over; null: it is not */
  #end(now) {
    if (this.isStopped) return 'quiet';
    if (now - this.#begun >= MAX_MS) return this.#loading === 'none' ? 'cap' : 'loading';
    if (this.#until(now) > 0) return null;
    return this.#isEndless(now) ? 'cap' : 'quiet';
  }

  /** @param {number} now */
  #isEndless(now) {
    return this.#loading === 'none' && this.#first > 0 && now - this.#last < this.#quiet();
  }

  #quiet() {
    return this.#bursts >= MANY_BURSTS ? QUIET_OF_BURSTS_MS : QUIET_MS;
  }

  /** @param {number} now @returns {number} milliseconds until it is over, if nothing happens */
  #until(now) {
    const most = this.#begun + MAX_MS - now;
    if (this.#loading === 'begun' || this.#loading === 'committed') return most;
    if (this.#loading === 'ready') return Math.min(most, this.#last + QUIET_OF_PAGE_MS - now);
    if (this.#busy && now - this.#begun < MAX_BUSY_MS) return this.#begun + MAX_BUSY_MS - now;
    if (!this.#first) return this.#begun + this.watchMs - now;
    return Math.min(this.#last + this.#quiet() - now, this.#first + MAX_CHANGING_MS - now);
  }

  /** @param {number} milliseconds @returns {Promise<void>} also over when something happens */
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
