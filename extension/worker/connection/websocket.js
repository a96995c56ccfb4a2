//! One WebSocket to the server that stays open. Queries come in as they are asked, answers go out,
//! each a message; a request for each would take several times as long. It looks into neither. The
//! server's first message must prove that it is the one behind the port; nothing is taken or sent
//! before that.

import * as identity from './identity.js';
import { isProven, newNonce } from './proof.js';
import { WIRE, portOf } from './server-requests.js';

/** A server that sends nothing for longer than this, not even that there is nothing, is gone. */
const MAX_IDLE_MS = 35_000;
/** How long a server may take to prove itself. */
const MAX_UNPROVEN_MS = 5_000;
/** Longer texts are handed over as a blob: Chrome copies those in one piece. */
const LONG_TEXT = 60_000;
/** Bytes of the longest answer that the server takes. */
const MAX_SIZE = 64 * 1024 * 1024;
/** Why the server closes the WebSocket of a copied profile. */
const ID_TAKEN = 'browser_id_taken';
/** In the place of a query's id: what the worker says of itself. */
const HELLO = 'hello';
/** Likewise: that a query waits for a person, or does no longer. */
const WAITING = 'waiting';

/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/**
 * @typedef {{greeting: () => string, onProven: () => void, onMessage: (message: string) => void}}
 *   Hooks
 */

/** @typedef {'refused' | 'unproven' | 'id_taken' | 'closed'} Ended */

export class ServerSocket {
  /** @type {WebSocket | null} once the server has proven itself */
  #socket = null;
  /** @type {Set<() => void>} who waits for that */
  #waiting = new Set();

  /** @param {string} instance id of this worker @param {Hooks} hooks */
  constructor(instance, hooks) {
    this.instance = instance;
    this.hooks = hooks;
  }

  /**
   * Holds the WebSocket open until either side closes it.
   * @param {Endpoint} endpoint
   * @param {import('./server-requests.js').Proven} proven
   * @param {AbortSignal} signal ends it
   * @returns {Promise<Ended>} when it has ended: whether it was ever open, and to whom
   */
  hold(endpoint, proven, signal) {
    const nonce = newNonce();
    const socket = new WebSocket(
      `${endpoint.url.replace(/^http/, 'ws')}/websocket`,
      this.#protocols(proven, nonce),
    );
    /** @param {string} message */
    const isServer = (message) =>
      isProven(
        endpoint.key,
        { role: 'websocket', asker: nonce, server: proven.exchange, port: portOf(endpoint) },
        proofIn(message),
      );
    return this.#run(socket, signal, isServer);
  }

  /**
   * What is said of ourselves while it is opened: the one place that a browser leaves for that.
   * @param {import('./server-requests.js').Proven} proven
   * @param {string} nonce
   */
  #protocols({ exchange, proof }, nonce) {
    return [
      `axlens.${WIRE}`,
      `exchange.${exchange}`,
      `proof.${proof}`,
      `nonce.${nonce}`,
      `instance.${this.instance}`,
      `browser.${identity.id()}`,
    ];
  }

  /**
   * @param {WebSocket} socket
   * @param {AbortSignal} signal
   * @param {(message: string) => Promise<boolean>} isServer
   * @returns {Promise<Ended>}
   */
  #run(socket, signal, isServer) {
    let timer = setTimeout(() => socket.close(), MAX_UNPROVEN_MS);
    const end = () => socket.close();
    signal.addEventListener('abort', end);
    return new Promise((resolve) => {
      /** @type {Ended} */
      let outcome = 'refused';
      /** @type {Promise<boolean> | null} */
      let proven = null;
      socket.onopen = () => {
        outcome = 'unproven';
      };
      socket.onmessage = async ({ data }) => {
        const message = String(data);
        clearTimeout(timer);
        timer = setTimeout(() => socket.close(), MAX_IDLE_MS);
        if (!proven) {
          proven = isServer(message);
          if (!(await proven)) return socket.close();
          outcome = 'closed';
          return this.#open(socket);
        }
        if (await proven) this.hooks.onMessage(message);
      };
      socket.onclose = ({ reason }) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        if (this.#socket === socket) this.#socket = null;
        resolve(outcome === 'closed' && reason === ID_TAKEN ? 'id_taken' : outcome);
      };
    });
  }

  /** @param {WebSocket} socket */
  #open(socket) {
    if (socket.readyState !== WebSocket.OPEN) return;
    this.#socket = socket;
    this.greet();
    this.hooks.onProven();
    for (const tell of this.#waiting) tell();
    this.#waiting.clear();
  }

  /** Says of the extension what the server should know. */
  greet() {
    this.send(HELLO, this.hooks.greeting());
  }

  /** @param {string} body of the endpoint `/waiting` */
  waiting(body) {
    this.send(WAITING, body);
  }

  /** @returns {boolean} */
  isOpen() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  /** @returns {Promise<void>} when it is open */
  whenOpen() {
    if (this.isOpen()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  /**
   * Sends the answer of a query.
   * @param {string} id
   * @param {string} body
   * @returns {'sent' | 'too_large' | 'closed'}
   */
  send(id, body) {
    if (!this.#socket || !this.isOpen()) return 'closed';
    const text = `${id}\n${body}`;
    if (text.length <= LONG_TEXT) {
      this.#socket.send(text);
      return 'sent';
    }
    const parcel = new Blob([text]);
    if (parcel.size > MAX_SIZE) return 'too_large';
    this.#socket.send(parcel);
    return 'sent';
  }
}

/** @param {string} message @returns {unknown} */
function proofIn(message) {
  try {
    return JSON.parse(message)?.proof;
  } catch {
    return undefined;
  }
}
