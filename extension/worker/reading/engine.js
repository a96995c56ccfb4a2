//! The engine in the worker: loaded once, serves all tabs. It hands strings in and strings out and
//! looks into none of them.

import init, * as engine from '../../engine/axlens_engine.js';
import * as browserApi from '../../shared/browser-api.js';
import * as runEngine from '../../shared/run-engine.js';

/** `slice`: the longest, in milliseconds.
 * @typedef {{tree: string, registry: string, nodes: string, slice: number, ms: number}} Understood
 *   */

const MODULE = 'engine/axlens_engine_bg.wasm';
/** The record of a page with a few elements of many kinds. */
const SMALL_PAGE = 'worker/reading/small-page.record';

/** @type {Promise<unknown> | null} */
let loading = null;

/**
 * Begins to load the engine, or goes on waiting for it. A failure is not cached: the next call
 * tries again.
 */
export function load() {
  loading ??= init({ module_or_path: browserApi.extensionUrl(MODULE) }).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Has the engine run once while no query waits: Chrome compiles a function when it is called first,
 * and the first page need not wait for that.
 */
export async function warmUp() {
  const record = await (await fetch(browserApi.extensionUrl(SMALL_PAGE))).text();
  await understand(record, { check: () => {} });
}

/**
 * @param {string} record
 * @param {AxlensUnderstandOptions} options
 * @returns {Promise<Understood>} the tree as JSON text; the registry, empty when it has not
 *   changed; the ids of nodes
 */
export async function understand(record, options) {
  await load();
  const { pieces, ...understood } = await runEngine.understand(engine, record, options);
  return { ...understood, tree: pieces.join('') };
}

/**
 * @param {string} record
 * @param {number} node 0: the first that the record's selector found
 * @param {() => void} check throws after the deadline
 * @returns {Promise<string>} JSON text
 */
export async function explain(record, node, check) {
  await load();
  return (await runEngine.explain(engine, record, node, check)).pieces.join('');
}

/** @returns {Promise<string>} the module, base64, for an engine that is to work elsewhere */
export async function bytes() {
  const module = new Uint8Array(await (await fetch(browserApi.extensionUrl(MODULE))).arrayBuffer());
  let letters = '';
  // In portions: a call takes only so many arguments.
  for (let start = 0; start < module.length; start += 32768)
    letters += String.fromCharCode(...module.subarray(start, start + 32768));
  return btoa(letters);
}
