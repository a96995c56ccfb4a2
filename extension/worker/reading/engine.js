//! The engine in the worker: loaded once for all tabs. Its input and output are uninterpreted
//! strings.

import init, * as engine from '../../engine/axlens_engine.js';
import * as browserApi from '../../shared/browser-api.js';
import * as runEngine from '../../shared/run-engine.js';

/** `slice`: the duration of the longest slice, in milliseconds.
 * @typedef {{tree: string, registry: string, nodes: string, slice: number, ms: number}}
 *   EngineResult
 *   */

const MODULE = 'engine/axlens_engine_bg.wasm';
/** The record of a page with a few elements of many kinds. */
const SMALL_PAGE = 'worker/reading/small-page.record';

/** @type {Promise<unknown> | null} */
let loading = null;

/**
 * Loads the engine, once. After a failure the next call tries again.
 */
export function load() {
  loading ??= init({ module_or_path: browserApi.extensionUrl(MODULE) }).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Runs the engine once before the first query: Chrome compiles a function when it is first called,
 * so that the first page would have to wait for that.
 */
export async function warmUp() {
  const record = await (await fetch(browserApi.extensionUrl(SMALL_PAGE))).text();
  await understand(record, { check: () => {} });
}

/**
 * @param {string} record
 * @param {AxlensUnderstandOptions} options
 * @returns {Promise<EngineResult>} the tree as JSON text; the registry, empty when it has not
 *   changed; the ids of nodes
 */
export async function understand(record, options) {
  await load();
  const { pieces, ...understood } = await runEngine.understand(engine, record, options);
  return { ...understood, tree: pieces.join('') };
}

/**
 * @param {string} record
 * @param {number} node 0: the first match of the record's selector
 * @param {() => void} check throws after the deadline
 * @returns {Promise<string>} JSON text
 */
export async function explain(record, node, check) {
  await load();
  return (await runEngine.explain(engine, record, node, check)).pieces.join('');
}

/** @returns {Promise<string>} the module in base64, for an engine that runs in a page */
export async function bytes() {
  const module = new Uint8Array(await (await fetch(browserApi.extensionUrl(MODULE))).arrayBuffer());
  let binary = '';
  // In chunks: the number of arguments of a call is limited.
  for (let start = 0; start < module.length; start += 32768)
    binary += String.fromCharCode(...module.subarray(start, start + 32768));
  return btoa(binary);
}
