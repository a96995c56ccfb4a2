//! The engine in the page, next to the recorder: it interprets the record in the page, so that the
//! tree leaves the page instead of the record. It is injected after `engine/axlens_engine_page.js`,
//! and only into documents that are known to have no Content-Security-Policy: where a policy
//! forbids WebAssembly, an attempt would fire an event in the page and send a report to its site.
//! It is independent of the reason for its use and of the tree's content.
//!
//! The entry point of a bundle, a classic script for the page's isolated world; injecting it again
//! has no effect.

import { fieldsOf } from '../shared/fields.js';
import { splitPieces } from '../shared/pieces.js';
import { understand } from '../shared/run-engine.js';

/**
 * The recorder's answer to `record`.
 * @typedef {{record?: string, pieces?: number, id?: number, error?: string, name?: string}}
 *   RecordAnswer
 */

/** The longest string in one message to the worker. */
const PIECE = 4_000_000;

/** @type {import('./recorder/same-origin-frames.js').Recorder} */
const recorder = Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * @type {AxlensEngine & ((options: {module_or_path: Uint8Array}) => Promise<unknown>)} made by
 * wasm-bindgen; a constant of the isolated world, declared by the script injected before this one
 */
// @ts-ignore: no file of this folder declares it
const engine = axlensEngine;

const state = {
  /** @type {Promise<unknown> | null} the engine, once its module was received */
  ready: null,
  /**
   * @type {string[]} the last tree, as JSON text, in the pieces that are sent
   */
  tree: [],
};

/**
 * Compiles the module, once for each document.
 * @param {{bytes: string}} message base64
 */
async function load({ bytes }) {
  const module = () => Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  state.ready ??= engine({ module_or_path: module() });
  await state.ready;
  return { ok: true };
}

/**
 * Records the document, interprets the record, stores the registry and measures boxes in one
 * request.
 * @param {{find: object, places: string, left: number}} message `left`: milliseconds until
 *   the deadline
 */
async function read({ find, places, left }) {
  const end = performance.now() + left;
  if (!state.ready) return { error: 'not_loaded' };
  await state.ready;
  const answer = /** @type {RecordAnswer} */ (await recorder.answer({ axlens: 'record', ...find }));
  const { record, pieces, id, ...recorded } = answer;
  if (recorded.error) return { recorded };
  const text = record ?? (await fetchRecord(pieces ?? 0, id));
  const start = performance.now();
  const check = () => {
    if (performance.now() > end) throw new Error('the deadline has passed');
  };
  const understood = await understand(engine, text, { places, check });
  state.tree = splitPieces(understood.pieces.join(''), PIECE);
  const understandMs = performance.now() - start;
  const { registry, nodes, slice } = understood;
  if (registry) recorder.answer({ axlens: 'commit', registry, name: recorded.name });
  const wanted = wantedNodes(places, nodes);
  const placed = wanted ? await recorder.answer({ axlens: 'place', nodes: wanted }) : null;
  const place = wanted ? performance.now() - start - understandMs : 0;
  const timings = { understand: understandMs, understandSlice: slice, place };
  return { recorded, places: fieldsOf(placed).places ?? '', timings, pieces: state.tree.length };
}

/**
 * @param {string} places of the query: `none`, `uids`, `all` or node ids
 * @param {string} nodes node ids that the engine returned
 */
const wantedNodes = (places, nodes) => {
  if (places === 'none') return '';
  return places === 'uids' || places === 'all' ? nodes : places;
};

/**
 * @param {number} pieces
 * @param {number | undefined} id
 * @returns {Promise<string>} a record too long for one message
 */
async function fetchRecord(pieces, id) {
  let text = '';
  for (let index = 0; index < pieces; index += 1) {
    text += fieldsOf(await recorder.answer({ axlens: 'piece', id, index })).piece;
  }
  return text;
}

/**
 * A message of the worker.
 * @typedef {({axlensEngine: 'load'} & Parameters<typeof load>[0])
 *   | ({axlensEngine: 'read'} & Parameters<typeof read>[0])
 *   | {axlensEngine: 'piece', index: number}} EngineMessage
 */

/** @param {EngineMessage} message @returns {object | Promise<object>} */
function answer(message) {
  switch (message.axlensEngine) {
    case 'load':
      return load(message);
    case 'read':
      return read(message);
    case 'piece':
      return { piece: state.tree[message.index] };
    default:
      return { error: 'bad_request' };
  }
}

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  // Only this extension's worker may send messages.
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (!isWorker || typeof message !== 'object' || message === null) return false;
  if (!('axlensEngine' in message)) return false;
  Promise.resolve()
    .then(() => answer(/** @type {EngineMessage} */ (message)))
    .catch((error) => ({ error: 'engine', message: String(error) }))
    .then(sendResponse);
  return true;
}

// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlensPageEngine')) {
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensPageEngine', { value: true });
}
