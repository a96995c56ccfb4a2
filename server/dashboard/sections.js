//! The sections of the dashboard, except the texts of agents: converts the server's state to rows.

import { byId, showTable, withCode } from './table.js';
import {
  agentName,
  clockOf,
  countOf,
  dateOf,
  shortened,
  sizeOf,
  tabName,
  tookOf,
  uptimeOf,
  whenOf,
  withShortIds,
} from './words.js';

/** @typedef {import('./types/dashboard').DashboardState} State */
/** @typedef {import('./types/dashboard').TabsAnswer} TabsAnswer */

/** @param {string} text */
const plain = (text) => ({ text });
/** @param {string} text */
const short = (text) => ({ text, look: 'short' });

/** @param {State} state */
export function showState(state) {
  const about = `Version ${state.version}, running for ${uptimeOf(state.uptimeSeconds)}.`;
  byId('about').textContent = about;
  showHeadline(state);
  showUnattended(state);
  showBrowsers(state);
  showQueue(state);
  showRequests(state);
  showAgents(state);
  showPolicy(state);
  showMemory(state);
}

/**
 * @param {string} words with `code` between backquotes
 * @param {'connected' | 'paused' | 'off'} look
 */
export function showHeadlineText(words, look) {
  const place = byId('headline');
  place.dataset.look = look;
  const [code, text] = [withCode(words), words.replaceAll('`', '')];
  // A screen reader would read an unchanged text again.
  if (place.textContent !== text) place.replaceChildren(...code);
}

/** @param {State} state */
function showHeadline({ browsers }) {
  const connected = browsers.filter((browser) => browser.connected);
  const paused = connected.filter((browser) => browser.paused);
  if (!connected.length)
    return showHeadlineText('No browser is connected: `axlens doctor` says why.', 'off');
  if (!paused.length) return showHeadlineText('Connected: agents can read.', 'connected');
  const all = paused.length === connected.length;
  const where = all ? '' : ` in ${paused.map((browser) => browser.name).join(', ')}`;
  showHeadlineText(
    `Everything is paused${where}: nothing is read there, and nothing is kept.`,
    'paused',
  );
}

/** @param {State} state */
function showUnattended({ browsers }) {
  const names = browsers.filter((browser) => browser.unattended).map((browser) => browser.name);
  const warning = byId('unattended');
  const words = names.length
    ? `Unattended: in ${names.join(', ')}, agents act without the consent of a user. \`axlens install\` without --unattended undoes this.`
    : '';
  warning.hidden = !names.length;
  if (warning.textContent !== words.replaceAll('`', ''))
    warning.replaceChildren(...withCode(words));
}

/** @param {State} state */
function showBrowsers({ browsers }) {
  const rows = browsers.map((browser) => [
    plain(browser.name),
    plain(browserStateText(browser)),
    short(browser.version ?? ''),
    short(browser.connected ? 'now' : whenOf(browser.lastSeenMs)),
    plain(withShortIds(browser.id)),
  ]);
  const columns = ['Browser', 'State', 'Extension', 'Last seen', 'Id'].map((head) => ({ head }));
  showTable(
    'browsers',
    columns,
    rows,
    'No browser is connected: `axlens install` registers Axlens with yours, and `axlens doctor` says what is missing.',
  );
}

/** @param {State['browsers'][number]} browser */
function browserStateText({ connected, paused, unattended, refusedWire }) {
  if (typeof refusedWire === 'number') return 'refused: its extension has another version';
  const words = [connected ? 'connected' : 'not connected'];
  if (paused) words.push('paused');
  if (unattended) words.push('unattended');
  return words.join(', ');
}

/** @param {TabsAnswer} answer */
export function showTabs({ tabs }) {
  const columns = [
    { head: 'Tab' },
    { head: 'Browser' },
    { head: 'Title' },
    { head: 'Address' },
    { head: '' },
  ];
  const rows = tabs.map((tab) => [
    short(String(tab.tab)),
    short(tab.browser ?? ''),
    plain(shortened(tab.title)),
    plain(shortened(tab.url)),
    plain(
      [
        tab.active && tab.windowFocused && 'in front',
        tab.incognito && 'incognito',
        tab.discarded && 'unloaded',
        !tab.readable && 'can’t be read',
      ]
        .filter(Boolean)
        .join(', '),
    ),
  ]);
  showTable('tabs', columns, rows, 'No tab is open that an agent may know of.');
}

/** @param {string} why with `code` between backquotes */
export const showNoTabs = (why) => showTable('tabs', [], [], why);

/** @param {State} state */
function showQueue({ queue, waitingRequests }) {
  const columns = ['Query', 'Agent', 'What', 'Browser', 'Tab', 'State'].map((head) => ({ head }));
  const rows = queue.map((query) => [
    short(withShortIds(query.id)),
    plain(agentName(query.agent)),
    short(query.kind),
    plain(query.browser),
    short(tabName(query.tab)),
    plain(query.person ? 'waits for the user’s consent' : query.leased ? 'in progress' : 'waits'),
  ]);
  showTable('now', columns, rows, 'No query is running.');
  byId('turns').textContent = waitingRequests
    ? `Requests that wait for their turn: ${waitingRequests}.`
    : '';
}

/** @param {State} state */
function showRequests({ ended, audit }) {
  const columns = [
    { head: 'Time' },
    { head: 'Agent' },
    { head: 'Request' },
    { head: 'Browser, tab' },
    { head: 'Site' },
    { head: 'Outcome' },
    { head: 'Took', number: true },
    { head: 'Answer', number: true },
    { head: 'Tokens', number: true },
  ];
  const rows = [...ended]
    .reverse()
    .map(({ entry, tab, tookMs, bytes, tokens }) => [
      short(clockOf(entry.time)),
      plain(agentName(entry.agent.name)),
      plain(entry.kind),
      plain([entry.browser, tabName(tab)].filter(Boolean).join(', ')),
      plain(entry.origin ?? ''),
      { text: entry.outcome, look: entry.outcome === 'ok' ? '' : 'off' },
      plain(tookOf(tookMs)),
      plain(sizeOf(bytes)),
      plain(countOf(tokens)),
    ]);
  showTable(
    'requests',
    columns,
    rows,
    'No agent has asked for anything since the server started. `axlens snapshot` is a way to begin.',
  );
  byId('lost').textContent = audit?.lost
    ? `Lines of the audit log that could not be written: ${audit.lost}.`
    : '';
}

/** @param {State} state */
function showAgents({ agents }) {
  const columns = [
    { head: 'Agent' },
    { head: 'May' },
    { head: 'Sites' },
    { head: 'Made' },
    { head: 'Expires' },
    { head: 'Last used' },
    { head: 'Sessions', number: true },
  ];
  const rows = agents.map((agent) => [
    plain(agentName(agent.name)),
    short(agent.scope === 'act' ? 'read and act' : 'read'),
    plain(agent.sites.length ? agent.sites.join(', ') : 'every site'),
    short(agent.created === null ? '' : dateOf(agent.created)),
    short(dateOf(agent.expires)),
    short(whenOf(agent.lastSeenMs)),
    plain(countOf(agent.sessions)),
  ]);
  showTable('agents', columns, rows, 'There is no agent.');
}

/** @param {State} state */
function showPolicy({ browsers }) {
  const columns = ['Browser', 'Reading', 'Acting'].map((head) => ({ head }));
  const rows = browsers.map((browser) => [
    plain(browser.name),
    plain(browser.paused ? 'paused' : 'as its policy says'),
    plain(
      browser.paused
        ? 'paused'
        : browser.unattended
          ? 'unattended: wherever its policy does not block, no user is asked'
          : 'as its policy says; where that is “ask”, you are asked',
    ),
  ]);
  showTable('policy', columns, rows, 'No browser is connected.');
}

/** @param {State} state */
function showMemory({ cache, shownBytes }) {
  const [pages, budget] = [sizeOf(cache.bytes), sizeOf(cache.budgetBytes)];
  byId('memory').textContent =
    `In memory: ${pages} of pages, ${sizeOf(shownBytes)} of what ids stand for, of ${budget} in all.`;
}
