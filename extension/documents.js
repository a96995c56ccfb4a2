//! Talking to the recorder of one document: putting it there, asking, taking turns, noticing that nobody answers. It carries
//! what the recorder says without looking into it.

import * as ext from './ext.js';
import { pageBlocked } from './faults.js';

const RECORDER = 'recorder.js';
const TICK = 50;
const TICKS_BEFORE_PING = 8;
const TICKS_BEFORE_BLOCKED = 34;

/** The document that was meant is not there any more, or its tab is not. */
export class Lost extends Error {}

/** Chrome does not let a script into the document. */
export class Refused extends Error {}

/** One document of a tab. */
export class PageDocument {
  /**
   * @param {number} tab
   * @param {string} id Chrome's documentId
   */
  constructor(tab, id) {
    this.tab = tab;
    this.id = id;
    /** Milliseconds that it took to put the recorder there; 0 when it was there. */
    this.injectMs = 0;
  }

  /**
   * Asks the recorder, putting it there first where it is not yet.
   * @param {{axlens: string, [key: string]: any}} message
   * @returns {Promise<any>} rejects with `Lost` or `Refused`
   */
  async ask(message) {
    const answer = await this.askThere(message);
    if (answer !== undefined) return answer;
    const start = performance.now();
    await this.inject([RECORDER]);
    this.injectMs += performance.now() - start;
    const second = await this.askThere(message);
    if (second === undefined) throw new Lost('the recorder did not stay');
    return second;
  }

  /**
   * Asks the recorder if there is one.
   * @param {{axlens: string, [key: string]: any}} message
   * @returns {Promise<any>} `undefined` where no recorder listens; rejects with `Lost`
   */
  async askThere(message) {
    try {
      return await ext.askDocument(this.tab, this.id, message);
    } catch (error) {
      // Without a listener Chrome says so at once. Any other end means that the document went away meanwhile.
      if (/Receiving end does not exist/.test(String(error))) return undefined;
      throw new Lost(String(error));
    }
  }

  /** @param {string[]} files */
  async inject(files) {
    try {
      await ext.injectFiles(this.tab, this.id, files);
    } catch (error) {
      const text = String(error);
      throw /No document with id|was removed|No tab with id|tab was closed/.test(text) ? new Lost(text) : new Refused(text);
    }
  }

  /** Settles, however, as soon as the document's scripts run or the document is gone. */
  async sign() {
    try {
      const answer = await this.askThere({ axlens: 'ping' });
      if (answer === undefined) await ext.probeDocument(this.tab, this.id);
    } catch {
      // That the document is gone is noticed, and said, by whoever asked it something.
    }
  }

  /**
   * Rejects with the fault `page_blocked` when the document shows no sign of life for about 1.7 seconds. A page that is
   * merely busy answers between two of its tasks. A tick that comes late says that the whole machine is busy, so it does
   * not count against the page.
   * @template T
   * @param {Promise<T>} work what the document has been asked to do
   * @returns {Promise<T>}
   */
  guard(work) {
    return new Promise((resolve, reject) => {
      let silent = 0;
      let asked = false;
      let last = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        if (now - last < 2 * TICK) silent += 1;
        last = now;
        if (silent >= TICKS_BEFORE_BLOCKED) {
          clearInterval(timer);
          reject(pageBlocked());
        }
        if (silent < TICKS_BEFORE_PING || asked) return;
        asked = true;
        this.sign().then(() => {
          silent = 0;
          asked = false;
        });
      }, TICK);
      work.then(resolve, reject).finally(() => clearInterval(timer));
    });
  }
}

/** @type {Map<string, Promise<unknown>>} */
const turns = new Map();

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
