//! Reports when something in a tab may have changed, so that a client that waits for a condition
//! reads the tab again. It does not read the tab.

import { pause } from '../deadline.js';
import { DocumentLost, PageDocument } from './documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { allowedFrames } from '../browser/frames.js';
import { watchNavigations } from '../acting/navigations.js';
import { refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */

/** How long a tab is watched after the last query. */
const MAX_IDLE_MS = 30_000;
/** After this time without a change, changes that belong together are complete. */
const QUIET_MS = 50;
/** The longest wait for changes that belong together. */
const MAX_CHANGING_MS = 250;

/** @type {Map<number, TabWatch>} */
const watches = new Map();

browserApi.onTabRemoved((tab) => watches.get(tab)?.end());
browserApi.onTabReplaced((_, removed) => watches.get(removed)?.end());

/** Ends all watches, because the user changed what may be read. */
export function endWatches() {
  for (const watch of watches.values()) watch.end();
}

/** The changes of one tab. */
class TabWatch {
  /** Unique for each watch: the count of an earlier worker is unknown. */
  #name = crypto.randomUUID();
  #count = 0;
  #last = 0;
  /** @type {Map<string, browserApi.Port>} by document */
  #ports = new Map();
  /** @type {Set<() => void>} */
  #waiters = new Set();
  #idle = 0;
  #isEnded = false;

  /** @param {number} tab */
  constructor(tab) {
    this.tab = tab;
    this.endNavigations = watchNavigations(tab, () => this.#changed());
    watches.set(tab, this);
  }

  /** @returns {string} the name of the current state */
  get seen() {
    return `${this.#name}.${this.#count}`;
  }

  /**
   * Makes every document of the tab report its changes.
   * @param {ChosenTab} chosen
   */
  async join(chosen) {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), MAX_IDLE_MS);
    const frames = await allowedFrames(chosen);
    await Promise.all(frames.filter((at) => !at.refused).map((at) => this.#connect(at)));
  }

  /** @param {FrameInfo} at */
  async #connect(at) {
    const known = this.#ports.get(at.document);
    if (known) return known.postMessage({ again: true });
    const page = new PageDocument(this.tab, at.document);
    try {
      await page.guard(page.send({ axlens: 'ping' }));
    } catch (error) {
      // A document that replaced it reports its changes; one that can't be read does not.
      if (error instanceof DocumentLost || at.frame !== 0) return;
      throw await refusalFrom(this.tab, at.url, error);
    }
    if (this.#isEnded || this.#ports.has(at.document)) return;
    const port = browserApi.connectToDocument(this.tab, at.document, 'changes');
    this.#ports.set(at.document, port);
    port.onMessage.addListener(() => this.#changed());
    port.onDisconnect.addListener(() => {
      browserApi.lastError();
      this.#ports.delete(at.document);
      this.#changed();
    });
    this.#changed();
  }

  #changed() {
    this.#count += 1;
    this.#last = performance.now();
    for (const wake of this.#waiters) wake();
  }

  /**
   * Waits for the next change and those that belong to it.
   * @param {number} milliseconds at most
   * @param {AbortSignal} signal aborted when no client waits any more
   */
  async next(milliseconds, signal) {
    await this.#until(milliseconds, signal);
    const since = performance.now();
    while (!this.#isEnded && !signal.aborted && this.#isChanging(since)) await pause(QUIET_MS);
  }

  /** @param {number} since */
  #isChanging(since) {
    const now = performance.now();
    return now - this.#last < QUIET_MS && now - since < MAX_CHANGING_MS;
  }

  /** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
  #until(milliseconds, signal) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiters.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiters.add(done);
      signal.addEventListener('abort', done);
      if (this.#isEnded || signal.aborted) done();
    });
  }

  end() {
    this.#isEnded = true;
    clearTimeout(this.#idle);
    this.endNavigations();
    for (const port of this.#ports.values()) port.disconnect();
    if (watches.get(this.tab) === this) watches.delete(this.tab);
    for (const wake of this.#waiters) wake();
  }
}

/**
 * Waits until something has changed since the state `seen`; does not wait if there is none.
 * @param {ChosenTab} chosen
 * @param {{seen?: string | null, forMs: number}} params
 * @param {AbortSignal} signal
 * @returns {Promise<{seen: string, changed: boolean}>}
 */
export async function changesSince(chosen, { seen, forMs }, signal) {
  const watch = watches.get(chosen.id) ?? new TabWatch(chosen.id);
  await watch.join(chosen);
  if (seen === watch.seen) await watch.next(forMs, signal);
  return { seen: watch.seen, changed: seen !== watch.seen };
}
