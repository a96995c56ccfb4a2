//! The windows in which the user answers. Of each kind, one window is open at a time, and the
//! others wait for it to close.

import * as browserApi from '../../shared/browser-api.js';
import { openQuestionWindow } from './question-window.js';

/** @typedef {import('./question-window.js').Size} Size */
/**
 * `path`: of the extension's page, which shows `content()`. `timeoutMs`: the time for an answer,
 * and the time for which the window waits for those before it. `onOpen`: it opens now;
 * `onMessage`: its page has sent something; `onDismissed`: the user has closed it; `onFailed`: it
 * could not be opened.
 * @typedef {{path: string, size: Size, timeoutMs: number, content: () => object,
 *   onOpen: () => void, onMessage: (message: object) => void, onDismissed: () => void,
 *   onTimeout: () => void, onFailed: () => void}} Events
 */

/** @template {QueuedWindow} Entry */
export class WindowQueue {
  /** @type {Entry[]} the first one has the window */
  entries = [];

  constructor() {
    browserApi.onWindowClosed((window) => {
      this.entries.find((each) => each.window === window)?.events.onDismissed();
    });
  }

  /** @param {Entry} entry which opens after those before it */
  add(entry) {
    this.entries.push(entry);
    if (this.entries[0] === entry) void entry.open();
  }

  /** @param {Entry} entry whose window closes, so that the next one opens */
  remove(entry) {
    const wasFirst = this.entries[0] === entry;
    this.entries = this.entries.filter((each) => each !== entry);
    entry.close();
    if (wasFirst) void this.entries.at(0)?.open();
  }

  /**
   * Connects the page in a window with its entry.
   * @param {browserApi.Port} port
   */
  serve(port) {
    const id = new URL(port.sender?.url ?? '').hash.slice(1);
    const first = this.entries.at(0);
    if (first?.id !== id || !first.connect(port)) port.postMessage({ over: true });
  }
}

/** A window that is open, or waits for those before it. */
export class QueuedWindow {
  id = crypto.randomUUID();
  /** The time of its timeout, in milliseconds since 1970; 0 until it opens. */
  #ends = 0;
  /** @type {number | undefined} Chrome's id */
  window = undefined;
  /** @type {browserApi.Port | null} to the page in it */
  #port = null;
  #isClosed = false;
  #timer;

  /** @param {Events} events */
  constructor(events) {
    this.events = events;
    this.#timer = setTimeout(events.onTimeout, events.timeoutMs);
  }

  /** Whether it is open, or is being opened. */
  get hasOpened() {
    return this.#ends > 0;
  }

  async open() {
    const { path, size, timeoutMs, onOpen, onTimeout, onFailed } = this.events;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onTimeout, timeoutMs);
    this.#ends = Date.now() + timeoutMs;
    onOpen();
    try {
      this.window = await openQuestionWindow(`${path}#${this.id}`, size);
      // It may have been closed while it was opened.
      if (this.#isClosed && this.window !== undefined) await browserApi.closeWindow(this.window);
    } catch {
      onFailed();
    }
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#port?.postMessage({ over: true });
    if (this.window !== undefined) browserApi.closeWindow(this.window).catch(() => {});
  }

  /** @param {browserApi.Port} port @returns {boolean} false: another page is connected */
  connect(port) {
    if (this.#port) return false;
    this.#port = port;
    port.onDisconnect.addListener(() => {
      this.#port = null;
      this.events.onDismissed();
    });
    port.onMessage.addListener((/** @type {object} */ message) => this.events.onMessage(message));
    this.update();
    return true;
  }

  /** Shows the content of now. */
  update() {
    const seconds = Math.ceil((this.#ends - Date.now()) / 1000);
    this.#port?.postMessage({ question: { ...this.events.content(), seconds } });
  }
}
