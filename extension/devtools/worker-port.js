//! Asks the worker, for the pages of DevTools that await their answers. It does not know what is
//! asked.

import * as browserApi from '../shared/browser-api.js';

/** @typedef {{error?: string, message?: string, hint?: string}} SaidFault */

/** What the worker has answered in place of an answer. */
export class Refused extends Error {
  /** @param {SaidFault} fault */
  constructor({ message = '', hint = '' }) {
    super([message, hint].filter(Boolean).join(' '));
  }
}

/** The line has ended before the answer came. */
class Ended extends Error {}

/** A line to the worker, opened anew when Chrome has stopped that. */
export class WorkerLine {
  /** @type {chrome.runtime.Port | null} */
  #port = null;
  #last = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();

  /** @param {number} tab the inspected one @param {() => void} [onEnd] the line has ended */
  constructor(tab, onEnd = () => {}) {
    this.tab = tab;
    this.onEnd = onEnd;
  }

  /**
   * @param {string} what
   * @param {object} [params]
   * @returns {Promise<any>} rejects with `Refused`, or where the extension was loaded anew
   */
  async ask(what, params = {}) {
    try {
      return await this.#send(what, params);
    } catch (error) {
      if (error instanceof Ended) return await this.#send(what, params);
      throw error;
    }
  }

  /** @param {string} what @param {object} params @returns {Promise<any>} */
  #send(what, params) {
    return new Promise((resolve, reject) => {
      const ask = ++this.#last;
      this.#port ??= this.#connect();
      this.#waiting.set(ask, { resolve, reject });
      this.#port.postMessage({ ...params, ask, do: what, tab: this.tab });
    });
  }

  #connect() {
    const port = browserApi.connectToWorker('devtools');
    port.onMessage.addListener((/** @type {any} */ { ask, answer, fault }) => {
      const asker = this.#waiting.get(ask);
      this.#waiting.delete(ask);
      if (fault) asker?.reject(new Refused(fault));
      else asker?.resolve(answer);
    });
    port.onDisconnect.addListener(() => {
      browserApi.lastError();
      this.#port = null;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of waiting) reject(new Ended('the worker was stopped'));
      this.onEnd();
    });
    return port;
  }
}
