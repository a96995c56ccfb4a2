//! The engine in the page, beside the recorder: what the recorder reads is understood here and the
//! tree leaves the page, the record does not. Injected, after `engine/axlens_engine_page.js` and
//! `run-engine.js`, only into documents that are known to have no Content-Security-Policy: where one
//! forbids WebAssembly, merely trying would make the page fire an event and report to its site. It
//! knows nothing of why it was chosen, and nothing of what is in a tree.
//!
//! A classic script for the page's isolated world; injecting it again does nothing.

'use strict';

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensPageEngine')) {
  /** Longest string that crosses to the worker at once. */
  const PIECE = 4_000_000;

  const recorder = /** @type {{ answer(message: object): any }} */ (/** @type {any} */ (globalThis).axlensRecorder);
  /**
   * @type {any} made by wasm-bindgen; a constant of the isolated world, declared by the script
   * injected before this one
   */
  // @ts-ignore: no file of this folder declares it
  const engine = axlensEngine;

  /** @type {Promise<unknown> | null} the engine, once its module has come */
  let ready = null;
  /**
   * @type {string[]} the tree that was made last, as JSON text, in the pieces in which it leaves
   * the page
   */
  let tree = [];

  /**
   * Takes the module, once in the life of the document.
   * @param {{bytes: string}} message base64
   */
  async function load({ bytes }) {
    ready ??= engine({ module_or_path: Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)) });
    await ready;
    return { ok: true };
  }

  /**
   * Records, understands, keeps the registry and measures places in one go.
   * @param {{find: object, places: string, left: number}} message `left`: milliseconds for which
   *   somebody waits
   */
  async function read({ find, places, left }) {
    const end = performance.now() + left;
    if (!ready) return { error: 'not_loaded' };
    await ready;
    const { record, pieces, id, ...recorded } = await recorder.answer({ axlens: 'record', ...find });
    if (recorded.error) return { recorded };
    const text = record ?? (await whole(pieces, id));
    const start = performance.now();
    const check = () => {
      if (performance.now() > end) throw new Error('nobody waits any more');
    };
    const { pieces: small, registry, nodes, slice } = await axlensPortions.understand(engine, text, { places, check });
    tree = inPieces(small.join(''));
    const understand = performance.now() - start;
    if (registry) recorder.answer({ axlens: 'commit', registry, name: recorded.name });
    const wanted = places === 'uids' || places === 'all' ? nodes : places === 'none' ? '' : places;
    const placed = wanted ? (await recorder.answer({ axlens: 'place', nodes: wanted })).places : '';
    const timings = { understand, understandSlice: slice, place: wanted ? performance.now() - start - understand : 0 };
    return { recorded, places: placed, timings, pieces: tree.length };
  }

  /**
   * @param {number} pieces @param {number} id @returns {Promise<string>} a record too long for one
   * answer
   */
  async function whole(pieces, id) {
    let text = '';
    for (let index = 0; index < pieces; index += 1) text += (await recorder.answer({ axlens: 'piece', id, index })).piece;
    return text;
  }

  /**
   * @param {string} text @returns {string[]} never cut within a surrogate pair: half of one would
   * not survive the crossing
   */
  function inPieces(text) {
    const pieces = [];
    for (let from = 0, to = 0; from < text.length; from = to) {
      to = Math.min(from + PIECE, text.length);
      const last = text.charCodeAt(to - 1);
      if (to < text.length && last >= 0xd800 && last < 0xdc00) to -= 1;
      pieces.push(text.slice(from, to));
    }
    return pieces;
  }

  /** @param {any} message @returns {object | Promise<object>} */
  function answer(message) {
    switch (message.axlensEngine) {
      case 'load':
        return load(message);
      case 'read':
        return read(message);
      case 'piece':
        return { piece: tree[message.index] };
      default:
        return { error: 'bad_request' };
    }
  }

  chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
    // Only this extension's worker may ask.
    if (sender.id !== chrome.runtime.id || sender.tab !== undefined || typeof message !== 'object' || message === null) return false;
    if (!('axlensEngine' in message)) return false;
    Promise.resolve()
      .then(() => answer(message))
      .catch((error) => ({ error: 'engine', message: String(error) }))
      .then(sendResponse);
    return true;
  });

  Object.defineProperty(globalThis, 'axlensPageEngine', { value: true });
}
