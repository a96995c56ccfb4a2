//! Loads the DevTools panel, which is WebAssembly made of `panel/`, and is its only way to what is
//! outside: the port to the worker, the inspected tab, the clipboard. It does not know what is said
//! on the port.

import { connectToWorker } from '../shared/browser-api.js';
import { localize, text } from '../ui/common/i18n.js';
import { byId } from '../ui/common/parts.js';
import init, { Panel } from './axlens_panel.js';
import { evaluate, followTheme, tab } from './inspected.js';

/** @typedef {{error?: string, message?: string, hint?: string}} SaidFault */
/** @typedef {{ask?: number, answer?: unknown, fault?: SaidFault, changed?: object,
 *   status?: object}} Message */

/** @param {string} key message key of the confirmation */
const say = (key) => {
  byId('confirmation').textContent = text(key);
};

/** @type {chrome.runtime.Port | null} */
let port = null;

/** Opens the line to the worker. It ends when Chrome stops the worker. */
function connect() {
  const opened = connectToWorker('devtools');
  opened.onMessage.addListener(hear);
  opened.onDisconnect.addListener(() => {
    port = null;
    panel.portEnded();
  });
  return opened;
}

/** @param {Message} message */
function hear({ ask, answer, fault, changed, status }) {
  if (ask === undefined) {
    if (changed) panel.changed();
    if (status) panel.status(JSON.stringify(status));
  } else if (fault) {
    const { error = '', message = '', hint = '' } = fault;
    panel.failed(ask, error, message, hint);
  } else {
    panel.answered(ask, typeof answer === 'string' ? answer : JSON.stringify(answer ?? null));
  }
}

/** @param {string} message as JSON, without the tab */
function post(message) {
  const said = { tab, ...JSON.parse(message) };
  try {
    port ??= connect();
    port.postMessage(said);
  } catch {
    // The extension was loaded anew: this page is of the one before.
    queueMicrotask(() => {
      const fault = text('panel_fault_port');
      panel.failed(said.ask, '', fault, text('panel_fault_port_hint'));
    });
  }
}

/**
 * Copies a text. DevTools gives its panels no `navigator.clipboard`.
 * @param {string} words
 */
function copy(words) {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = words;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  say(copied ? 'panel_copied' : 'panel_not_copied');
}

/**
 * Shows an element in Elements. The extension's own world of the page knows it by its node id.
 * @param {number} node @param {string} [frameURL] of a frame that is not the main one
 */
async function reveal(node, frameURL) {
  const element = `axlensRecorder.element(${Number(node)})`;
  const shown = await evaluate(`inspect(${element}), ${element} !== undefined`, frameURL);
  if (shown !== true) panel.notRevealed();
}

localize();
for (const element of document.querySelectorAll('[data-label]'))
  element.setAttribute(
    'aria-label',
    text(/** @type {HTMLElement} */ (element).dataset.label ?? ''),
  );
byId('options').addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
followTheme();
await init({ module_or_path: new URL('axlens_panel_bg.wasm', import.meta.url) });
/** @type {import('./axlens_panel.js').Panel} */
const panel = Panel.start({
  post: (/** @type {string} */ message) => queueMicrotask(() => post(message)),
  copy,
  reveal: (/** @type {number} */ node, /** @type {string | undefined} */ frameURL) =>
    queueMicrotask(() => reveal(node, frameURL)),
  text: (/** @type {string} */ key, /** @type {string[]} */ values) => text(key, ...values),
});
document.body.dataset.ready = '';
