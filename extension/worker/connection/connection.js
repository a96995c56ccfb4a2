//! The worker's connection to the local server: finds it, lets it prove its identity, receives
//! queries and sends results.

import * as access from './access.js';
import * as browserApi from '../../shared/browser-api.js';
import * as identity from './identity.js';
import { NativeHost } from './native-host.js';
import { Polls } from './polls.js';
import { UNPROVEN, WIRE, exchangeProofs, loopbackOrigin } from './server-requests.js';
import { setServerUrl } from '../browser/server-page.js';
import { ServerSocket } from './websocket.js';
import { isUnattended, onUnattended } from '../policy/unattended.js';
import { pause } from '../deadline.js';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1000;
/** How long an answer waits until a connection that has ended is open again. */
const REOPEN_TIMEOUT_MS = 2000;

/**
 * `off`: the user wants to enter the URL and has not done so. `unproven`: another program may
 * have the server's port.
 * @typedef {'starting' | 'off' | 'connected' | 'no_host' | 'host_forbidden' | 'host_failed' |
 *   'server_gone' | 'server_stopped' | 'unproven' | 'wrong_version' | 'strange_server'} Phase
 */
/** @typedef {{phase: Phase, detail: string, url: string, byHand: boolean}} State */
/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/** @typedef {import('./server-requests.js').ConnectionStatus} ConnectionStatus */
/** @typedef {{byHand: boolean, url: string, key: string}} Settings */
/** @typedef {import('../../types/protocol').Query} Query */
/**
 * The server's message to the worker. `cancelled`: ids of queries that no client waits for any
 * more.
 * @typedef {{queries: Query[], cancelled?: string[]}} PendingQueries
 */
/**
 * @typedef {{onQuery: (query: Query) => void, onCancelled: (id: string) => void,
 *   onChange: () => void, paused: () => boolean}} Hooks
 */

/** @type {ConnectionStatus} */
const CONNECTED = { phase: 'connected', detail: '' };

/** The connection, which exists as long as the worker. */
export class Connection {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.instance = crypto.randomUUID();
    /** The number of greetings. A greeting can overtake another one on another transport. */
    this.greetings = 0;
    /** @type {Settings} */
    this.settings = { byHand: false, url: '', key: '' };
    /** @type {Endpoint | null} */
    this.endpoint = null;
    /** @type {ConnectionStatus} from the last exchange with the server */
    this.status = { phase: 'starting', detail: '' };
    this.wakeUp = makeSignal();
    this.abort = new AbortController();
    const greeting = () => this.greeting();
    this.host = new NativeHost({
      onEndpoint: (endpoint) => this.setEndpoint(endpoint),
      onChange: () => this.hooks.onChange(),
    });
    this.polls = new Polls(this.instance, greeting);
    this.socket = new ServerSocket(this.instance, {
      greeting,
      onProven: () => this.setStatus(CONNECTED),
      onMessage: (message) => this.dispatch(JSON.parse(message)),
    });
    onUnattended(() => {
      this.greet().catch(() => {});
      this.hooks.onChange();
    });
  }

  /** @returns {State} */
  state() {
    const failure =
      this.status.phase === 'connected' || this.settings.byHand ? null : this.host.failure;
    return {
      ...(failure ?? this.status),
      url: this.endpoint?.url ?? '',
      byHand: this.settings.byHand,
    };
  }

  /** Starts the connection. Called once in the life of the worker. */
  async start() {
    void this.run();
    const [settings, last] = await Promise.all([
      browserApi.loadLocal('connection'),
      browserApi.loadSession('endpoint'),
    ]);
    if (settings) this.settings = /** @type {Settings} */ (settings);
    // The server outlives the worker: its last URL is tried while the host starts.
    if (!this.settings.byHand && last) this.setEndpoint(/** @type {Endpoint} */ (last));
    this.begin();
  }

  /** @param {Settings} settings chosen by the user */
  async applySettings(settings) {
    this.settings = settings;
    await browserApi.saveLocal('connection', settings);
    this.forgetEndpoint();
    this.begin();
  }

  /** Tries again immediately, on the user's request. */
  retry() {
    if (!this.settings.byHand) this.host.requestEndpoint({ start: true });
    this.retryNow();
  }

  /** Sends the greeting. */
  async greet() {
    if (this.socket.isOpen()) this.socket.greet();
    else await this.polls.greet();
  }

  /** @returns {string} JSON text of what the server knows about the extension */
  greeting() {
    this.greetings += 1;
    return JSON.stringify({
      count: this.greetings,
      version: browserApi.extensionVersion(),
      wire: WIRE,
      paused: this.hooks.paused(),
      name: identity.name(),
      access: access.id(),
      unattended: isUnattended(),
    });
  }

  /**
   * Delivers the result of a query. Waits for a connection that has just ended to open again.
   * @param {string} id
   * @param {string} body
   * @returns {Promise<'delivered' | 'too_large' | 'lost'>} `lost`: no client waits for it, or the
   *   server has ended
   */
  async deliver(id, body) {
    if (!this.socket.isOpen()) {
      const sent = await this.polls.deliver(id, body, this.abort.signal).catch(() => 'lost');
      if (sent !== 'lost') return /** @type {'delivered' | 'too_large'} */ (sent);
      await Promise.race([this.socket.whenOpen(), pause(REOPEN_TIMEOUT_MS)]);
    }
    const sent = this.socket.send(id, body);
    if (sent === 'sent') return 'delivered';
    return sent === 'too_large' ? sent : 'lost';
  }

  /**
   * Sends the server a request for one of the extension's pages.
   * @param {string} path
   * @param {object} [body] of a `POST`; a `GET` has none
   * @returns {Promise<unknown>} the answer; rejects with a message for the user
   */
  async call(path, body) {
    if (!this.endpoint) throw new Error('The server is not connected.');
    return await this.polls.call(this.endpoint, path, body, this.abort.signal);
  }

  begin() {
    if (this.settings.byHand) this.beginByHand();
    else this.host.requestEndpoint({ start: false });
    this.hooks.onChange();
  }

  beginByHand() {
    const { url, key } = this.settings;
    this.host.close();
    const origin = loopbackOrigin(url);
    if (origin && key) this.setEndpoint({ url: origin, key });
    else this.status = { phase: 'off', detail: '' };
  }

  /** @param {Endpoint} endpoint */
  setEndpoint(endpoint) {
    if (endpoint.url === this.endpoint?.url && endpoint.key === this.endpoint.key) {
      this.retryNow();
      return;
    }
    this.endpoint = endpoint;
    setServerUrl(endpoint.url);
    this.restart();
  }

  forgetEndpoint() {
    this.endpoint = null;
    this.host.failure = null;
    this.restart();
  }

  /** Aborts the requests to the old address. */
  restart() {
    this.status = { phase: 'starting', detail: '' };
    this.polls.end();
    this.abort.abort();
    this.abort = new AbortController();
    this.retryNow();
  }

  /** Starts the next exchange now. */
  retryNow() {
    this.wakeUp.resolve();
    this.wakeUp = makeSignal();
  }

  /** Exchanges messages with the server, for the life of the worker. */
  async run() {
    for (;;) {
      // The connection must not end with an error of a listener, such as a page that has closed.
      await this.exchangeAgain().catch((error) => console.error('Axlens:', error));
      await pause(FIRST_DELAY_MS);
    }
  }

  /** Exchanges messages with the server. Rejects only if a listener throws. */
  async exchangeAgain() {
    let delay = FIRST_DELAY_MS;
    for (;;) {
      const wakeUp = this.wakeUp.promise;
      const endpoint = this.endpoint;
      if (!endpoint) {
        await wakeUp;
        continue;
      }
      const before = this.status.phase;
      const status = await this.exchange(endpoint).catch((error) => ({
        phase: /** @type {Phase} */ ('server_gone'),
        detail: String(error?.message ?? error),
      }));
      if (endpoint !== this.endpoint) continue;
      if (this.status.phase === 'connected') delay = FIRST_DELAY_MS;
      this.setStatus(status);
      if (status.phase === 'connected') continue;
      if (before !== 'connected') this.host.repeatRequest();
      await Promise.race([pause(delay), wakeUp]);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    }
  }

  /**
   * One exchange with the server: proofs, then a WebSocket until it closes. If it can't be opened,
   * a poll.
   * @param {Endpoint} endpoint
   * @returns {Promise<ConnectionStatus>}
   */
  async exchange(endpoint) {
    const { signal } = this.abort;
    const proven = await exchangeProofs(endpoint, this.instance, signal);
    if (!('exchange' in proven)) return proven;
    const ended = await this.socket.hold(endpoint, proven, signal);
    if (ended === 'closed') throw new Error('the WebSocket to the server has closed');
    if (ended === 'unproven') return UNPROVEN;
    if (ended === 'id_taken') {
      await identity.renew();
      throw new Error('a browser with a copy of this profile has connected with its id');
    }
    const pending = await this.polls.once(endpoint, signal);
    if ('phase' in pending) return pending;
    this.dispatch(pending);
    return CONNECTED;
  }

  /** @param {PendingQueries} pending */
  dispatch({ queries, cancelled }) {
    for (const id of cancelled ?? []) this.hooks.onCancelled(id);
    for (const query of queries) this.hooks.onQuery(query);
  }

  /**
   * Reports that a query waits for the user, or does not any more.
   * @param {string} query its id @param {boolean} waits
   */
  reportWaiting(query, waits) {
    const body = JSON.stringify({ query, waits });
    if (this.socket.isOpen()) this.socket.reportWaiting(body);
    else this.polls.reportWaiting(body).catch(() => {});
  }

  /** @param {ConnectionStatus} status */
  setStatus(status) {
    const changed = status.phase !== this.status.phase || status.detail !== this.status.detail;
    this.status = status;
    if (!changed) return;
    if (status.phase === 'connected' && !this.settings.byHand)
      browserApi.saveSession('endpoint', this.endpoint);
    this.hooks.onChange();
  }
}

/** A promise with the function that resolves it. */
function makeSignal() {
  /** @type {() => void} */
  let resolve = () => {};
  const promise = /** @type {Promise<void>} */ (
    new Promise((done) => {
      resolve = done;
    })
  );
  return { promise, resolve };
}
