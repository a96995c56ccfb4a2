//! The WebSocket to the server, which stays open. Each query and each answer is one message; an
//! HTTP request for each would take several times as long. The server's first message must prove
//! its identity; no other message is sent or accepted before that.

import * as identity from './identity.js';
import { isProven, newNonce } from './proof.js';
import { WIRE, portOf } from './server-requests.js';

/** The server sends a message at least this often, even if there is no query. */
const IDLE_TIMEOUT_MS = 35_000;
/** Time in which the server must prove itself. */
const PROOF_TIMEOUT_MS = 5_000;
/** Longer texts are sent as a blob, which Chrome copies faster than a string. */
const MAX_STRING_LEN = 60_000;
/** Bytes of the longest answer that the server accepts. */
const MAX_SIZE = 64 * 1024 * 1024;
/** The reason with which the server closes the WebSocket of a copied profile. */
const ID_TAKEN = 'browser_id_taken';
/** In place of a query's id: the message is the worker's greeting. */
const HELLO = 'hello';
/** In place of a query's id: a query waits for the user, or does not any more. */
const WAITING = 'waiting';

/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/**
 * @typedef {{greeting: () => string, onProven: () => void, onMessage: (message: string) => void}}
 *   Hooks
 */

/** @typedef {'refused' | 'unproven' | 'id_taken' | 'closed'} SocketEnd */

export class ServerSocket {
  /** @type {WebSocket | null} set when the server has proven itself */
  #socket = null;
  /** @type {Set<() => void>} called when the socket is set */
  #onOpen = new Set();

  /** @param {string} instance id of this worker @param {Hooks} hooks */
  constructor(instance, hooks) {
    this.instance = instance;
    this.hooks = hooks;
  }

  /**
   * Holds the WebSocket open until either side closes it.
   * @param {Endpoint} endpoint
   * @param {import('./server-requests.js').Proven} proven
   * @param {AbortSignal} signal closes it
   * @returns {Promise<SocketEnd>} settles when it is closed
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
        { role: 'websocket', worker: nonce, server: proven.exchange, port: portOf(endpoint) },
        proofIn(message),
      );
    return this.#run(socket, signal, isServer);
  }

  /**
   * The worker's proof and identity. A browser can send no other data while it opens a WebSocket.
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
   * @returns {Promise<SocketEnd>}
   */
  #run(socket, signal, isServer) {
    let timer = setTimeout(() => socket.close(), PROOF_TIMEOUT_MS);
    const end = () => socket.close();
    signal.addEventListener('abort', end);
    return new Promise((resolve) => {
      /** @type {SocketEnd} */
      let outcome = 'refused';
      /** @type {Promise<boolean> | null} */
      let proven = null;
      socket.onopen = () => {
        outcome = 'unproven';
      };
      socket.onmessage = async ({ data }) => {
        const message = String(data);
        clearTimeout(timer);
        timer = setTimeout(() => socket.close(), IDLE_TIMEOUT_MS);
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
    for (const resolve of this.#onOpen) resolve();
    this.#onOpen.clear();
  }

  /** Sends the greeting. */
  greet() {
    this.send(HELLO, this.hooks.greeting());
  }

  /** @param {string} body of the endpoint `/waiting` */
  reportWaiting(body) {
    this.send(WAITING, body);
  }

  /** @returns {boolean} */
  isOpen() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  /** @returns {Promise<void>} when it is open */
  whenOpen() {
    if (this.isOpen()) return Promise.resolve();
    return new Promise((resolve) => this.#onOpen.add(resolve));
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
    if (text.length <= MAX_STRING_LEN) {
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
