//! Loads the DevTools panel, which is the WebAssembly of `panel/`, and connects it with the port to
//! the worker, the inspected tab and the clipboard. It does not interpret the messages on the port.

import { connectToWorker } from '../shared/browser-api.js';
import { localize, text } from '../ui/common/i18n.js';
import { byId } from '../ui/common/parts.js';
import init, { Panel } from './axlens_panel.js';
import { evaluate, followTheme, tab } from './inspected.js';

/** @typedef {import('./worker-port.js').FaultText} FaultText */
/** @typedef {{ask?: number, answer?: unknown, fault?: FaultText, changed?: object,
 *   status?: object}} Message */

/** @param {string} key of the confirmation of the last command */
const showConfirmation = (key) => {
  byId('confirmation').textContent = text(key);
};

/** @type {import('../shared/browser-api.js').Port | null} */
let port = null;

/** Opens the port to the worker. It is closed when Chrome stops the worker. */
function connect() {
  const opened = connectToWorker('devtools');
  opened.onMessage.addListener(onMessage);
  opened.onDisconnect.addListener(() => {
    port = null;
    panel.portEnded();
  });
  return opened;
}

/** @param {Message} message */
function onMessage({ ask, answer, fault, changed, status }) {
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
  const request = { tab, ...JSON.parse(message) };
  try {
    port ??= connect();
    port.postMessage(request);
  } catch {
    // The extension was reloaded, and this page belongs to the old one.
    queueMicrotask(() => {
      const fault = text('panel_fault_port');
      panel.failed(request.ask, '', fault, text('panel_fault_port_hint'));
    });
  }
}

/**
 * Copies a text. `navigator.clipboard` is not available in DevTools panels.
 * @param {string} content
 */
function copy(content) {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = content;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  showConfirmation(copied ? 'panel_copied' : 'panel_not_copied');
}

/**
 * Selects an element in Elements. The isolated world of the extension finds it by its node id.
 * @param {number} node @param {string} [frameURL] the URL of a child frame
 */
async function reveal(node, frameURL) {
  const element = `axlensRecorder.element(${Number(node)})`;
  const isSelected = await evaluate(`inspect(${element}), ${element} !== undefined`, frameURL);
  if (isSelected !== true) panel.notRevealed();
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
