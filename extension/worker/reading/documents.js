//! Talking to the recorder of one document: injecting it, asking, taking turns, noticing that
//! no answer comes. It passes on what the recorder answers without looking into it.

import * as browserApi from '../../shared/browser-api.js';
import { pageBlocked } from '../faults.js';

const RECORDER = ['page/recorder/recorder.js'];
const TICK = 50;
const TICKS_BEFORE_PING = 8;
const TICKS_BEFORE_BLOCKED = 34;
const TICKS_WHEN_SATURATED = 120;
const SATURATED = 0.15;

/** The requested document is not there any more, or its tab is not. */
export class DocumentLost extends Error {}

/** Chrome does not let a script into the document. */
export class ScriptRefused extends Error {
  /** The document is Chrome's own, in the place of one that could not be loaded. */
  get isErrorPage() {
    return /error page/i.test(this.message);
  }
}

/**
 * Documents whose recorder has answered. Elsewhere it is injected before it is asked: asking in
 * vain costs a round trip, injecting twice does no harm.
 */
const answering = new Set();
const MAX_ANSWERING = 1000;

/**
 * Injects the recorder into whatever document a tab shows, before it is known which that is.
 * @param {number} tab
 * @returns {Promise<string | null>} the document; null where no script may run
 */
export const injectEarly = (tab) =>
  browserApi.injectIntoMainFrame(tab, RECORDER).then(
    (document) => document ?? null,
    () => null,
  );

/**
 * Injects the recorder into a document that nobody has asked for yet.
 * @param {number} tab
 * @param {string} document
 */
export async function injectAtCommit(tab, document) {
  const page = new PageDocument(tab, document);
  try {
    await page.inject(RECORDER);
    noteAnswering(document);
  } catch {
    // It went on to another, or no script may enter: who asks is told.
  }
}

/** @param {string} document */
function noteAnswering(document) {
  if (answering.size >= MAX_ANSWERING) answering.clear();
  answering.add(document);
}

/** One document of a tab. */
export class PageDocument {
  /**
   * @param {number} tab
   * @param {string} id Chrome's documentId
   * @param {Promise<string | null> | null} [put] the document that the recorder is being injected
   *   into already, whichever it is
   */
  constructor(tab, id, put = null) {
    this.tab = tab;
    this.id = id;
    /** Milliseconds that it took to inject the recorder; 0 when it was there. */
    this.injectMs = 0;
    this.put = put;
    /**
     * @type {((message: object) => Promise<any>) | null} another way for the next question, of
     * which nothing may come: `undefined`
     */
    this.asksFirst = null;
    /** Whether it has said, to a ping, that the script that acts is there. */
    this.canAct = false;
  }

  /** @returns {Promise<{world: number} | undefined>} as the recorder says; none: there is none */
  async ping() {
    const there = await this.sendIfInjected({ axlens: 'ping' });
    this.canAct = there?.acts === true;
    return there;
  }

  /**
   * Asks the recorder, injecting it first where it is not yet there.
   * @param {object} message
   * @returns {Promise<any>} rejects with `DocumentLost` or `ScriptRefused`
   */ async send(message) {
    const first = this.asksFirst;
    this.asksFirst = null;
    const answer =
      (await first?.(message)) ??
      (answering.has(this.id) ? await this.sendIfInjected(message) : undefined);
    if (answer !== undefined) return answer;
    const start = performance.now();
    if ((await this.put) !== this.id) await this.inject(RECORDER);
    this.injectMs += performance.now() - start;
    const second = await this.sendIfInjected(message);
    if (second === undefined) throw new DocumentLost('the recorder did not stay');
    noteAnswering(this.id);
    return second;
  }

  /**
   * Asks the recorder if there is one.
   * @param {object} message
   * @returns {Promise<any>} `undefined` where no recorder listens; rejects with `DocumentLost`
   */
  async sendIfInjected(message) {
    try {
      return await browserApi.sendToDocument(this.tab, this.id, message);
    } catch (error) {
      // Without a listener Chrome reports that at once. Any other end means that the document went
      // away meanwhile.
      if (/Receiving end does not exist/.test(String(error))) return undefined;
      throw new DocumentLost(String(error));
    }
  }

  /** @param {string[]} files */
  inject(files) {
    return this.#entered(browserApi.injectFiles(this.tab, this.id, files));
  }

  /**
   * Runs a function in the world of the page's own scripts.
   * @template {any[]} Given
   * @param {(...given: Given) => void} func
   * @param {Given} given
   */
  runInPage(func, given) {
    return this.#entered(browserApi.runInMainWorld(this.tab, this.id, func, given));
  }

  /** @param {Promise<unknown>} entering rejects with `DocumentLost` or `ScriptRefused` */
  async #entered(entering) {
    try {
      await entering;
    } catch (error) {
      const text = String(error);
      throw /No document with id|was removed|not ready|No tab with id|tab was closed/.test(text)
        ? new DocumentLost(text)
        : new ScriptRefused(text);
    }
  }

  /**
   * Settles, however, as soon as the document's scripts run or the document is gone. A script that
   * does nothing takes one trip, a message to the recorder several, and a busy page may let each
   * trip wait for one of its long tasks.
   */
  async sign() {
    await browserApi.probeDocument(this.tab, this.id).catch(() => {});
  }

  /**
   * Rejects with the fault `page_blocked` when the document shows no sign of life for about 1.7
   * seconds. A page that is merely busy answers between two of its tasks.
   * @template T
   * @param {Promise<T>} work what the document has been asked to do
   * @returns {Promise<T>}
   */
  guard(work) {
    return new Promise((resolve, reject) => {
      const watchdog = new LivenessWatchdog(this, () => reject(pageBlocked()));
      work.then(resolve, reject).finally(() => watchdog.end());
    });
  }
}

/**
 * Counts for how many ticks a document has shown no sign of life. Nothing that Chrome offers
 * distinguishes an open dialog from a page that computes. But where a dialog is open the processors
 * have nothing to do, so on a machine that is working to its limits, where a page may wait long for
 * its share, more patience is due.
 */
class LivenessWatchdog {
  /**
   * @param {PageDocument} page
   * @param {() => void} onBlocked called once
   */
  constructor(page, onBlocked) {
    this.page = page;
    this.onBlocked = onBlocked;
    this.ticks = 0;
    this.limit = TICKS_BEFORE_BLOCKED;
    this.asked = false;
    this.last = performance.now();
    /** @type {Promise<{ idle: number, total: number } | null>} */
    this.before = Promise.resolve(null);
    this.timer = setInterval(() => this.tick(), TICK);
  }

  end() {
    clearInterval(this.timer);
  }

  tick() {
    const now = performance.now();
    // A tick that comes late was held up by the machine, not by the page.
    if (now - this.last < 2 * TICK) this.ticks += 1;
    this.last = now;
    if (this.ticks >= this.limit) this.judge();
    if (this.ticks < TICKS_BEFORE_PING || this.asked) return;
    this.asked = true;
    this.before = processorTimes();
    this.page.sign().then(() => {
      this.ticks = 0;
      this.limit = TICKS_BEFORE_BLOCKED;
      this.asked = false;
    });
  }

  async judge() {
    const counted = this.ticks;
    // Until the processor times have come, later ticks do not ask again.
    this.limit = Infinity;
    const [before, after] = await Promise.all([this.before, processorTimes()]);
    if (this.ticks < counted) return;
    const idle = before && after ? (after.idle - before.idle) / (after.total - before.total) : 1;
    if (idle >= SATURATED || counted >= TICKS_WHEN_SATURATED) {
      this.end();
      this.onBlocked();
    } else {
      this.limit = TICKS_WHEN_SATURATED;
    }
  }
}

const processorTimes = () => browserApi.getProcessorTimes().catch(() => null);

/** @type {Map<string, Promise<unknown>>} */
const turns = new Map();

/** @type {Map<string, Promise<void>>} by document, while a registry is on its way to it */
export const commits = new Map();

/**
 * @param {string} document @returns {boolean} no query has or awaits its turn, and nothing is on
 *   its
 * way to it
 */
export const isFree = (document) => !turns.has(document) && !commits.has(document);

/**
 * One after the other: between a record and its commit no other record of that document may come.
 * @template T
 * @param {string} document
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(document, work) {
  const before = turns.get(document) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine
    .catch(() => {})
    .then(() => {
      if (turns.get(document) === settled) turns.delete(document);
    });
  turns.set(document, settled);
  return mine;
}
