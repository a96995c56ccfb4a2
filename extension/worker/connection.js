//! The worker's connection to the local server: where it is, whether it answers, which queries
//! wait, where results go. It carries queries and results without looking into them, and knows
//! nothing of tabs and pages.

import * as ext from './ext.js';
import { ServerSocket } from './websocket.js';
import { pause } from './deadline.js';

/** The version of the protocol between server and extension. */
export const WIRE = 1;

const HOST = 'dev.axlens.host';
const HELD_SECONDS = 25;
const LONG_BODY = 30_000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 1000;
const LONGEST_HOST_WAIT = 2000;

/**
 * `off`: by hand, and no address given yet.
 * @typedef {'starting' | 'off' | 'connected' | 'no_host' | 'host_forbidden' | 'host_failed' |
 *   'server_gone' | 'wrong_token' | 'wrong_version' | 'strange_server'} Phase
 */
/** @typedef {{phase: Phase, detail: string, url: string, byHand: boolean}} State */
/** @typedef {{url: string, token: string}} Endpoint */
/** @typedef {{byHand: boolean, url: string, token: string}} Settings */
/**
 * @typedef {{id: string, kind: string, deadlineMs: number, tab: number | null, params: any}} Query
 */
/**
 * @typedef {{onQuery: (query: Query) => void, onChange: () => void, paused: () => boolean}} Hooks
 */

/**
 * @param {string} address as a person or the host gives it
 * @returns {string | null} its origin, or null when it does not lead to this machine: nothing may
 *   leave it
 */
export function loopbackOrigin(address) {
  const text = address.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  const here = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  return here ? url.origin : null;
}

/** One connection to one server, for as long as the worker lives. */
export class Connection {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.instance = crypto.randomUUID();
    /** @type {Settings} */
    this.settings = { byHand: false, url: '', token: '' };
    /** @type {Endpoint | null} */
    this.endpoint = null;
    /** @type {{phase: Phase, detail: string}} what the last exchange with the server showed */
    this.server = { phase: 'starting', detail: '' };
    /** @type {{phase: Phase, detail: string} | null} what is wrong with the native host */
    this.hostTrouble = null;
    /** @type {ext.Port | null} */
    this.port = null;
    this.hostWait = FIRST_WAIT;
    this.turn = makeTurn();
    this.abort = new AbortController();
    this.socket = new ServerSocket();
  }

  /** @returns {State} */
  state() {
    const trouble =
      this.server.phase === 'connected' || this.settings.byHand ? null : this.hostTrouble;
    return {
      ...(trouble ?? this.server),
      url: this.endpoint?.url ?? '',
      byHand: this.settings.byHand,
    };
  }

  /** Begins to poll, once and for the life of the worker. */
  async start() {
    this.poll();
    const [settings, last] = await Promise.all([
      ext.loadLocal('connection'),
      ext.loadSession('endpoint'),
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
    await ext.saveLocal('connection', settings);
    this.forget();
    this.begin();
  }

  /** Tries again at once, without waiting for the next turn. */
  retry() {
    this.hostWait = FIRST_WAIT;
    if (!this.settings.byHand) this.askHost();
    this.next();
  }

  /** Greets the server with version and state of the extension; the answer is not used. */
  async greet() {
    const body = JSON.stringify({
      version: ext.version(),
      wire: WIRE,
      paused: this.hooks.paused(),
    });
    return await this.fetch('/hello', { method: 'POST', body });
  }

  /**
   * Delivers the result of a query.
   * @param {string} id
   * @param {string} body
   * @returns {Promise<'delivered' | 'too_large' | 'lost'>} `lost`: no request waits for it, or the
   *   server is gone
   */
  async deliver(id, body) {
    const sent = this.socket.send(id, body);
    if (sent !== 'closed') return sent === 'sent' ? 'delivered' : sent;
    const path = `/results/${encodeURIComponent(id)}`;
    for (const last of [false, true]) {
      const response = await this.fetch(path, { method: 'POST', body: parcel(body) }).catch(
        () => null,
      );
      if (response?.ok) return 'delivered';
      if (response) return response.status === 413 ? 'too_large' : 'lost';
      if (last) break;
      await pause(FIRST_WAIT);
    }
    return 'lost';
  }

  // The server.

  begin() {
    if (this.settings.byHand) this.beginByHand();
    else this.askHost();
    this.hooks.onChange();
  }

  beginByHand() {
    const { url, token } = this.settings;
    this.port?.disconnect();
    this.port = null;
    const origin = loopbackOrigin(url);
    if (origin && token) this.take({ url: origin, token });
    else this.server = { phase: 'off', detail: '' };
  }

  /** @param {Endpoint} endpoint */
  take(endpoint) {
    if (endpoint.url === this.endpoint?.url && endpoint.token === this.endpoint.token) {
      this.next();
      return;
    }
    this.endpoint = endpoint;
    this.server = { phase: 'starting', detail: '' };
    // A poll that is held at the old address must not be waited for.
    this.abort.abort();
    this.abort = new AbortController();
    this.next();
  }

  forget() {
    this.endpoint = null;
    this.hostTrouble = null;
    this.server = { phase: 'starting', detail: '' };
    this.abort.abort();
    this.abort = new AbortController();
    this.next();
  }

  /** Lets the poll loop take its next turn now. */
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
      const found = await this.exchange().catch((error) => ({
        phase: /** @type {Phase} */ ('server_gone'),
        detail: String(error?.message ?? error),
      }));
      if (endpoint !== this.endpoint) continue;
      this.found(found);
      if (found.phase === 'connected') {
        wait = FIRST_WAIT;
        continue;
      }
      if (before !== 'connected') this.port?.postMessage(greeting());
      await Promise.race([pause(wait), turn]);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  /**
   * One exchange with the server: a greeting when it is new to us, else a WebSocket, for as long as
   * it holds.
   * @returns {Promise<{phase: Phase, detail: string}>}
   */
  async exchange() {
    if (this.server.phase !== 'connected') {
      const greeted = await this.greet();
      return greeted.ok && greeted.status !== 204 ? NO_SERVER_OF_OURS : await judge(greeted);
    }
    if (!this.endpoint) throw new Error('no server is known');
    const protocols = [
      `axlens.${WIRE}`,
      `token.${this.endpoint.token}`,
      `instance.${this.instance}`,
    ];
    const was = await this.socket.hold(this.endpoint, protocols, this.abort.signal, (message) =>
      this.ask(JSON.parse(message)),
    );
    if (was) throw new Error('the WebSocket to the server has closed');
    return await this.pollOnce();
  }

  /**
   * Where no WebSocket can be had though the server answers, it is asked for queries by one request
   * after another (long polling).
   * @returns {Promise<{phase: Phase, detail: string}>}
   */
  async pollOnce() {
    const response = await this.fetch(`/pending-queries?wait=${HELD_SECONDS}`, {
      signal: AbortSignal.any([this.abort.signal, AbortSignal.timeout((HELD_SECONDS + 10) * 1000)]),
    });
    // A fetch that is held open does not keep a worker alive; a call of an extension API does.
    ext.stayAwake();
    const judged = await judge(response);
    if (judged.phase !== 'connected') return judged;
    const { queries } = await response.json().catch(() => ({}));
    if (!Array.isArray(queries)) return NO_SERVER_OF_OURS;
    this.ask(queries);
    return judged;
  }

  /** @param {Query[]} queries */
  ask(queries) {
    for (const query of queries) this.hooks.onQuery(query);
  }

  /** @param {{phase: Phase, detail: string}} found */
  found(found) {
    const changed = found.phase !== this.server.phase || found.detail !== this.server.detail;
    this.server = found;
    if (!changed) return;
    if (found.phase === 'connected' && !this.settings.byHand)
      ext.saveSession('endpoint', this.endpoint);
    this.hooks.onChange();
  }

  /** @param {string} path @param {RequestInit} options */
  fetch(path, options) {
    if (!this.endpoint) return Promise.reject(new Error('no server is known'));
    return fetch(this.endpoint.url + path, {
      ...options,
      cache: 'no-store',
      credentials: 'omit',
      headers: {
        Authorization: `Bearer ${this.endpoint.token}`,
        'X-Axlens-Wire': String(WIRE),
        'X-Axlens-Instance': this.instance,
        ...(options.body ? { 'Content-Type': 'application/json' } : {}),
      },
    });
  }

  // The native host.

  /** Asks the host where the server is; it starts one where none runs. */
  askHost() {
    if (!this.port) this.openHost();
    else this.port.postMessage(greeting());
  }

  openHost() {
    const port = ext.connectNative(HOST);
    this.port = port;
    port.onMessage.addListener((message) => {
      if (this.port === port) this.fromHost(message);
    });
    port.onDisconnect.addListener(() => {
      const why = ext.lastError();
      if (this.port === port) this.hostGone(why);
    });
    port.postMessage(greeting());
  }

  /** @param {any} message */
  fromHost(message) {
    this.hostWait = FIRST_WAIT;
    if (message?.type === 'endpoint') {
      const url = loopbackOrigin(String(message.url));
      this.hostTrouble = url
        ? null
        : { phase: 'host_failed', detail: 'It named an address that is not on this machine.' };
      if (url) this.take({ url, token: String(message.token) });
    } else if (message?.type === 'error') {
      const phase = message.code === 'version_mismatch' ? 'wrong_version' : 'host_failed';
      this.hostTrouble = { phase, detail: String(message.message) };
    }
    // `gone` needs no answer: the poll has noticed it, and `endpoint` follows when the server is
    // back.
    this.hooks.onChange();
  }

  /** @param {string} why */
  async hostGone(why) {
    this.port = null;
    const phase = /not found/i.test(why)
      ? 'no_host'
      : /forbidden/i.test(why)
        ? 'host_forbidden'
        : 'host_failed';
    this.hostTrouble = { phase, detail: why };
    this.hooks.onChange();
    const wait = this.hostWait;
    this.hostWait = Math.min(wait * 2, LONGEST_HOST_WAIT);
    await pause(wait);
    if (!this.port && !this.settings.byHand) this.openHost();
  }
}

/**
 * Chrome hands a long string to its network process slowly: a million characters take 40 to 100 ms,
 * as a blob 10.
 * @param {string} text
 * @returns {string | Blob}
 */
const parcel = (text) => (text.length > LONG_BODY ? new Blob([text]) : text);

/** @type {{phase: Phase, detail: string}} */
const NO_SERVER_OF_OURS = {
  phase: 'strange_server',
  detail: 'It does not answer as an Axlens server does.',
};

const greeting = () => ({ type: 'hello', wire: WIRE, version: ext.version() });

/**
 * @param {Response} response
 * @returns {Promise<{phase: Phase, detail: string}>}
 */
async function judge(response) {
  if (response.ok) return { phase: 'connected', detail: '' };
  const fault = await response.json().catch(() => ({}));
  const detail = String(fault.message ?? `It answered with status ${response.status}.`);
  if (response.status === 401) return { phase: 'wrong_token', detail };
  if (response.status === 426) return { phase: 'wrong_version', detail };
  return { phase: 'strange_server', detail };
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
