//! Asks the server for queries by one request after another (long polling), where it answers but no
//! WebSocket can be had. Each request carries a token that an exchange of proofs has made; before
//! an answer is sent, the server proves anew that it is still the one behind its port.

import * as browserApi from '../../shared/browser-api.js';
import * as identity from './identity.js';
import { NO_SERVER_OF_OURS, exchangeProofs, request, troubleOf } from './server-requests.js';

const HELD_SECONDS = 25;
const LONG_BODY = 30_000;

/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/** @typedef {import('./server-requests.js').Trouble} Trouble */
/** @typedef {import('./connection.js').Query} Query */
/** @typedef {import('./connection.js').PendingQueries} PendingQueries */

export class Polls {
  /** @type {{endpoint: Endpoint, token: string} | null} */
  #open = null;

  /** @param {string} instance @param {() => string} greeting */
  constructor(instance, greeting) {
    this.instance = instance;
    this.greeting = greeting;
  }

  /**
   * One poll.
   * @param {Endpoint} endpoint
   * @param {AbortSignal} signal
   * @returns {Promise<PendingQueries | Trouble>}
   */
  async once(endpoint, signal) {
    const trouble = this.#isFor(endpoint) ? null : await this.#begin(endpoint, signal);
    if (trouble) return trouble;
    const response = await this.#request(`/pending-queries?wait=${HELD_SECONDS}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout((HELD_SECONDS + 10) * 1000)]),
    });
    // A fetch that is held open does not keep a worker alive; a call of an extension API does.
    browserApi.keepWorkerAlive();
    // The token may have ended: the next poll gets a new one.
    if (response.status === 401) return this.end();
    const why = await troubleOf(response);
    if (why) return why;
    const pending = await response.json().catch(() => ({}));
    return Array.isArray(pending.queries) ? pending : NO_SERVER_OF_OURS;
  }

  /** @returns {PendingQueries} none: no further poll with this token */
  end() {
    this.#open = null;
    return { queries: [] };
  }

  /** Says that a query waits for a person, or does no longer. @param {string} body */
  async waiting(body) {
    if (this.#open) await this.#request('/waiting', { method: 'POST', body });
  }

  /** Says again what the server knows of the extension. */
  async greet() {
    if (this.#open) await this.#request('/hello', { method: 'POST', body: this.greeting() });
  }

  /**
   * Delivers the answer of a query.
   * @param {string} id
   * @param {string} body
   * @param {AbortSignal} signal
   * @returns {Promise<'delivered' | 'too_large' | 'lost'>} `lost`: no request waits for it, or the
   *   server is gone
   */
  async deliver(id, body, signal) {
    if (!this.#open) return 'lost';
    const proven = await exchangeProofs(this.#open.endpoint, this.instance, signal);
    if (!('exchange' in proven)) return 'lost';
    const response = await this.#request(`/results/${encodeURIComponent(id)}`, {
      method: 'POST',
      body: parcel(body),
    });
    if (response.ok) return 'delivered';
    return response.status === 413 ? 'too_large' : 'lost';
  }

  /**
   * One request of the extension's own pages.
   * @param {Endpoint} endpoint
   * @param {string} path
   * @param {object | undefined} body
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async call(endpoint, path, body, signal) {
    const options = body
      ? { method: 'POST', body: parcel(JSON.stringify(body)), signal }
      : { signal };
    const send = async () => {
      const trouble = this.#isFor(endpoint) ? null : await this.#begin(endpoint, signal);
      if (trouble) throw new Error(trouble.detail);
      return await this.#request(path, options);
    };
    let response = await send();
    if (response.status === 401) {
      // The token has ended.
      this.end();
      response = await send();
    }
    const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(String(answer.message ?? response.status));
    return answer;
  }

  /** @param {Endpoint} endpoint */
  #isFor(endpoint) {
    return this.#open?.endpoint === endpoint;
  }

  /** @param {Endpoint} endpoint @param {AbortSignal} signal @returns {Promise<Trouble | null>} */
  async #begin(endpoint, signal) {
    this.#open = null;
    const proven = await exchangeProofs(endpoint, this.instance, signal);
    if (!('exchange' in proven)) return proven;
    const body = JSON.stringify(proven);
    const response = await request(endpoint, this.instance, '/token', {
      method: 'POST',
      body,
      signal,
    });
    const trouble = await troubleOf(response);
    if (trouble) return trouble;
    const { token } = await response.json().catch(() => ({}));
    this.#open = { endpoint, token: String(token) };
    const greeted = await this.#request('/hello', {
      method: 'POST',
      body: this.greeting(),
      signal,
    });
    // A browser with a copy of this profile may have come with our id.
    if (greeted.status === 409) await identity.renew();
    return await troubleOf(greeted);
  }

  /** @param {string} path @param {import('./server-requests.js').Options} options */
  #request(path, options) {
    if (!this.#open) return Promise.reject(new Error('no exchange has been made'));
    const { endpoint, token } = this.#open;
    return request(endpoint, this.instance, path, { ...options, token });
  }
}

/**
 * Chrome hands a long string to its network process slowly: a million characters take 40 to 100 ms,
 * as a blob 10.
 * @param {string} text
 * @returns {string | Blob}
 */
const parcel = (text) => (text.length > LONG_BODY ? new Blob([text]) : text);
