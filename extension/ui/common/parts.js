//! Shared parts of the extension's pages: the port to the worker, texts with code, the description
//! of the connection, and times.

import { text } from './i18n.js';
import * as browserApi from '../../shared/browser-api.js';

/** @typedef {import('../../worker/browser/extension-pages.js').ExtensionState} ExtensionState */
/** @typedef {import('../../worker/browser/extension-pages.js').Command} Command */

/**
 * @template {HTMLElement} T
 * @overload
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
/**
 * @overload
 * @param {string} id
 * @returns {HTMLElement}
 */
/**
 * @param {string} id
 * @param {new () => HTMLElement} [type]
 * @returns {HTMLElement} the element of the page with this id
 */
export function byId(id, type = HTMLElement) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} '${id}'`);
  return element;
}

/**
 * Opens a port to the worker, and reopens it when the worker was stopped.
 * @param {string} name of the page
 * @template Message
 * @param {(message: Message) => void} onMessage
 * @returns {(command: Command) => void} sends a command to the worker
 */
export function connectPage(name, onMessage) {
  /** @type {browserApi.Port} */
  let worker;
  const connect = () => {
    worker = browserApi.connectToWorker(name);
    worker.onMessage.addListener(onMessage);
    worker.onDisconnect.addListener(connect);
  };
  connect();
  return (command) => worker.postMessage(command);
}

/**
 * @param {string} markup text with code between backquotes
 * @returns {Node[]}
 */
function withCode(markup) {
  return markup.split('`').map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}

/** Sets the text of every element with `data-code`, which is the key of a text with code. */
export function localizeCode() {
  for (const element of document.querySelectorAll('[data-code]'))
    element.replaceChildren(
      ...withCode(text(/** @type {HTMLElement} */ (element).dataset.code ?? '')),
    );
}

/** @param {string} markup @returns {HTMLLIElement} */
export function item(markup) {
  const element = document.createElement('li');
  element.append(...withCode(markup));
  return element;
}

/** @param {ExtensionState} state @returns {'paused' | 'connected' | 'off'} */
export function iconState({ paused, connection }) {
  if (paused) return 'paused';
  return connection.phase === 'connected' ? 'connected' : 'off';
}

/**
 * @param {ExtensionState} state
 * @returns {{headline: string, explanation: string, steps: string[]}}
 */
export function describe({ paused, connection }) {
  const { phase } = connection;
  const headline = text(`state_${phase}`);
  const steps = text(`state_${phase}_steps`).split('\n').filter(Boolean);
  const connected = phase === 'connected';
  if (!paused) return { headline, explanation: text(`state_${phase}_why`), steps };
  return {
    headline: connected ? text('paused_headline') : text('paused_and', headline),
    explanation: text('paused_explanation'),
    steps: connected ? [] : steps,
  };
}

/** @param {ExtensionState} state @returns {string} the details of its connection */
export function connectionDetail({ connection: { phase, detail, url, byHand } }) {
  if (phase === 'connected')
    return `${text('server_at', url)} ${text(byHand ? 'by_hand' : 'by_host')}`;
  return [detail, url && text('address_is', url)].filter(Boolean).join(' ');
}

/** @param {boolean} unattended whether to warn that agents act without asking the user */
export function showUnattended(unattended) {
  const warning = byId('unattended');
  warning.hidden = !unattended;
  warning.replaceChildren(...(unattended ? withCode(text('unattended')) : []));
}

/** @param {string} name of an agent on the server */
export const agentName = (name) => (name === 'user' ? text('your_agent') : name);

/** @param {string} site */
export const siteName = (site) => (site === 'file://' ? text('files_site') : site);

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** @param {number} at in milliseconds since 1970 @returns {string} such as “2 minutes ago” */
export function timeSince(at) {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  return format.format(-Math.floor(seconds / size), unit);
}

/** The interval at which times such as “2 minutes ago” are updated. */
export const TIMES_INTERVAL_MS = 15_000;

/**
 * Sets the text of an element, and updates it as long as the element is in the page.
 * @template {HTMLElement} T
 * @param {T} element that is added to the page at once
 * @param {() => string} content with a time such as “2 minutes ago”
 * @returns {T}
 */
export function withTime(element, content) {
  element.textContent = content();
  const timer = setInterval(() => {
    if (element.isConnected) element.textContent = content();
    else clearInterval(timer);
  }, TIMES_INTERVAL_MS);
  return element;
}

/** @param {number | string} at @returns {string} date and time in the user's format */
export const formatDate = (at) =>
  new Date(at).toLocaleString(document.documentElement.lang, {
    dateStyle: 'short',
    timeStyle: 'short',
  });

/**
 * @param {string} label @param {string} name the accessible name, with the subject of the row
 * @param {() => void} onClick
 */
export function button(label, name, onClick) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.setAttribute('aria-label', name);
  element.addEventListener('click', onClick);
  return element;
}
