//! The options page: how the connection stands, and each of the page's parts. It decides nothing:
//! it shows what the worker reports and sends the worker what the user wants.

import { localize, text } from '../common/i18n.js';
import {
  byId,
  connectPage,
  detailOf,
  item,
  localizeCode,
  lookOf,
  showUnattended,
  wordsFor,
} from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';
import { loopbackOrigin } from '../../worker/connection/server-requests.js';
import { AgentsPart } from './agents.js';
import { AuditPart } from './audit.js';
import { SitesPart } from './sites.js';

/** @typedef {import('../../worker/browser/extension-pages.js').News} News */

localize();
localizeCode();

/** @type {News | null} */
let shown = null;
/** What the user has typed or chosen must not be overwritten by news. */
let touched = false;
/** What was there before everything was turned off. @type {object | null} */
let before = null;

const say = connectPage('options', hear);
const sites = new SitesPart(say);
const agents = new AgentsPart(say);
const audit = new AuditPart(say);

byId('pause').addEventListener('click', () => say({ do: 'pause', paused: !shown?.paused }));
byId('retry').addEventListener('click', () => say({ do: 'retry' }));
byId('connection').addEventListener('input', () => {
  touched = true;
  showFields();
});
byId('connection').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  save();
});
byId('browser').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  say({ do: 'rename', name: byId('name').value });
});
byId('headers').addEventListener('change', async () => {
  const wanted = byId('headers').checked;
  byId('headers').checked = wanted
    ? await browserApi.requestHeadersPermission()
    : !(await browserApi.removeHeadersPermission());
});
byId('scripts').addEventListener('change', async () => {
  const wanted = byId('scripts').checked;
  byId('scripts').checked = wanted
    ? await browserApi.requestScriptsPermission()
    : !(await browserApi.removeScriptsPermission());
});
byId('everything-off').addEventListener('click', () => say({ do: 'everythingOff' }));
byId('undo-off').addEventListener('click', () => {
  say({ do: 'undoOff', before });
  showOff(null, text('off_undone'));
});

/** @param {any} message of the worker */
function hear(message) {
  if (message.news) show(message.news);
  if (message.siteSet) sites.told(message.siteSet);
  if (message.off) showOff(message.off, text('off_done', String(message.off.grants.length)));
  if (message.server) {
    agents.showTokens(message.server.agents);
    audit.show(message.server.entries);
  }
}

/** @param {News} news */
function show(news) {
  const isConnected = news.state.phase === 'connected';
  // Agents and log come from the server: it is asked when it is there, and when it has gone.
  const isOther = shown === null || (shown.state.phase === 'connected') !== isConnected;
  shown = news;
  showState(news);
  sites.show(news);
  agents.showGrants(news.grants);
  byId('access').replaceChildren(...accessLines(news).map(item));
  byId('headers').checked = news.headers;
  byId('scripts').checked = news.scripts;
  if (document.activeElement !== byId('name')) byId('name').value = news.name;
  if (!touched) fill(news);
  if (isOther) say({ do: 'load' });
  byId('version').textContent = `Axlens ${news.version}`;
  document.body.dataset.ready = '';
}

/** @param {News} news */
function showState(news) {
  const words = wordsFor(news);
  const look = lookOf(news);
  byId('state').dataset.look = look;
  byId('icon').src = `../icons/${look}-48.png`;
  byId('headline').textContent = words.headline;
  byId('explanation').textContent = words.explanation;
  byId('steps').replaceChildren(...words.steps.map(item));
  byId('detail').textContent = detailOf(news);
  byId('pause').textContent = text(news.paused ? 'resume' : 'pause');
  byId('retry').hidden = news.state.phase === 'connected';
  byId('shortcut').textContent = news.shortcut
    ? text('pause_key', news.shortcut)
    : text('no_pause_key');
  showUnattended(news.unattended);
}

/** @param {object | null} undo what would be put back @param {string} words */
function showOff(undo, words) {
  before = undo;
  byId('undo-off').hidden = undo === null;
  byId('off-done').textContent = words;
}

/** @param {News} news */
function fill({ state, settings }) {
  for (const radio of radios()) radio.checked = radio.value === (state.byHand ? 'hand' : 'host');
  byId('url').value = settings.url;
  byId('key').value = settings.key;
  showFields();
}

function showFields() {
  byId('by-hand').hidden = !choosesByHand();
  byId('form-fault').textContent = '';
}

function save() {
  const byHand = choosesByHand();
  const url = loopbackOrigin(byId('url').value);
  const key = byId('key').value.trim();
  if (byHand && !url) return complain(text('address_wrong'), byId('url'));
  if (byHand && !key) return complain(text('key_missing'), byId('key'));
  touched = false;
  byId('form-fault').textContent = '';
  say({ do: 'use', settings: { byHand, url: url ?? '', key } });
}

/** @param {string} words @param {HTMLInputElement} field */
function complain(words, field) {
  byId('form-fault').textContent = words;
  field.focus();
}

/** @param {News} news @returns {string[]} */
function accessLines({ files, everywhere }) {
  return [
    text(everywhere ? 'access_all' : 'access_some'),
    text(files ? 'access_files' : 'access_no_files'),
    text('access_never'),
  ];
}

/** @returns {HTMLInputElement[]} */
const radios = () => [...byId('connection').querySelectorAll('input[name=by]')];

const choosesByHand = () => radios().some((radio) => radio.checked && radio.value === 'hand');
