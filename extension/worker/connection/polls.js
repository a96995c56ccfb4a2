//! Long polling, for a server to which no WebSocket can be opened. Each request has a token from an
//! exchange of proofs. Before each answer the server proves its identity again.

import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import * as identity from './identity.js';
import { STRANGE_SERVER, exchangeProofs, request, failureOf } from './server-requests.js';

const POLL_SECONDS = 25;
const MAX_STRING_LEN = 30_000;

/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/** @typedef {import('./server-requests.js').ConnectionStatus} ConnectionStatus */
/** @typedef {import('./connection.js').Query} Query */
/** @typedef {import('./connection.js').PendingQueries} PendingQueries */

export class Polls {
  /** @type {{endpoint: Endpoint, token: string} | null} */
  #session = null;

  /** @param {string} instance @param {() => string} greeting */
  constructor(instance, greeting) {
    this.instance = instance;
    this.greeting = greeting;
  }

  /**
   * Polls once.
   * @param {Endpoint} endpoint
   * @param {AbortSignal} signal
   * @returns {Promise<PendingQueries | ConnectionStatus>}
   */
  async once(endpoint, signal) {
    const failure = this.#isFor(endpoint) ? null : await this.#begin(endpoint, signal);
    if (failure) return failure;
    const response = await this.#request(`/pending-queries?wait=${POLL_SECONDS}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout((POLL_SECONDS + 10) * 1000)]),
    });
    // A pending `fetch` does not keep a worker alive; a call of an extension API does.
    browserApi.keepWorkerAlive();
    // The token may have expired: the next poll gets a new one.
    if (response.status === 401) return this.end();
    const problem = await failureOf(response);
    if (problem) return problem;
    const pending = await response.json().catch(() => ({}));
    return Array.isArray(pending.queries) ? pending : STRANGE_SERVER;
  }

  /** Drops the token. @returns {PendingQueries} no queries */
  end() {
    this.#session = null;
    return { queries: [] };
  }

  /** Reports that a query waits for the user, or does not any more. @param {string} body */
  async reportWaiting(body) {
    if (this.#session) await this.#request('/waiting', { method: 'POST', body });
  }

  /** Sends the greeting. */
  async greet() {
    if (this.#session) await this.#request('/hello', { method: 'POST', body: this.greeting() });
  }

  /**
   * Delivers the answer of a query.
   * @param {string} id
   * @param {string} body
   * @param {AbortSignal} signal
   * @returns {Promise<'delivered' | 'too_large' | 'lost'>} `lost`: no client waits for it, or the
   *   server has ended
   */
  async deliver(id, body, signal) {
    if (!this.#session) return 'lost';
    const proven = await exchangeProofs(this.#session.endpoint, this.instance, signal);
    if (!('exchange' in proven)) return 'lost';
    const response = await this.#request(`/results/${encodeURIComponent(id)}`, {
      method: 'POST',
      body: asBody(body),
    });
    if (response.ok) return 'delivered';
    return response.status === 413 ? 'too_large' : 'lost';
  }

  /**
   * Sends a request for one of the extension's pages.
   * @param {Endpoint} endpoint
   * @param {string} path
   * @param {object | undefined} body
   * @param {AbortSignal} signal
   * @returns {Promise<unknown>}
   */
  async call(endpoint, path, body, signal) {
    const options = body
      ? { method: 'POST', body: asBody(JSON.stringify(body)), signal }
      : { signal };
    const send = async () => {
      const failure = this.#isFor(endpoint) ? null : await this.#begin(endpoint, signal);
      if (failure) throw new Error(failure.detail);
      return await this.#request(path, options);
    };
    let response = await send();
    if (response.status === 401) {
      // The token has expired.
      this.end();
      response = await send();
    }
    /** @type {unknown} */
    const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(String(fieldsOf(answer).message ?? response.status));
    return answer;
  }

  /** @param {Endpoint} endpoint */
  #isFor(endpoint) {
    return this.#session?.endpoint === endpoint;
  }

  /**
   * @param {Endpoint} endpoint
   * @param {AbortSignal} signal
   * @returns {Promise<ConnectionStatus | null>}
   */
  async #begin(endpoint, signal) {
    this.#session = null;
    const proven = await exchangeProofs(endpoint, this.instance, signal);
    if (!('exchange' in proven)) return proven;
    const body = JSON.stringify(proven);
    const response = await request(endpoint, this.instance, '/token', {
      method: 'POST',
      body,
      signal,
    });
    const failure = await failureOf(response);
    if (failure) return failure;
    const { token } = await response.json().catch(() => ({}));
    this.#session = { endpoint, token: String(token) };
    const greeted = await this.#request('/hello', {
      method: 'POST',
      body: this.greeting(),
      signal,
    });
    // A browser with a copy of this profile may have connected with the same id.
    if (greeted.status === 409) await identity.renew();
    return await failureOf(greeted);
  }

  /** @param {string} path @param {import('./server-requests.js').Options} options */
  #request(path, options) {
    if (!this.#session) return Promise.reject(new Error('no exchange has been made'));
    const { endpoint, token } = this.#session;
    return request(endpoint, this.instance, path, { ...options, token });
  }
}

/**
 * Chrome sends a long string to its network process slowly: a million characters take 40 to 100 ms,
 * a blob of them 10 ms.
 * @param {string} text
 * @returns {string | Blob}
 */
const asBody = (text) => (text.length > MAX_STRING_LEN ? new Blob([text]) : text);
