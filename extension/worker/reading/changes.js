//! Says when something in a tab may have changed: who waits for something looks again then. It
//! looks at nothing itself.

import { pause } from '../deadline.js';
import { DocumentLost, PageDocument } from './documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { allowedFrames } from '../browser/frames.js';
import { watchNavigations } from '../acting/navigations.js';
import { refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */

/** A tab of which nobody asks any more is watched for so long. */
const MAX_IDLE_MS = 30_000;
/** Changes that belong together are over when none came for so long. */
const QUIET_MS = 50;
/** Changes that do not end are waited for no longer. */
const MAX_CHANGING_MS = 250;

/** @type {Map<number, TabWatch>} */
const watches = new Map();

browserApi.onTabRemoved((tab) => watches.get(tab)?.end());
browserApi.onTabReplaced((_, removed) => watches.get(removed)?.end());

/** What pages say is the user's to take away. */
export function endWatches() {
  for (const watch of watches.values()) watch.end();
}

/** The changes of one tab. */
class TabWatch {
  /** Another for each watch: what a worker before this one has counted is not known. */
  #name = crypto.randomUUID();
  #count = 0;
  #last = 0;
  /** @type {Map<string, chrome.runtime.Port>} by document */
  #ports = new Map();
  /** @type {Set<() => void>} */
  #waiting = new Set();
  #idle = 0;
  #isOver = false;

  /** @param {number} tab */
  constructor(tab) {
    this.tab = tab;
    this.endNavigations = watchNavigations(tab, () => this.#changed());
    watches.set(tab, this);
  }

  /** @returns {string} names what was seen so far */
  get seen() {
    return `${this.#name}.${this.#count}`;
  }

  /**
   * From here on every document of the tab says what changes in it.
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
      // The one that has come in its place says so; what can't be read has nothing to say.
      if (error instanceof DocumentLost || at.frame !== 0) return;
      throw await refusalFrom(this.tab, at.url, error);
    }
    if (this.#isOver || this.#ports.has(at.document)) return;
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
    for (const wake of this.#waiting) wake();
  }

  /**
   * Waits for the next change, and until those that belong to it are over.
   * @param {number} milliseconds at most
   * @param {AbortSignal} signal nobody waits any more
   */
  async next(milliseconds, signal) {
    await this.#until(milliseconds, signal);
    const since = performance.now();
    while (!this.#isOver && !signal.aborted && this.#isChanging(since)) await pause(QUIET_MS);
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
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
      if (this.#isOver || signal.aborted) done();
    });
  }

  end() {
    this.#isOver = true;
    clearTimeout(this.#idle);
    this.endNavigations();
    for (const port of this.#ports.values()) port.disconnect();
    if (watches.get(this.tab) === this) watches.delete(this.tab);
    for (const wake of this.#waiting) wake();
  }
}

/**
 * Waits until something has changed since what was seen; where nothing was, no time.
 * @param {ChosenTab} chosen
 * @param {{seen: string | null, forMs: number}} params
 * @param {AbortSignal} signal
 * @returns {Promise<{seen: string, changed: boolean}>}
 */
export async function changesSince(chosen, { seen, forMs }, signal) {
  const watch = watches.get(chosen.id) ?? new TabWatch(chosen.id);
  await watch.join(chosen);
  if (seen === watch.seen) await watch.next(forMs, signal);
  return { seen: watch.seen, changed: seen !== watch.seen };
}
