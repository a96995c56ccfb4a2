//! Reads the inspected page, or one document of it, and looks up elements in it. It uses the
//! WebAssembly of the panel, which is loaded on first use.

import { text } from '../ui/common/i18n.js';
import { RequestFault } from './worker-port.js';

/** @typedef {import('./axlens_panel.js').Lookup} Lookup */

/** @type {Promise<typeof import('./axlens_panel.js')> | null} */
let loading = null;

async function load() {
  const module = await import('./axlens_panel.js');
  await module.default({ module_or_path: new URL('axlens_panel_bg.wasm', import.meta.url) });
  return module;
}

/** @returns {Promise<typeof import('./axlens_panel.js')>} */
function panelModule() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @param {unknown} problem as `Lookup` throws it @returns {Error} */
function asError(problem) {
  if (!Array.isArray(problem)) return new Error(String(problem));
  if (problem.length === 1)
    return new RequestFault({ message: text(problem[0]), hint: text(`${problem[0]}_hint`) });
  const [error, message, hint] = problem;
  return new RequestFault({ error, message, hint });
}

/**
 * @param {import('./worker-port.js').WorkerPort} worker
 * @param {object} options as the body of `POST /observe`
 * @param {import('../types/protocol').DocumentHandle} [only] reads only this document
 * @returns {Promise<Lookup>} rejects with the reason
 */
export async function readPage(worker, options, only) {
  const { Lookup } = await panelModule();
  const request = JSON.stringify({ what: 'a11y_tree', format: 'lean', ...options });
  try {
    const places = Lookup.places(request);
    const answer = await worker.request('read', {
      places,
      ...(only ? { only, frames: false } : {}),
    });
    return Lookup.read(String(answer), request);
  } catch (problem) {
    throw problem instanceof Error ? problem : asError(problem);
  }
}

/**
 * @param {string} explanation the answer of the worker
 * @returns {Promise<[string, string][]>} keys of the names of the facts, with their values
 */
export async function factsOf(explanation) {
  const { Lookup } = await panelModule();
  return Lookup.facts(explanation);
}
