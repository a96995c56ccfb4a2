//! The native messaging host: it starts the server and sends its address. It is started again when
//! it ends.

import * as browserApi from '../../shared/browser-api.js';
import * as identity from './identity.js';
import { WIRE, loopbackOrigin } from './server-requests.js';
import { pause } from '../deadline.js';
import { setUnattended } from '../policy/unattended.js';

const HOST = 'dev.axlens.host';
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;

/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/** @typedef {import('./server-requests.js').ConnectionStatus} ConnectionStatus */

/**
 * A message of the host, not checked yet.
 * @typedef {{type?: unknown, url?: unknown, key?: unknown, unattended?: unknown, code?: unknown,
 *   message?: unknown, browser?: unknown} | null | undefined} HostMessage
 */

export class NativeHost {
  /** @type {browserApi.Port | null} */
  #port = null;
  #delay = FIRST_DELAY_MS;
  /** The user has entered the server's URL by hand. */
  #closed = false;

  /** @param {{onEndpoint: (endpoint: Endpoint) => void, onChange: () => void}} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {ConnectionStatus | null} null if it works */
    this.failure = null;
  }

  /**
   * Requests the server's address. The host starts a server if there is none.
   * @param {{start: boolean}} options `start`: starts the server even if the user has stopped it
   */
  requestEndpoint({ start }) {
    this.#closed = false;
    if (start) this.#delay = FIRST_DELAY_MS;
    if (!this.#port) this.#open();
    this.#port?.postMessage({
      type: 'hello',
      wire: WIRE,
      version: browserApi.extensionVersion(),
      start,
    });
  }

  /** Requests the URL again, if the host runs. */
  repeatRequest() {
    if (this.#port) this.requestEndpoint({ start: false });
  }

  /** Disconnects from the host until the next request. */
  close() {
    this.#closed = true;
    this.#port?.disconnect();
    this.#port = null;
    setUnattended(false);
  }

  #open() {
    const port = browserApi.connectNative(HOST);
    this.#port = port;
    port.onMessage.addListener((message) => {
      if (this.#port === port) this.#onMessage(message);
    });
    port.onDisconnect.addListener(() => {
      const reason = browserApi.lastError();
      if (this.#port === port) void this.#onDisconnect(reason);
    });
  }

  /** @param {HostMessage} message */
  #onMessage(message) {
    this.#delay = FIRST_DELAY_MS;
    if (message?.type === 'endpoint') {
      const url = loopbackOrigin(String(message.url));
      setUnattended(url !== null && message.unattended === true);
      this.failure = url
        ? null
        : { phase: 'host_failed', detail: 'It sent an address that is not on this machine.' };
      if (url) identity.assign(message.browser);
      if (url) this.hooks.onEndpoint({ url, key: String(message.key) });
    } else if (message?.type === 'error') {
      setUnattended(false);
      this.failure = { phase: phaseOf(message.code), detail: String(message.message) };
    }
    // `gone` is not handled: the connection notices it, and `endpoint` follows when the server is
    // back.
    this.hooks.onChange();
  }

  /** @param {string} reason */
  async #onDisconnect(reason) {
    this.#port = null;
    setUnattended(false);
    const phase = /not found/i.test(reason)
      ? 'no_host'
      : /forbidden/i.test(reason)
        ? 'host_forbidden'
        : 'host_failed';
    this.failure = { phase, detail: reason };
    this.hooks.onChange();
    const delay = this.#delay;
    this.#delay = Math.min(delay * 2, MAX_DELAY_MS);
    await pause(delay);
    if (!this.#port && !this.#closed) this.requestEndpoint({ start: false });
  }
}

/** @param {unknown} code of the host's error @returns {import('./connection.js').Phase} */
function phaseOf(code) {
  // Of a host of version 0.1.0 or earlier. Later ones leave the comparison to the server.
  if (code === 'version_mismatch') return 'wrong_version';
  // The installation was removed while the host runs. Later, the browser finds no host.
  if (code === 'not_installed') return 'no_host';
  return code === 'server_stopped' ? 'server_stopped' : 'host_failed';
}
