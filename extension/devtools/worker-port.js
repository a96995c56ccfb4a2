//! The port from a DevTools page to the worker, with a promise for each request.

import * as browserApi from '../shared/browser-api.js';

/** @typedef {{error?: string, message?: string, hint?: string}} FaultText */
/** @typedef {{ask: number, answer?: unknown, fault?: FaultText}} Message */

/** A fault in place of an answer. */
export class RequestFault extends Error {
  /** @param {FaultText} fault */
  constructor({ message = '', hint = '' }) {
    super([message, hint].filter(Boolean).join(' '));
  }
}

/** The port was closed before the answer was received. */
class PortClosed extends Error {}

/** A port to the worker. It is reopened after Chrome has stopped the worker. */
export class WorkerPort {
  /** @type {browserApi.Port | null} */
  #port = null;
  #last = 0;
  /** @type {Map<number, {resolve: (answer: unknown) => void, reject: (error: Error) => void}>} */
  #pending = new Map();

  /**
   * @param {number} tab the inspected one
   * @param {() => void} [onEnd] called when the port is closed
   */
  constructor(tab, onEnd = () => {}) {
    this.tab = tab;
    this.onEnd = onEnd;
  }

  /**
   * @param {string} name
   * @param {object} [params]
   * @returns {Promise<unknown>} rejects with `RequestFault`, or if the extension was reloaded
   */
  async request(name, params = {}) {
    try {
      return await this.#send(name, params);
    } catch (error) {
      if (error instanceof PortClosed) return await this.#send(name, params);
      throw error;
    }
  }

  /** @param {string} name @param {object} params @returns {Promise<unknown>} */
  #send(name, params) {
    return new Promise((resolve, reject) => {
      const ask = ++this.#last;
      this.#port ??= this.#connect();
      this.#pending.set(ask, { resolve, reject });
      this.#port.postMessage({ ...params, ask, do: name, tab: this.tab });
    });
  }

  #connect() {
    const port = browserApi.connectToWorker('devtools');
    port.onMessage.addListener((/** @type {Message} */ { ask, answer, fault }) => {
      const request = this.#pending.get(ask);
      this.#pending.delete(ask);
      if (fault) request?.reject(new RequestFault(fault));
      else request?.resolve(answer);
    });
    port.onDisconnect.addListener(() => {
      browserApi.lastError();
      this.#port = null;
      const pending = [...this.#pending.values()];
      this.#pending.clear();
      for (const { reject } of pending) reject(new PortClosed('the worker was stopped'));
      this.onEnd();
    });
    return port;
  }
}
