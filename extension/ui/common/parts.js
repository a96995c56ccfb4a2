//! Parts that several of the extension's own pages have: the line to the worker, texts with `code`
//! in them, the words for how the connection stands, and times.

import { text } from './i18n.js';
import * as browserApi from '../../shared/browser-api.js';

/** @typedef {import('../../worker/browser/extension-pages.js').News} News */

/** @param {string} id @returns {any} the element; the page has it */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element '${id}'`);
  return node;
}

/**
 * Opens the line to the worker, and opens it anew whenever the worker was stopped.
 * @param {string} name of the page
 * @param {(message: any) => void} hear
 * @returns {(message: object) => void} says something to the worker
 */
export function connectPage(name, hear) {
  /** @type {browserApi.Port} */
  let worker;
  const connect = () => {
    worker = browserApi.connectToWorker(name);
    worker.onMessage.addListener(hear);
    worker.onDisconnect.addListener(connect);
  };
  connect();
  return (message) => worker.postMessage(message);
}

/**
 * @param {string} words with `code` between backquotes
 * @returns {Node[]}
 */
export function withCode(words) {
  return words.split('`').map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}

/** Puts the texts in that have code in them: elements name them by `data-code`. */
export function localizeCode() {
  for (const element of document.querySelectorAll('[data-code]'))
    element.replaceChildren(
      ...withCode(text(/** @type {HTMLElement} */ (element).dataset.code ?? '')),
    );
}

/** @param {string} words @returns {HTMLLIElement} */
export function item(words) {
  const line = document.createElement('li');
  line.append(...withCode(words));
  return line;
}

/** @param {News} news @returns {'paused' | 'connected' | 'off'} */
export function lookOf({ paused, state }) {
  if (paused) return 'paused';
  return state.phase === 'connected' ? 'connected' : 'off';
}

/** @param {News} news @returns {{headline: string, explanation: string, steps: string[]}} */
export function wordsFor({ paused, state }) {
  const headline = text(`state_${state.phase}`);
  const steps = text(`state_${state.phase}_steps`).split('\n').filter(Boolean);
  const connected = state.phase === 'connected';
  if (!paused) return { headline, explanation: text(`state_${state.phase}_why`), steps };
  return {
    headline: connected ? text('paused_headline') : text('paused_and', headline),
    explanation: text('paused_explanation'),
    steps: connected ? [] : steps,
  };
}

/** @param {News} news whose connection is shown in some detail */
export function detailOf({ state: { phase, detail, url, byHand } }) {
  if (phase === 'connected')
    return `${text('server_at', url)} ${text(byHand ? 'by_hand' : 'by_host')}`;
  return [detail, url && text('address_is', url)].filter(Boolean).join(' ');
}

/** @param {boolean} unattended shows the warning, in red, where nobody is asked */
export function showUnattended(unattended) {
  const warning = byId('unattended');
  warning.hidden = !unattended;
  warning.replaceChildren(...(unattended ? withCode(text('unattended')) : []));
}

/** @param {string} name of an agent, as the server has it */
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

/** @param {number} at in milliseconds since 1970 @returns {string} how long ago that was */
export function ago(at) {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  return format.format(-Math.floor(seconds / size), unit);
}

/** @param {number | string} at @returns {string} day and time, in the user's way */
export const dateOf = (at) =>
  new Date(at).toLocaleString(document.documentElement.lang, {
    dateStyle: 'short',
    timeStyle: 'short',
  });
