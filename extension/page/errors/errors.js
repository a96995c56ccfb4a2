//! Lists what the browser reports of the document (deprecations, interventions, violations of its
//! Content Security Policy), also what it reported before, and resources of elements that could
//! not be loaded, from the first request of an agent on. It listens only, to what every page has:
//! the page can't notice that. Uncaught exceptions, unhandled rejections, calls of the console
//! and failed responses never reach the isolated world: where the user has turned it on, a script
//! in the page's own world reports them.
//!
//! The entry point of a bundle, a classic script for the page's isolated world. It is injected on
//! first use; injecting it again has no effect.

import { reportedError } from './reports.js';
import { failedLoad, failedResource } from './resources.js';
import { KeptErrors } from './kept-errors.js';
import { occurrencesOf } from './reported.js';
import { watchFields } from './secret-values.js';

/** @typedef {import('./kept-errors.js').PageError} PageError */
/** @typedef {import('./kept-errors.js').Occurrence} Occurrence */

/** The number of reports of a type that Chrome keeps for later observers. */
const MAX_BUFFERED = 100;
/** Events of failed resources that wait to be processed. */
const MAX_WAITING = 300;
/** Of these, so many are processed in one task. */
const PER_TASK = 30;
/** @type {ReportingObserverOptions['types']} */
const REPORTS = ['deprecation', 'intervention', 'csp-violation'];
/** Files of the extension, which are no part of the page. */
const OWN = chrome.runtime.getURL('');

/** The list of the document. */
class ErrorList {
  #errors = new KeptErrors();
  /** So that no number of them displaces an error. */
  #calls = new KeptErrors();
  #responses = new KeptErrors();
  /** A script in the page's own world reports what does not reach this one. */
  #hasPageWorld = false;
  #isPartial = false;
  /** @type {import('./resources.js').FailedResource[]} */
  #waiting = [];
  #since = now();
  #observer = new ReportingObserver((reports) => this.#addReports(reports), {
    types: REPORTS,
    buffered: true,
  });

  constructor() {
    this.#observer.observe();
    const earlier = this.#observer.takeRecords();
    this.#addReports(earlier, true);
    this.#isPartial ||= (REPORTS ?? []).some(
      (type) => earlier.filter((report) => report.type === type).length >= MAX_BUFFERED,
    );
    this.#listen();
  }

  /** `document.open()` removes the listener. If it still listens, nothing changes. */
  #listen() {
    window.addEventListener('error', this.#onError, { capture: true, passive: true });
  }

  #onError = (/** @type {Event} */ event) => {
    const failed = failedResource(event, now());
    if (!failed) return;
    if (this.#waiting.length === 0) setTimeout(() => this.#process());
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(failed);
    else this.#isPartial = true;
  };

  #process() {
    this.#addFailed(this.#waiting.splice(0, PER_TASK));
    if (this.#waiting.length > 0) setTimeout(() => this.#process());
  }

  /** @param {import('./resources.js').FailedResource[]} failed */
  #addFailed(failed) {
    for (const each of failed) this.#add(failedLoad(each), false, each.time);
  }

  /** @param {MessagePort} port of the script in the page's own world */
  connect(port) {
    this.#hasPageWorld = true;
    watchFields();
    port.onmessage = ({ data }) => {
      const { occurrences, dropped } = occurrencesOf(data);
      for (const occurrence of occurrences) this.#add(occurrence);
      this.#isPartial ||= dropped;
    };
  }

  /**
   * @returns {{since: number, isPartial: boolean, hasPageWorld: boolean, errors: PageError[]}}
   */
  answer() {
    this.#listen();
    this.#addReports(this.#observer.takeRecords());
    this.#addFailed(this.#waiting.splice(0));
    const lists = [this.#errors, this.#calls, this.#responses];
    return {
      since: this.#since,
      isPartial: this.#isPartial || lists.some(({ isPartial }) => isPartial),
      hasPageWorld: this.#hasPageWorld,
      errors: lists.flatMap((list) => list.all()),
    };
  }

  /**
   * @param {number} begin by `Date.now()`
   * @returns {PageError[]} exceptions and rejections since then
   */
  exceptionsSince(begin) {
    const isException = (/** @type {PageError} */ { kind }) =>
      kind === 'exception' || kind === 'rejection';
    return this.#errors.all().filter((error) => error.last >= begin && isException(error));
  }

  /** @param {Report[]} reports @param {boolean} isEarlier */
  #addReports(reports, isEarlier = false) {
    for (const report of reports) this.#add(reportedError(report), isEarlier);
  }

  /** @param {Occurrence | null} occurrence @param {boolean} [isEarlier] @param {number} [last] */
  #add(occurrence, isEarlier = false, last = now()) {
    if (!occurrence || isOwn(occurrence.url) || isOwn(occurrence.source)) return;
    this.#listOf(occurrence.kind).add(occurrence, isEarlier, last);
  }

  /** @param {Occurrence['kind']} kind */
  #listOf(kind) {
    if (kind === 'console') return this.#calls;
    return kind === 'response' ? this.#responses : this.#errors;
  }
}

let latest = 0;

/** @returns {number} the time, never twice the same: the cursor of an answer is a time */
const now = () => (latest = Math.max(Date.now(), latest + 0.1));

/** @param {string | null} url @returns {boolean} whether the extension is the cause */
const isOwn = (url) => url?.startsWith(OWN) === true;

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  const request = /** @type {{axlensErrors?: boolean} | undefined} */ (message);
  if (isWorker && request?.axlensErrors === true) sendResponse(list.answer());
  return false;
}

/** @type {ErrorList} */
let list;
// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlensErrors')) {
  list = new ErrorList();
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensErrors', { value: list });
}
