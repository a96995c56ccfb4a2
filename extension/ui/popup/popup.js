//! The popup of the toolbar icon: pauses reading, and shows the state of the connection, what
//! agents may do on the site of the active tab, and which agents used it.

import { localize, text } from '../common/i18n.js';
import { EVERY_SITE, siteOf } from '../../shared/sites.js';
import {
  TIMES_INTERVAL_MS,
  timeSince,
  agentName,
  button,
  byId,
  connectPage,
  iconState,
  item,
  showUnattended,
  siteName,
  describe,
} from '../common/parts.js';
import { denialEnd, liftButton } from '../common/denials.js';
import { revokeButton } from '../common/grants.js';
import { describeGateway } from '../common/gateway.js';
import * as browserApi from '../../shared/browser-api.js';
import { LEVELS } from '../../shared/levels.js';

/** @typedef {import('../../worker/browser/extension-pages.js').ExtensionState} ExtensionState */
/** @typedef {import('../../worker/browser/extension-pages.js').SiteState} SiteState */
/** @typedef {import('../../worker/browser/activity.js').Visit} Visit */
/** @typedef {import('../../worker/policy/denials.js').Denial} Denial */
/** @typedef {import('../../worker/policy/grants.js').ListedGrant} ListedGrant */

/** @typedef {import('../../types/protocol').GatewayStatus} GatewayStatus */
/** @typedef {{state?: ExtensionState, gateway?: GatewayStatus | null}} Message */

/** @type {ExtensionState | null} */
let current = null;
/** @type {string | null} */
let site = null;
/** The active tab; -1 if there is none. */
let activeTab = -1;

localize();
const send = connectPage('popup', (/** @type {Message} */ message) => {
  if (message.state) show(message.state);
  if (message.gateway !== undefined) showGateway(message.gateway);
});
byId('pause').addEventListener('click', () => send({ do: 'pause', paused: !current?.paused }));
byId('take').addEventListener('click', () =>
  send({ do: isTaken(current) ? 'handBack' : 'takeOver', tab: activeTab }),
);
byId('close-agent-tabs').addEventListener('click', () => send({ do: 'closeAgentTabs' }));
byId('start').addEventListener('click', () => send({ do: 'retry' }));
byId('policy').addEventListener('change', save);
setInterval(() => {
  if (current) showVisits(current);
  send({ do: 'loadGateway' });
}, TIMES_INTERVAL_MS);
void requestSite();

/** Requests the state of the active tab's site. */
async function requestSite() {
  const tab = await browserApi.getActiveTab();
  site = siteOf(tab?.url ?? '');
  activeTab = tab?.id ?? -1;
  byId('no-site').hidden = site !== null;
  if (site !== null) send({ do: 'site', site });
  if (current) showTaking(current);
}

/** @param {ExtensionState} state */
function show(state) {
  const hasChanged = current?.connection.phase !== state.connection.phase;
  current = state;
  if (hasChanged) send({ do: 'loadGateway' });
  byId('pause').textContent = text(state.paused ? 'resume' : 'pause');
  byId('shortcut').textContent = state.shortcut
    ? text('pause_key', state.shortcut)
    : text('no_pause_key');
  byId('state').dataset.look = iconState(state);
  const { headline, steps } = describe(state);
  const isStopped = state.connection.phase === 'server_stopped';
  byId('headline').textContent = headline;
  // The button below is the step for a stopped server.
  byId('steps').replaceChildren(...(isStopped ? [] : steps.map(item)));
  byId('start').hidden = !isStopped;
  showUnattended(state.unattended);
  // A restarted worker does not know which site the popup shows.
  if (state.site) {
    showSite(state.site);
    // On the other levels, a grant has no effect.
    showGrants(state.site.level === 'ask' ? state.grants : []);
    showDenials(state.denials);
  } else if (site !== null) send({ do: 'site', site });
  showVisits(state);
  showTaking(state);
  const pins = state.pins.filter(({ tab }) => tab === activeTab);
  byId('pins').replaceChildren(...pins.map(pinItem));
  const opened = state.agentTabs.length;
  byId('agent-tabs').hidden = opened === 0;
  byId('close-agent-tabs').textContent =
    opened === 1 ? text('close_agent_tab') : text('close_agent_tabs', String(opened));
  document.body.dataset.ready = '';
}

/** @param {ExtensionState['pins'][number]} pin @returns {HTMLLIElement} */
function pinItem({ id, note }) {
  const line = document.createElement('li');
  const label = note === '' ? text('pin_without_note') : text('pin_line', note);
  line.append(
    label,
    button(text('unpin'), `${text('unpin')}: ${label}`, () => send({ do: 'unpin', id })),
  );
  return line;
}

/** @param {ExtensionState | null} state @returns {boolean} whether the user has the active tab */
const isTaken = (state) => state?.taken.includes(activeTab) ?? false;

/** @param {ExtensionState} state */
function showTaking(state) {
  byId('taking').hidden = activeTab === -1;
  byId('taken').textContent = isTaken(state) ? text('taken_over') : '';
  byId('take').textContent = text(isTaken(state) ? 'hand_back' : 'take_over');
  byId('take-why').hidden = isTaken(state);
}

/** @param {GatewayStatus | null} gateway */
function showGateway(gateway) {
  const line = byId('gateway');
  line.hidden = gateway === null;
  line.textContent = gateway ? describeGateway(gateway) : '';
}

/** @param {SiteState} state */
function showSite(state) {
  byId('this-site').hidden = false;
  byId('site').textContent = siteName(state.site);
  if (!byId('levels').childElementCount) byId('levels').append(...LEVELS.map(choice));
  const maxLevel = LEVELS.indexOf(state.managed);
  LEVELS.forEach((level, index) => {
    const input = byId(`level-${level}`, HTMLInputElement);
    input.checked = level === state.own;
    input.disabled = index > maxLevel;
  });
  byId('level-why').textContent = text(`level_${state.own}_why`);
  byId('managed').textContent =
    state.managed === 'act' ? '' : text('managed_note', text(`level_${state.managed}`));
  byId('confirm', HTMLInputElement).checked = state.confirm;
}

/** @param {ListedGrant[]} grants of all sites */
function showGrants(grants) {
  const here = grants.filter((grant) => grant.site === site || grant.site === EVERY_SITE);
  byId('grants').replaceChildren(...here.map(grantItem));
}

/** @param {ListedGrant} grant @returns {HTMLLIElement} */
function grantItem(grant) {
  const line = document.createElement('li');
  const where = text(grant.site === EVERY_SITE ? 'grant_everywhere' : 'grant_here');
  line.append(text('grant_line', agentName(grant.name), where), revokeButton(grant, send));
  return line;
}

/** @param {Denial[]} denials of all sites */
function showDenials(denials) {
  const here = denials.filter((denial) => denial.site === site || denial.site === EVERY_SITE);
  byId('denials').replaceChildren(...here.map(denialItem));
}

/** @param {Denial} denial @returns {HTMLLIElement} */
function denialItem(denial) {
  const line = document.createElement('li');
  const end = text('denial_line', agentName(denial.name), denialEnd(denial));
  line.append(end, liftButton(denial, send));
  return line;
}

/** @param {string} level @returns {HTMLLabelElement} */
function choice(level) {
  const label = document.createElement('label');
  label.className = 'choice';
  const input = document.createElement('input');
  Object.assign(input, { type: 'radio', name: 'level', value: level, id: `level-${level}` });
  label.append(input, text(`level_${level}`));
  return label;
}

function save() {
  const level = LEVELS.find((each) => byId(`level-${each}`, HTMLInputElement).checked);
  if (site === null || !level) return;
  send({ do: 'setSite', pattern: site, level, confirm: byId('confirm', HTMLInputElement).checked });
}

/** @param {ExtensionState} state */
function showVisits({ paused, site: siteState }) {
  const visits = paused ? [] : (siteState?.visits ?? []);
  byId('visits').replaceChildren(...visits.map(visitItem));
  const emptyText = paused ? 'visits_paused' : 'visits_none';
  byId('no-visits').textContent = visits.length ? '' : text(emptyText);
}

/** @param {Visit} visit @returns {HTMLLIElement} */
function visitItem({ name, read, acted }) {
  const line = document.createElement('li');
  const parts = [
    acted === undefined ? '' : text('visit_acted', timeSince(acted)),
    read === undefined ? '' : text('visit_read', timeSince(read)),
  ];
  line.textContent = `${agentName(name)}: ${parts.filter(Boolean).join(', ')}`;
  return line;
}
