//! The worker's connection to the local server: where it is, whether it answers and has proven who
//! it is, which queries wait, where results go. It carries queries and results without looking into
//! them, and knows nothing of tabs and pages.

import * as access from './access.js';
import * as browserApi from '../../shared/browser-api.js';
import * as identity from './identity.js';
import { NativeHost } from './native-host.js';
import { Polls } from './polls.js';
import { UNPROVEN, WIRE, exchangeProofs, loopbackOrigin } from './server-requests.js';
import { serverIsAt } from '../browser/server-page.js';
import { ServerSocket } from './websocket.js';
import { isUnattended, onUnattended } from '../policy/unattended.js';
import { pause } from '../deadline.js';

const FIRST_WAIT = 100;
const MAX_WAIT = 1000;
/** How long an answer waits for a connection that has just ended to come back. */
const MAX_HELD_BACK_MS = 2000;

/**
 * `off`: by hand, and no address given yet. `unproven`: another program may have the server's port.
 * @typedef {'starting' | 'off' | 'connected' | 'no_host' | 'host_forbidden' | 'host_failed' |
 *   'server_gone' | 'server_stopped' | 'unproven' | 'wrong_version' | 'strange_server'} Phase
 */
/** @typedef {{phase: Phase, detail: string, url: string, byHand: boolean}} State */
/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/** @typedef {import('./server-requests.js').Trouble} Trouble */
/** @typedef {{byHand: boolean, url: string, key: string}} Settings */
/**
 * @typedef {{id: string, kind: string, deadlineMs: number, tab: number | null, params: any,
 *   agent: import('../../types/protocol').QueryAgent}} Query
 */
/**
 * What the server has for the worker; `cancelled`: ids of queries that nobody waits for any more.
 * @typedef {{queries: Query[], cancelled?: string[]}} PendingQueries
 */
/**
 * @typedef {{onQuery: (query: Query) => void, onCancelled: (id: string) => void,
 *   onChange: () => void, paused: () => boolean}} Hooks
 */

/** @type {Trouble} */
const CONNECTED = { phase: 'connected', detail: '' };

/** One connection to one server, for as long as the worker lives. */
export class Connection {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.instance = crypto.randomUUID();
    /** How often a greeting was made: by another connection, one may overtake another. */
    this.greetings = 0;
    /** @type {Settings} */
    this.settings = { byHand: false, url: '', key: '' };
    /** @type {Endpoint | null} */
    this.endpoint = null;
    /** @type {Trouble} what the last exchange with the server showed */
    this.server = { phase: 'starting', detail: '' };
    this.turn = makeTurn();
    this.abort = new AbortController();
    const greeting = () => this.greeting();
    this.host = new NativeHost({
      onEndpoint: (endpoint) => this.take(endpoint),
      onChange: () => this.hooks.onChange(),
    });
    this.polls = new Polls(this.instance, greeting);
    this.socket = new ServerSocket(this.instance, {
      greeting,
      onProven: () => this.found(CONNECTED),
      onMessage: (message) => this.ask(JSON.parse(message)),
    });
    onUnattended(() => {
      this.greet().catch(() => {});
      this.hooks.onChange();
    });
  }

  /** @returns {State} */
  state() {
    const trouble =
      this.server.phase === 'connected' || this.settings.byHand ? null : this.host.trouble;
    return {
      ...(trouble ?? this.server),
      url: this.endpoint?.url ?? '',
      byHand: this.settings.byHand,
    };
  }

  /** Begins, once and for the life of the worker. */
  async start() {
    this.poll();
    const [settings, last] = await Promise.all([
      browserApi.loadLocal('connection'),
      browserApi.loadSession('endpoint'),
    ]);
    if (settings) this.settings = settings;
    // The server outlives the worker: where it was last is the best first guess, while the host
    // starts.
    if (!this.settings.byHand && last) this.take(last);
    this.begin();
  }

  /** @param {Settings} settings what the user chose */
  async use(settings) {
    this.settings = settings;
    await browserApi.saveLocal('connection', settings);
    this.forget();
    this.begin();
  }

  /** Tries again at once, without waiting for the next turn. The user wants it. */
  retry() {
    if (!this.settings.byHand) this.host.ask({ start: true });
    this.next();
  }

  /** Says again what the server should know of the extension. */
  async greet() {
    if (this.socket.isOpen()) this.socket.greet();
    else await this.polls.greet();
  }

  greeting() {
    this.greetings += 1;
    return JSON.stringify({
      count: this.greetings,
      version: browserApi.extensionVersion(),
      wire: WIRE,
      paused: this.hooks.paused(),
      name: identity.name(),
      access: access.word(),
      unattended: isUnattended(),
    });
  }

  /**
   * Delivers the result of a query. Where the connection has just ended, it may come back.
   * @param {string} id
   * @param {string} body
   * @returns {Promise<'delivered' | 'too_large' | 'lost'>} `lost`: no request waits for it, or the
   *   server is gone
   */
  async deliver(id, body) {
    if (!this.socket.isOpen()) {
      const sent = await this.polls.deliver(id, body, this.abort.signal).catch(() => 'lost');
      if (sent !== 'lost') return /** @type {'delivered' | 'too_large'} */ (sent);
      await Promise.race([this.socket.whenOpen(), pause(MAX_HELD_BACK_MS)]);
    }
    const sent = this.socket.send(id, body);
    if (sent === 'sent') return 'delivered';
    return sent === 'too_large' ? sent : 'lost';
  }

  /**
   * Asks the server something for one of the extension's own pages.
   * @param {string} path
   * @param {object} [body] makes a `POST` of it
   * @returns {Promise<any>} the answer; rejects with what is wrong, in words
   */
  async call(path, body) {
    if (!this.endpoint) throw new Error('The server is not connected.');
    return await this.polls.call(this.endpoint, path, body, this.abort.signal);
  }

  begin() {
    if (this.settings.byHand) this.beginByHand();
    else this.host.ask({ start: false });
    this.hooks.onChange();
  }

  beginByHand() {
    const { url, key } = this.settings;
    this.host.close();
    const origin = loopbackOrigin(url);
    if (origin && key) this.take({ url: origin, key });
    else this.server = { phase: 'off', detail: '' };
  }

  /** @param {Endpoint} endpoint */
  take(endpoint) {
    if (endpoint.url === this.endpoint?.url && endpoint.key === this.endpoint.key) {
      this.next();
      return;
    }
    this.endpoint = endpoint;
    serverIsAt(endpoint.url);
    this.restart();
  }

  forget() {
    this.endpoint = null;
    this.host.trouble = null;
    this.restart();
  }

  /** What is held open at the old address must not be waited for. */
  restart() {
    this.server = { phase: 'starting', detail: '' };
    this.polls.end();
    this.abort.abort();
    this.abort = new AbortController();
    this.next();
  }

  /** Lets the loop take its next turn now. */
  next() {
    this.turn.resolve();
    this.turn = makeTurn();
  }

  /** The one loop. It ends with the worker. */
  async poll() {
    let wait = FIRST_WAIT;
    for (;;) {
      const turn = this.turn.promise;
      const endpoint = this.endpoint;
      if (!endpoint) {
        await turn;
        continue;
      }
      const before = this.server.phase;
      const found = await this.exchange(endpoint).catch((error) => ({
        phase: /** @type {Phase} */ ('server_gone'),
        detail: String(error?.message ?? error),
      }));
      if (endpoint !== this.endpoint) continue;
      if (this.server.phase === 'connected') wait = FIRST_WAIT;
      this.found(found);
      if (found.phase === 'connected') continue;
      if (before !== 'connected') this.host.remind();
      await Promise.race([pause(wait), turn]);
      wait = Math.min(wait * 2, MAX_WAIT);
    }
  }

  /**
   * One exchange with the server: proofs, then a WebSocket for as long as it holds, or where none
   * can be had, a poll.
   * @param {Endpoint} endpoint
   * @returns {Promise<Trouble>}
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
    this.ask(pending);
    return CONNECTED;
  }

  /** @param {PendingQueries} pending */
  ask({ queries, cancelled }) {
    for (const id of cancelled ?? []) this.hooks.onCancelled(id);
    for (const query of queries) this.hooks.onQuery(query);
  }

  /**
   * Says that a query waits for a person, or does no longer.
   * @param {string} query its id @param {boolean} waits
   */
  waiting(query, waits) {
    const body = JSON.stringify({ query, waits });
    if (this.socket.isOpen()) this.socket.waiting(body);
    else this.polls.waiting(body).catch(() => {});
  }

  /** @param {Trouble} found */
  found(found) {
    const changed = found.phase !== this.server.phase || found.detail !== this.server.detail;
    this.server = found;
    if (!changed) return;
    if (found.phase === 'connected' && !this.settings.byHand)
      browserApi.saveSession('endpoint', this.endpoint);
    this.hooks.onChange();
  }
}

/** A promise that is resolved from outside. */
function makeTurn() {
  /** @type {() => void} */
  let resolve = () => {};
  const promise = /** @type {Promise<void>} */ (
    new Promise((done) => {
      resolve = done;
    })
  );
  return { promise, resolve };
}
