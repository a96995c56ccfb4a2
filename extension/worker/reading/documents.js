//! Communication with the recorder of one document: injection, messages, turns, and detection of
//! documents that do not answer. Responses are not interpreted here.

import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { DeadlineExceeded } from '../deadline.js';
import { pageBlocked } from '../faults.js';

/** @typedef {import('../../shared/browser-api/runtime.js').ProcessorTimes} ProcessorTimes */

const RECORDER = ['page/recorder/recorder.js'];
const TICK_MS = 50;
const TICKS_BEFORE_PING = 8;
/** The time of a last ping at the end of a query. */
const LAST_PING_MS = 150;
/** The time in which `guard` decides at the end of a query whether its page is blocked. */
export const VERDICT_MS = LAST_PING_MS + 50;
const TICKS_BEFORE_BLOCKED = 34;
const TICKS_WHEN_BUSY = 120;
/** The limit for a page that did not respond to the last query, from the first ping. */
const TICKS_IF_KNOWN = TICKS_BEFORE_PING + 6;
/** The time of processors that a page in use takes, as a number of processors. */
const BUSY = 0.7;

/** The document or its tab does not exist any more. */
export class DocumentLost extends Error {}

/** Chrome does not allow scripts in the document. */
export class ScriptRefused extends Error {
  /** Chrome shows an error page, because the page could not be loaded. */
  get isErrorPage() {
    return /error page/i.test(this.message);
  }
}

/**
 * Documents whose recorder has answered. In others it is injected before the first message: a
 * message without a receiver costs a round trip, a second injection is harmless.
 */
const withRecorder = new Set();
const MAX_WITH_RECORDER = 1000;

/**
 * Injects the recorder into the current document of a tab, before its id is known.
 * @param {number} tab
 * @returns {Promise<string | null>} the document; null if no script may run
 */
export const injectEarly = (tab) =>
  browserApi.injectIntoMainFrame(tab, RECORDER).then(
    (document) => document ?? null,
    () => null,
  );

/**
 * Injects the recorder into a document before the first query needs it.
 * @param {number} tab
 * @param {string} document
 */
export async function injectAtCommit(tab, document) {
  const page = new PageDocument(tab, document);
  try {
    await page.inject(RECORDER);
    noteRecorder(document);
  } catch {
    // The document was replaced, or no script may run. The next query reports that.
  }
}

/** @type {Map<number, string>} the main document of each tab, according to its last navigation */
const mainDocuments = new Map();
/**
 * Documents that others have replaced. Chrome may keep them in its back/forward cache, where they
 * run scripts of extensions and answer no message.
 */
const replacedDocuments = new Set();
const MAX_MAIN_DOCUMENTS = 1000;

/**
 * A tab has a new main document: reads of its other documents end.
 * @param {number} tab
 * @param {string} document
 */
export function mainDocumentChanged(tab, document) {
  for (const known of [mainDocuments, replacedDocuments])
    if (known.size >= MAX_MAIN_DOCUMENTS) known.clear();
  const replaced = mainDocuments.get(tab);
  if (replaced !== undefined) replacedDocuments.add(replaced);
  replacedDocuments.delete(document);
  mainDocuments.set(tab, document);
  blockedTabs.delete(tab);
  for (const { page, onLost } of reads) if (page.tab === tab && page.id !== document) onLost();
}

/** @param {string} document */
function noteRecorder(document) {
  if (withRecorder.size >= MAX_WITH_RECORDER) withRecorder.clear();
  withRecorder.add(document);
}

/** One document of a tab. */
export class PageDocument {
  /**
   * @param {number} tab
   * @param {string} id Chrome's documentId
   * @param {Promise<string | null> | null} [injected] the document that the recorder is already
   *   being injected into
   */
  constructor(tab, id, injected = null) {
    this.tab = tab;
    this.id = id;
    /** Milliseconds for the injection of the recorder; 0 if it was there. */
    this.injectMs = 0;
    this.injected = injected;
    /**
     * @type {((message: object) => Promise<unknown>) | null} another way to send the next message;
     *   resolves to `undefined` if that fails
     */
    this.sendFirst = null;
    /** Whether the actor is injected, according to the last ping. */
    this.canAct = false;
  }

  /** @returns {Promise<{world: unknown} | undefined>} undefined if there is no recorder */
  async ping() {
    const response = await this.sendIfInjected({ axlens: 'ping' });
    const { acts, world } = fieldsOf(response);
    this.canAct = acts === true;
    return response === undefined ? undefined : { world };
  }

  /**
   * Sends a message to the recorder, which is injected first if necessary.
   * @param {object} message
   * @returns {Promise<unknown>} the response; rejects with `DocumentLost` or `ScriptRefused`
   */
  async send(message) {
    const sendFirst = this.sendFirst;
    this.sendFirst = null;
    const answer =
      (await sendFirst?.(message)) ??
      (withRecorder.has(this.id) ? await this.sendIfInjected(message) : undefined);
    if (answer !== undefined) return answer;
    const start = performance.now();
    if ((await this.injected) !== this.id) await this.inject(RECORDER);
    this.injectMs += performance.now() - start;
    const response = await this.sendIfInjected(message);
    if (response === undefined) throw new DocumentLost('the recorder disappeared');
    noteRecorder(this.id);
    return response;
  }

  /**
   * Sends a message to the recorder, if there is one.
   * @param {object} message
   * @returns {Promise<unknown>} `undefined` if there is no recorder; rejects with `DocumentLost`
   */
  async sendIfInjected(message) {
    try {
      const response = await browserApi.sendToDocument(this.tab, this.id, message);
      noteLife(this.tab);
      return response;
    } catch (error) {
      // Chrome reports a missing listener like this. Any other error means that the document was
      // unloaded in the meantime.
      if (/Receiving end does not exist/.test(String(error))) return undefined;
      throw new DocumentLost(String(error));
    }
  }

  /** @param {string[]} files */
  inject(files) {
    return this.#run(browserApi.injectFiles(this.tab, this.id, files));
  }

  /**
   * Runs a function in the world of the page's scripts.
   * @template {unknown[]} Args
   * @param {(...args: Args) => void} func
   * @param {Args} args
   */
  runInPage(func, args) {
    return this.#run(browserApi.runInMainWorld(this.tab, this.id, func, args));
  }

  /** @param {Promise<unknown>} execution whose errors become `DocumentLost` or `ScriptRefused` */
  async #run(execution) {
    try {
      await execution;
      noteLife(this.tab);
    } catch (error) {
      const text = String(error);
      throw /No document with id|was removed|not ready|No tab with id|tab was closed/.test(text)
        ? new DocumentLost(text)
        : new ScriptRefused(text);
    }
  }

  /**
   * Settles as soon as scripts of the document run, or the document does not exist any more. An
   * empty script takes one round trip, a message to the recorder several, and in a busy page each
   * trip may have to wait for a long task.
   */
  async waitForSignOfLife() {
    await browserApi.probeDocument(this.tab, this.id).catch(() => {});
  }

  /** @returns {Promise<boolean>} even an empty script has no response, at the end of a query */
  async isSilent() {
    const hasResponse = this.waitForSignOfLife().then(() => true);
    const isOver = new Promise((resolve) => setTimeout(resolve, LAST_PING_MS, false));
    return !(await Promise.race([hasResponse, isOver]));
  }

  /**
   * Rejects with the fault `page_blocked` if the document does not respond for about 1.7 seconds,
   * and no other document of its tab does. A busy page responds between two of its tasks.
   * @template T
   * @param {Promise<T>} work of the document
   * @returns {Promise<T>}
   */
  guard(work) {
    return new Promise((resolve, reject) => {
      const watchdog = new LivenessWatchdog(this, () => reject(pageBlocked()));
      const onFailed = async (/** @type {unknown} */ error) =>
        reject(
          error instanceof DeadlineExceeded && (await this.isSilent()) ? pageBlocked() : error,
        );
      work.then(resolve, onFailed).finally(() => watchdog.end());
    });
  }

  /**
   * Rejects with `DocumentLost` if another main document replaces it. For reads only: an action
   * that navigates continues after that.
   * @template T
   * @param {Promise<T>} read of the document
   * @returns {Promise<T>}
   */
  untilReplaced(read) {
    return new Promise((resolve, reject) => {
      const onLost = () => reject(new DocumentLost('another document has replaced it'));
      const unfinished = { page: this, onLost };
      reads.add(unfinished);
      read.then(resolve, reject).finally(() => reads.delete(unfinished));
      if (replacedDocuments.has(this.id)) onLost();
    });
  }
}

/** @type {Set<{page: PageDocument, onLost: () => void}>} */
const reads = new Set();

/** @type {Set<LivenessWatchdog>} */
const watchdogs = new Set();

/**
 * Tabs that were found to be blocked, until one of their documents responds: the next query finds
 * that out at once.
 * @type {Set<number>}
 */
const blockedTabs = new Set();

/**
 * A dialog or a script that hangs stops all documents of its process. Of several hundred documents
 * in one process, one may have to wait long until the others have responded. The extension does not
 * know the processes; while documents of other processes respond, a blocked one is reported later.
 * @param {number} tab of which a document has responded
 */
function noteLife(tab) {
  blockedTabs.delete(tab);
  for (const watchdog of watchdogs) if (watchdog.page.tab === tab) watchdog.onLife();
}

/**
 * Counts the ticks without a response of a document or another one of its tab. Chrome has no API
 * that distinguishes an open dialog from a busy page. But while a dialog is open the processors are
 * idle. If almost a whole one is in use, the page may be computing, and the limit is higher.
 */
class LivenessWatchdog {
  /**
   * @param {PageDocument} page
   * @param {() => void} onBlocked called once
   */
  constructor(page, onBlocked) {
    this.page = page;
    this.onBlocked = onBlocked;
    this.isKnown = blockedTabs.has(page.tab);
    this.ticks = this.isKnown ? TICKS_BEFORE_PING : 0;
    this.limit = this.isKnown ? TICKS_IF_KNOWN : TICKS_BEFORE_BLOCKED;
    this.isPinged = false;
    this.last = performance.now();
    /** @type {Promise<ProcessorTimes | null>} */
    this.before = Promise.resolve(null);
    this.timer = setInterval(() => this.tick(), TICK_MS);
    watchdogs.add(this);
  }

  end() {
    clearInterval(this.timer);
    watchdogs.delete(this);
  }

  onLife() {
    this.isKnown = false;
    this.ticks = 0;
    this.limit = TICKS_BEFORE_BLOCKED;
  }

  tick() {
    const now = performance.now();
    // A late tick was delayed by the machine, not by the page.
    if (now - this.last < 2 * TICK_MS) this.ticks += 1;
    this.last = now;
    if (this.ticks >= this.limit) this.judge();
    if (this.ticks < TICKS_BEFORE_PING || this.isPinged) return;
    this.isPinged = true;
    this.before = processorTimes();
    this.page.waitForSignOfLife().then(() => {
      this.isPinged = false;
      this.onLife();
      noteLife(this.page.tab);
    });
  }

  async judge() {
    const counted = this.ticks;
    // Later ticks do not judge again before the processor times are known.
    this.limit = Infinity;
    const [before, after] = await Promise.all([this.before, processorTimes()]);
    if (this.ticks < counted) return;
    const isBusy = before && after && processorsInUse(before, after) >= BUSY;
    if (this.isKnown || !isBusy || counted >= TICKS_WHEN_BUSY) {
      blockedTabs.add(this.page.tab);
      this.end();
      this.onBlocked();
    } else {
      this.limit = TICKS_WHEN_BUSY;
    }
  }
}

const processorTimes = () => browserApi.getProcessorTimes().catch(() => null);

/** @param {ProcessorTimes} before @param {ProcessorTimes} after @returns {number} on average */
function processorsInUse(before, after) {
  const idle = (after.idle - before.idle) / (after.total - before.total);
  return (1 - idle) * after.count;
}

/** @type {Map<string, Promise<unknown>>} */
const turns = new Map();

/** @type {Map<string, Promise<void>>} pending transfers of registries, by document */
export const commits = new Map();

/**
 * @param {string} document
 * @returns {boolean} whether no query has or awaits its turn, and no registry is being transferred
 */
export const isIdle = (document) => !turns.has(document) && !commits.has(document);

/**
 * Runs work on a document after all earlier work on it: no other record may be made between a
 * record and its commit.
 * @template T
 * @param {string} document
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(document, work) {
  const before = turns.get(document) ?? Promise.resolve();
  const result = before.then(work, work);
  const settled = result
    .catch(() => {})
    .then(() => {
      if (turns.get(document) === settled) turns.delete(document);
    });
  turns.set(document, settled);
  return result;
}
