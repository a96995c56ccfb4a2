//! The dashboard: follows the server's state for as long as the page has a valid key, and shows
//! nothing after that.

import { SeenPart } from './seen.js';
import { showHeadlineText, showNoTabs, showState, showTabs } from './sections.js';
import { ask, exchange, forgetKey, hasKey, ServerFault, takeCode } from './server.js';
import { byId, clearTables } from './table.js';

/** @typedef {import('./types/dashboard').DashboardState} State */

const seen = new SeenPart();

/** The state on which the list of tabs depends; a change reloads the list. */
let tabsState = '';

/** Removes everything from the page that is from the server. */
function clear() {
  byId('content').hidden = true;
  byId('unattended').hidden = true;
  for (const id of ['about', 'memory', 'turns', 'lost', 'tabs-fault', 'seen-fault', 'unattended'])
    byId(id).textContent = '';
  clearTables();
  seen.clear();
  tabsState = '';
}

/** @param {string} words with `code` between backquotes */
function end(words) {
  clear();
  showHeadlineText(words, 'off');
}

/** @param {unknown} error of a request */
function endBy(error) {
  if (!(error instanceof ServerFault)) {
    // A reload aborts the request too; the new page continues with the key.
    end('The server has ended, and this page with it. `axlens open` opens a new one.');
    return;
  }
  if (error.code === 'unauthorized') forgetKey();
  end([error.message, error.hint].filter(Boolean).join(' '));
}

/** @param {State} state */
function show(state) {
  showState(state);
  seen.show(state.sessions);
  byId('content').hidden = false;
  const readable = state.browsers.filter((browser) => browser.connected && !browser.paused);
  const now = JSON.stringify([state.access, readable.map((browser) => browser.id)]);
  if (now === tabsState) return;
  tabsState = now;
  if (readable.length) void listTabs();
  else showNoTabs('No browser is connected in which reading is not paused.');
}

async function listTabs() {
  const requested = tabsState;
  showNoTabs('Loading the tabs …');
  byId('tabs-fault').textContent = '';
  try {
    const answer = await ask('tabs', {});
    // A list from before a change of access is not shown.
    if (requested !== tabsState) return;
    showTabs(answer);
    const missing = (answer.missing ?? []).map(
      (/** @type {{browser: string, fault: {message?: string}}} */ { browser, fault }) =>
        `${browser}: ${fault.message ?? ''}`,
    );
    byId('tabs-fault').textContent = missing.join(' ');
  } catch (error) {
    if (requested === tabsState)
      showNoTabs(error instanceof ServerFault ? error.message : String(error));
  }
}

async function follow() {
  /** @type {number | undefined} */
  let after;
  for (;;) {
    /** @type {State} */
    const state = await ask('state', { after });
    after = state.changes;
    show(state);
  }
}

async function begin() {
  const code = takeCode();
  if (code) await exchange(code);
  if (hasKey()) await follow();
  else end('This page is opened by a link that works once: run `axlens open`.');
}

byId('list-tabs').addEventListener('click', () => void listTabs());
// A link that is opened in this tab only changes the fragment of the URL.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) location.reload();
});
// A page in the back/forward cache is not notified of a pause, so it must have no content.
addEventListener('pagehide', clear);
document.addEventListener('freeze', clear);
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
document.addEventListener('resume', () => location.reload());

begin().catch(endBy);
