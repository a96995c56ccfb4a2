//! The options page: the state of the connection, and the other parts of the page. It shows what
//! the worker reports and sends the user's commands to the worker.

import { localize, text } from '../common/i18n.js';
import {
  byId,
  connectPage,
  connectionDetail,
  item,
  localizeCode,
  iconState,
  showUnattended,
  describe,
} from '../common/parts.js';
import * as browserApi from '../../shared/browser-api.js';
import { loopbackOrigin } from '../../worker/connection/server-requests.js';
import { AgentsPart } from './agents.js';
import { AuditPart } from './audit.js';
import { SitesPart } from './sites.js';
import { startTabs } from './tabs.js';

/** @typedef {import('../../worker/browser/extension-pages.js').ExtensionState} ExtensionState */
/** @typedef {import('../../worker/browser/extension-pages.js').StateBeforeOff} StateBeforeOff */
/**
 * @typedef {{state?: ExtensionState, siteSet?: {pattern: string, isSet: boolean},
 *   off?: StateBeforeOff, server?: {
 *   agents: import('../../types/protocol').ListedAgent[] | null,
 *   gateway: import('../../types/protocol').GatewayStatus | null,
 *   entries: import('./audit.js').AuditEntry[] | null}}} Message
 */

localize();
localizeCode();
startTabs();

const name = byId('name', HTMLInputElement);
const url = byId('url', HTMLInputElement);
const key = byId('key', HTMLInputElement);
/** What the user switches on and off, by the box of each. */
const SWITCHES = /** @type {const} */ ({
  headers: browserApi.headersPermission,
  scripts: browserApi.scriptsPermission,
  downloads: browserApi.downloadsPermission,
  groups: browserApi.groupsPermission,
  notifications: browserApi.notificationsPermission,
});
const switches = /** @type {(keyof typeof SWITCHES)[]} */ (Object.keys(SWITCHES));

/** @type {ExtensionState | null} */
let current = null;
/** The user has edited the connection form, so that it must not be overwritten. */
let isEdited = false;
/** @type {StateBeforeOff | null} */
let stateBeforeOff = null;

const send = connectPage('options', onMessage);
const sites = new SitesPart(send);
const agents = new AgentsPart(send);
const audit = new AuditPart(send);

byId('pause').addEventListener('click', () => send({ do: 'pause', paused: !current?.paused }));
byId('retry').addEventListener('click', () => send({ do: 'retry' }));
byId('connection').addEventListener('input', () => {
  isEdited = true;
  showFields();
});
byId('connection').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  save();
});
byId('browser').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  send({ do: 'rename', name: name.value });
});
for (const id of switches) switchPermission(byId(id, HTMLInputElement), SWITCHES[id]);
byId('everything-off').addEventListener('click', () => send({ do: 'everythingOff' }));
byId('undo-off').addEventListener('click', () => {
  if (stateBeforeOff) send({ do: 'undoOff', before: stateBeforeOff });
  showOff(null, text('off_undone'));
});

/** @param {HTMLInputElement} box @param {typeof browserApi.headersPermission} permission */
function switchPermission(box, permission) {
  box.addEventListener('change', async () => {
    const wanted = box.checked;
    box.checked = wanted ? await permission.request() : !(await permission.remove());
  });
}

/** @param {Message} message of the worker */
function onMessage(message) {
  if (message.state) show(message.state);
  if (message.siteSet) sites.onSiteSet(message.siteSet);
  if (message.off) showOff(message.off, text('off_done', String(message.off.grants.length)));
  if (message.server) {
    agents.showGateway(message.server.gateway);
    agents.showTokens(message.server.agents);
    audit.show(message.server.entries);
  }
}

/** @param {ExtensionState} state */
function show(state) {
  const isConnected = state.connection.phase === 'connected';
  // Agents and audit log are loaded from the server when it connects and when it disconnects.
  const hasChanged = current === null || (current.connection.phase === 'connected') !== isConnected;
  current = state;
  showConnection(state);
  sites.show(state);
  agents.showGrants(state.grants);
  agents.showDenials(state.denials);
  byId('access').replaceChildren(...accessLines(state).map(item));
  for (const id of switches) byId(id, HTMLInputElement).checked = state.switches[id];
  if (document.activeElement !== name) name.value = state.name;
  if (!isEdited) fill(state);
  if (hasChanged) send({ do: 'load' });
  byId('version').textContent = `Axlens ${state.version}`;
  document.body.dataset.ready = '';
}

/** @param {ExtensionState} state */
function showConnection(state) {
  const description = describe(state);
  const look = iconState(state);
  byId('state').dataset.look = look;
  byId('icon', HTMLImageElement).src = `../../icons/${look}-48.png`;
  byId('headline').textContent = description.headline;
  byId('explanation').textContent = description.explanation;
  byId('steps').replaceChildren(...description.steps.map(item));
  byId('detail').textContent = connectionDetail(state);
  byId('pause').textContent = text(state.paused ? 'resume' : 'pause');
  byId('retry').hidden = state.connection.phase === 'connected';
  // The form is what the user needs if the server is connected by hand.
  if (state.connection.phase === 'off') byId('connection-part', HTMLDetailsElement).open = true;
  byId('shortcut').textContent = state.shortcut
    ? text('pause_key', state.shortcut)
    : text('no_pause_key');
  showUnattended(state.unattended);
}

/** @param {StateBeforeOff | null} undo the state to restore @param {string} message */
function showOff(undo, message) {
  stateBeforeOff = undo;
  byId('undo-off').hidden = undo === null;
  byId('off-done').textContent = message;
}

/** @param {ExtensionState} state */
function fill({ connection, settings }) {
  for (const radio of radios())
    radio.checked = radio.value === (connection.byHand ? 'hand' : 'host');
  url.value = settings.url;
  key.value = settings.key;
  showFields();
}

function showFields() {
  byId('by-hand').hidden = !choosesByHand();
  byId('form-fault').textContent = '';
}

function save() {
  const byHand = choosesByHand();
  const origin = loopbackOrigin(url.value);
  const secret = key.value.trim();
  if (byHand && !origin) return complain(text('address_wrong'), url);
  if (byHand && !secret) return complain(text('key_missing'), key);
  isEdited = false;
  byId('form-fault').textContent = '';
  send({ do: 'use', settings: { byHand, url: origin ?? '', key: secret } });
}

/** @param {string} message @param {HTMLInputElement} field */
function complain(message, field) {
  byId('form-fault').textContent = message;
  field.focus();
}

/** @param {ExtensionState} state @returns {string[]} */
function accessLines({ files, everywhere }) {
  return [
    text(everywhere ? 'access_all' : 'access_some'),
    text(files ? 'access_files' : 'access_no_files'),
    text('access_never'),
  ];
}

/** @returns {HTMLInputElement[]} */
const radios = () =>
  /** @type {HTMLInputElement[]} */ ([...byId('connection').querySelectorAll('input[name=by]')]);

const choosesByHand = () => radios().some((radio) => radio.checked && radio.value === 'hand');
