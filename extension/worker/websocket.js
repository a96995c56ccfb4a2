//! One WebSocket to the server that stays open. Queries come in as they are asked, answers go out,
//! each a message; a request for each would take several times as long. It looks into neither.

/** A server that sends nothing for longer than this, not even that there is nothing, is gone. */
const MOST_IDLE_MS = 35_000;
/** Longer texts are handed over as a blob: Chrome copies those in one piece. */
const LONG_TEXT = 60_000;
/** Bytes of the longest answer that the server takes. */
const LARGEST = 64 * 1024 * 1024;

/** @typedef {{url: string, token: string}} Endpoint */

export class ServerSocket {
  /** @type {WebSocket | null} once it is open */
  #socket = null;

  /**
   * Holds the WebSocket open until either side closes it.
   * @param {Endpoint} endpoint
   * @param {string[]} protocols what to say of ourselves while it is opened: the one place that a
   *   browser leaves for that
   * @param {AbortSignal} signal ends it
   * @param {(message: string) => void} onMessage
   * @returns {Promise<boolean>} when it has ended: whether it was ever open
   */
  hold(endpoint, protocols, signal, onMessage) {
    const socket = new WebSocket(`${endpoint.url.replace(/^http/, 'ws')}/websocket`, protocols);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => socket.close(), MOST_IDLE_MS);
    };
    const end = () => socket.close();
    signal.addEventListener('abort', end);
    return new Promise((resolve) => {
      let opened = false;
      restartTimer();
      socket.onopen = () => {
        opened = true;
        this.#socket = socket;
      };
      socket.onmessage = (event) => {
        restartTimer();
        onMessage(String(event.data));
      };
      socket.onclose = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        if (this.#socket === socket) this.#socket = null;
        resolve(opened);
      };
    });
  }

  /**
   * Sends the answer of a query.
   * @param {string} id
   * @param {string} body
   * @returns {'sent' | 'too_large' | 'closed'}
   */
  send(id, body) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return 'closed';
    const text = `${id}\n${body}`;
    if (text.length <= LONG_TEXT) {
      this.#socket.send(text);
      return 'sent';
    }
    const parcel = new Blob([text]);
    if (parcel.size > LARGEST) return 'too_large';
    this.#socket.send(parcel);
    return 'sent';
  }
}
