//! The dashboard: follows the server's state for as long as the page has a valid key, and shows
//! nothing after that.

import { SeenPart } from './seen.js';
import { sayHeadline, showNoTabs, showState, showTabs } from './sections.js';
import { ask, exchange, forgetKey, hasKey, Refused, takeCode } from './server.js';
import { byId, clearTables } from './table.js';

/** @typedef {import('./types/dashboard').DashboardState} State */

const seen = new SeenPart();

/** What decides which tabs may be shown; the list is loaded again when it has changed. */
let tabsOf = '';

/** Removes everything from the page that is from the server. */
function clear() {
  byId('content').hidden = true;
  byId('unattended').hidden = true;
  for (const id of ['about', 'memory', 'turns', 'lost', 'tabs-fault', 'seen-fault', 'unattended'])
    byId(id).textContent = '';
  clearTables();
  seen.clear();
  tabsOf = '';
}

/** @param {string} words with `code` between backquotes */
function end(words) {
  clear();
  sayHeadline(words, 'off');
}

/** @param {unknown} error of a request */
function endBy(error) {
  if (!(error instanceof Refused)) {
    // A page that is loaded again breaks its request off too: it goes on with its key.
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
  if (now === tabsOf) return;
  tabsOf = now;
  if (readable.length) void listTabs();
  else showNoTabs('No browser is connected in which reading is not paused.');
}

async function listTabs() {
  const requested = tabsOf;
  showNoTabs('Loading the tabs …');
  byId('tabs-fault').textContent = '';
  try {
    const answer = await ask('tabs', {});
    // What was listed before the user took something away is not shown.
    if (requested !== tabsOf) return;
    showTabs(answer);
    const missing = (answer.missing ?? []).map(
      (/** @type {{browser: string, fault: {message?: string}}} */ { browser, fault }) =>
        `${browser}: ${fault.message ?? ''}`,
    );
    byId('tabs-fault').textContent = missing.join(' ');
  } catch (error) {
    if (requested === tabsOf) showNoTabs(error instanceof Refused ? error.message : String(error));
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
// A link that is opened in this tab changes nothing but the end of the address.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) location.reload();
});
// A page in the back/forward cache receives no pause: it holds nothing meanwhile.
addEventListener('pagehide', clear);
document.addEventListener('freeze', clear);
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
document.addEventListener('resume', () => location.reload());

begin().catch(endBy);
