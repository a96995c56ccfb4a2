//! The options page: shows the state, pauses, and takes an address and a key by hand. It
//! decides nothing: it shows what the worker reports and sends the worker what the user wants.

import { loopbackOrigin } from '../worker/server-requests.js';
import * as ext from '../worker/ext.js';

/** @typedef {import('../worker/connection.js').Phase} Phase */
/** @typedef {import('../worker/connection.js').State} State */
/**
 * @typedef {{state: State, paused: boolean, version: string,
 *   settings: {url: string, key: string}, name: string, files: boolean,
 *   everywhere: boolean, headers: boolean}} News
 */

/**
 * What each state is called, what it means, and what to do about it.
 * @type {Record<Phase, {headline: string, explanation: string, steps: string[]}>}
 */
const WORDS = {
  starting: {
    headline: 'Connecting …',
    explanation: 'Looking for the server on this machine.',
    steps: [],
  },
  off: {
    headline: 'Not connected: no address yet',
    explanation: "Below, an address on this machine and the extension's key are asked for.",
    steps: [
      'Run `axlens serve`.',
      'Copy `url` and `extension_key` from `endpoint.json` in its state directory into the fields below.',
    ],
  },
  connected: {
    headline: 'Connected',
    explanation: 'Agents on this machine that hold the agent token can read the open pages.',
    steps: [],
  },
  no_host: {
    headline: 'Not connected: no native messaging host',
    explanation: 'Chrome knows no program that could start the server and report where it is.',
    steps: [
      'Run `axlens install` in a terminal (`--browser` names another browser than Chrome).',
      'It connects by itself within seconds. Or choose “By hand” below.',
    ],
  },
  host_forbidden: {
    headline: 'Not connected: the host is installed for another extension',
    explanation: 'The native messaging host is installed, but for an extension with another id.',
    steps: ['Run `axlens install` from the same version as this extension.'],
  },
  host_failed: {
    headline: 'Not connected: the native messaging host failed',
    explanation: 'The host could be started but could not bring up the server.',
    steps: ['Run `axlens doctor` in a terminal: it goes through every link of the chain.'],
  },
  server_gone: {
    headline: 'Not connected: the server does not run',
    explanation: "Nothing answers at the server's address.",
    steps: [
      'Through the native host it is started again by itself. By hand: run `axlens serve` and check the address below.',
    ],
  },
  server_stopped: {
    headline: 'Not connected: the server was stopped',
    explanation: 'It stays stopped until you start it.',
    steps: ['Press “Try again now”, or run `axlens serve` in a terminal.'],
  },
  unproven: {
    headline: 'Not connected: what answers is not your server',
    explanation:
      "What answers at the server's address does not know the extension's key. Nothing of a page was sent to it.",
    steps: [
      'Through the native host: the server is started at another address by itself. If this stays, run `axlens doctor`.',
      'By hand: copy `url` and `extension_key` from `endpoint.json` again.',
    ],
  },
  wrong_version: {
    headline: 'Not connected: the versions do not fit',
    explanation: 'Server and extension speak different versions of the protocol.',
    steps: [
      'Build or install both from the same version, then reload the extension in `chrome://extensions`.',
    ],
  },
  strange_server: {
    headline: 'Not connected: something else answers',
    explanation: 'At this address something answers that is no Axlens server, or one in trouble.',
    steps: ['Check the address below, or run `axlens doctor`.'],
  },
};

const PAUSED = {
  headline: 'Paused',
  explanation: 'No page is read until you resume, here or by a click on the toolbar icon.',
};

const nodes = {
  icon: /** @type {HTMLImageElement} */ (byId('icon')),
  state: byId('state'),
  headline: byId('headline'),
  explanation: byId('explanation'),
  steps: byId('steps'),
  detail: byId('detail'),
  pause: /** @type {HTMLButtonElement} */ (byId('pause')),
  retry: /** @type {HTMLButtonElement} */ (byId('retry')),
  form: /** @type {HTMLFormElement} */ (byId('connection')),
  byHand: byId('by-hand'),
  url: /** @type {HTMLInputElement} */ (byId('url')),
  key: /** @type {HTMLInputElement} */ (byId('key')),
  fault: byId('form-fault'),
  browser: /** @type {HTMLFormElement} */ (byId('browser')),
  name: /** @type {HTMLInputElement} */ (byId('name')),
  access: byId('access'),
  headers: /** @type {HTMLInputElement} */ (byId('headers')),
  version: byId('version'),
};

/** @type {ext.Port} */
let worker;
let paused = false;
/** What the user has typed or chosen must not be overwritten by news. */
let touched = false;

connect();
nodes.pause.addEventListener('click', () => worker.postMessage({ do: 'pause', paused: !paused }));
nodes.retry.addEventListener('click', () => worker.postMessage({ do: 'retry' }));
nodes.form.addEventListener('input', () => {
  touched = true;
  showFields();
});
nodes.form.addEventListener('submit', (event) => {
  event.preventDefault();
  save();
});
nodes.browser.addEventListener('submit', (event) => {
  event.preventDefault();
  worker.postMessage({ do: 'rename', name: nodes.name.value });
});
nodes.headers.addEventListener('change', async () => {
  const given = nodes.headers.checked ? await ext.requestHeaders() : !(await ext.dropHeaders());
  nodes.headers.checked = given;
});

/** The worker may be stopped at any time; opening the port starts it again. */
function connect() {
  worker = ext.connectWorker('options');
  worker.onMessage.addListener(show);
  worker.onDisconnect.addListener(connect);
}

/** @param {News} news */
function show(news) {
  paused = news.paused;
  const { state } = news;
  const connected = state.phase === 'connected';
  const words = WORDS[state.phase];
  const look = paused ? 'paused' : connected ? 'connected' : 'off';
  nodes.state.dataset.look = look;
  nodes.icon.src = `../icons/${look}-48.png`;
  nodes.headline.textContent = paused
    ? `${PAUSED.headline}${connected ? '' : ` (and ${lowerFirst(words.headline)})`}`
    : words.headline;
  nodes.explanation.textContent = paused && connected ? PAUSED.explanation : words.explanation;
  nodes.steps.replaceChildren(...words.steps.map(item));
  nodes.detail.textContent = detailOf(state);
  nodes.pause.textContent = paused ? 'Resume reading' : 'Pause all reading';
  nodes.retry.hidden = connected;
  nodes.access.replaceChildren(...accessLines(news).map(item));
  nodes.headers.checked = news.headers;
  nodes.version.textContent = `Axlens ${news.version}`;
  if (document.activeElement !== nodes.name) nodes.name.value = news.name;
  if (touched) return;
  fill(news);
}

/** @param {News} news */
function fill({ state, settings }) {
  for (const radio of radios()) radio.checked = radio.value === (state.byHand ? 'hand' : 'host');
  nodes.url.value = settings.url;
  nodes.key.value = settings.key;
  showFields();
}

function showFields() {
  nodes.byHand.hidden = !choosesByHand();
  nodes.fault.textContent = '';
}

function save() {
  const byHand = choosesByHand();
  const url = loopbackOrigin(nodes.url.value);
  const key = nodes.key.value.trim();
  if (byHand && !url)
    return complain(
      'The address must be one on this machine, such as http://127.0.0.1:4567.',
      nodes.url,
    );
  if (byHand && !key) return complain('The key is missing.', nodes.key);
  touched = false;
  nodes.fault.textContent = '';
  worker.postMessage({ do: 'use', settings: { byHand, url: url ?? '', key } });
}

/** @param {string} text @param {HTMLInputElement} field */
function complain(text, field) {
  nodes.fault.textContent = text;
  field.focus();
}

/** @param {import('../worker/connection.js').State} state */
function detailOf({ phase, detail, url, byHand }) {
  const way = byHand ? 'by hand' : 'through the native messaging host';
  if (phase === 'connected') return `Server at ${url}, ${way}.`;
  return [detail, url && `Address: ${url}.`].filter(Boolean).join(' ');
}

/** @param {News} news @returns {string[]} */
function accessLines({ files, everywhere }) {
  return [
    everywhere
      ? 'Web pages: all sites.'
      : 'Web pages: only the sites you allow, in `chrome://extensions`, Details, Site access.',
    files
      ? 'Files on this machine: yes.'
      : 'Files on this machine: no. To allow it: `chrome://extensions`, Details, “Allow access to file URLs”.',
    "Chrome's own pages, the web store and the PDF viewer: never; Chrome forbids it.",
  ];
}

/** @param {string} text with `code` between backquotes @returns {HTMLLIElement} */
function item(text) {
  const line = document.createElement('li');
  text.split('`').forEach((part, index) => {
    if (index % 2 === 0) return line.append(part);
    const code = document.createElement('code');
    code.textContent = part;
    line.append(code);
  });
  return line;
}

/** @returns {HTMLInputElement[]} */
function radios() {
  return /** @type {HTMLInputElement[]} */ ([...nodes.form.querySelectorAll('input[name=by]')]);
}

const choosesByHand = () => radios().some((radio) => radio.checked && radio.value === 'hand');

/** @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`options.html has no element '${id}'`);
  return node;
}
