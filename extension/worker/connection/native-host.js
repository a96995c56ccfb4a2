//! The conversation with the native messaging host: it starts the server and says where it is, and
//! is started again when it ends. Knows nothing of what is done with the server.

import * as browserApi from '../../shared/browser-api.js';
import { WIRE, loopbackOrigin } from './server-requests.js';
import { pause } from '../deadline.js';
import { setUnattended } from '../policy/unattended.js';

const HOST = 'dev.axlens.host';
const FIRST_WAIT = 100;
const MAX_WAIT = 2000;

/** @typedef {import('./server-requests.js').Endpoint} Endpoint */
/** @typedef {import('./server-requests.js').Trouble} Trouble */

export class NativeHost {
  /** @type {browserApi.Port | null} */
  #port = null;
  #wait = FIRST_WAIT;
  /** The user has chosen to do without. */
  #closed = false;

  /** @param {{onEndpoint: (endpoint: Endpoint) => void, onChange: () => void}} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {Trouble | null} what is wrong with it */
    this.trouble = null;
  }

  /**
   * Asks where the server is; the host starts one where none runs.
   * @param {{start: boolean}} options `start`: also one that the user has stopped
   */
  ask({ start }) {
    this.#closed = false;
    if (start) this.#wait = FIRST_WAIT;
    if (!this.#port) this.#open();
    this.#port?.postMessage({
      type: 'hello',
      wire: WIRE,
      version: browserApi.extensionVersion(),
      start,
    });
  }

  /** Asks again, where the host runs. */
  remind() {
    if (this.#port) this.ask({ start: false });
  }

  /** Does without the host. */
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
      if (this.#port === port) this.#hear(message);
    });
    port.onDisconnect.addListener(() => {
      const why = browserApi.lastError();
      if (this.#port === port) void this.#gone(why);
    });
  }

  /** @param {any} message */
  #hear(message) {
    this.#wait = FIRST_WAIT;
    if (message?.type === 'endpoint') {
      const url = loopbackOrigin(String(message.url));
      setUnattended(url !== null && message.unattended === true);
      this.trouble = url
        ? null
        : { phase: 'host_failed', detail: 'It named an address that is not on this machine.' };
      if (url) this.hooks.onEndpoint({ url, key: String(message.key) });
    } else if (message?.type === 'error') {
      setUnattended(false);
      this.trouble = { phase: phaseOf(message.code), detail: String(message.message) };
    }
    // `gone` needs no answer: the connection has noticed it, and `endpoint` follows when the server
    // is back.
    this.hooks.onChange();
  }

  /** @param {string} why */
  async #gone(why) {
    this.#port = null;
    setUnattended(false);
    const phase = /not found/i.test(why)
      ? 'no_host'
      : /forbidden/i.test(why)
        ? 'host_forbidden'
        : 'host_failed';
    this.trouble = { phase, detail: why };
    this.hooks.onChange();
    const wait = this.#wait;
    this.#wait = Math.min(wait * 2, MAX_WAIT);
    await pause(wait);
    if (!this.#port && !this.#closed) this.ask({ start: false });
  }
}

/** @param {unknown} code of the host's error @returns {import('./connection.js').Phase} */
function phaseOf(code) {
  if (code === 'version_mismatch') return 'wrong_version';
  return code === 'server_stopped' ? 'server_stopped' : 'host_failed';
}
