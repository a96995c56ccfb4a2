//! Reads the inspected page, or one document of it, and looks elements up in it: by the WebAssembly
//! that the panel is made of, loaded when it is first needed.

import { text } from '../ui/common/i18n.js';
import { Refused } from './worker-port.js';

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
    return new Refused({ message: text(problem[0]), hint: text(`${problem[0]}_hint`) });
  const [error, message, hint] = problem;
  return new Refused({ error, message, hint });
}

/**
 * @param {import('./worker-port.js').WorkerLine} line
 * @param {object} options as the body of `POST /observe`
 * @param {{document: string, world: number}} [only] this document alone
 * @returns {Promise<Lookup>} rejects with what is wrong
 */
export async function readPage(line, options, only) {
  const { Lookup } = await panelModule();
  const request = JSON.stringify({ what: 'a11y_tree', format: 'lean', ...options });
  try {
    const places = Lookup.places(request);
    const answer = await line.ask('read', { places, ...(only ? { only, frames: false } : {}) });
    return Lookup.read(answer, request);
  } catch (problem) {
    throw problem instanceof Error ? problem : asError(problem);
  }
}

/**
 * @param {string} explanation as the worker answers it
 * @returns {Promise<[string, string][]>} keys of names, each with what it says
 */
export async function factsOf(explanation) {
  const { Lookup } = await panelModule();
  return Lookup.facts(explanation);
}
