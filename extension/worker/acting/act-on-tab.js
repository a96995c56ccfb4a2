//! Executes one action on a tab: opens, closes, activates, claims or navigates it.

import { logBegin, logEnd } from './action-log.js';
import { noteAct } from '../browser/activity.js';
import { hasOpened, noteOpened } from '../browser/agent-tabs.js';
import { runAction, runActionInTab } from './running-actions.js';
import { claimTab, releaseTab } from './claims.js';
import { ensureFrontNotHeld } from './held-tabs.js';
import * as browserApi from '../../shared/browser-api.js';
import { DownloadWatch } from '../downloads/download-watch.js';
import { DocumentStatus } from './document-status.js';
import { Fault, perhapsSent, permissionDenied } from '../faults.js';
import { withoutForbiddenLoads } from './loads/forbidden-loads.js';
import { watchNavigations, watchNewTab } from './navigations.js';
import { mayActNow, permitToAct } from '../policy/permission.js';
import { PageIdle, WATCH_LONG_MS } from './page-idle.js';
import { addressOf, BLANK, newTabRequest, tabRequest } from './tab-effects.js';
import { withoutCredentials } from '../../shared/addresses.js';
import { siteOf } from '../../shared/sites.js';
import { chooseTab, describeTab } from '../browser/tabs.js';

/** @typedef {import('./loads/forbidden-loads.js').Loads} Loads */
/** @typedef {import('./interact.js').InteractQuery} InteractQuery */
/** @typedef {import('./navigations.js').Navigation} Navigation */
/** @typedef {import('../policy/permission.js').ActionRequest} ActionRequest */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */

/** The wait for the page in the main frame, and its status. */
class MainFrame {
  downloads = new DownloadWatch();

  /**
   * @param {number} watchMs see `PageIdle`
   * @param {ActionRequest['agent']} agent
   * @param {string | null} [url] to load
   */
  constructor(watchMs, agent, url = null) {
    this.pageIdle = new PageIdle(watchMs);
    this.status = new DocumentStatus(agent);
    this.url = url;
  }

  /** @param {Navigation} navigation */
  onNavigation(navigation) {
    // Until the requested page is there, the one before may change its own address.
    const isOfPageBefore = this.url !== null && this.pageIdle.navigation === null;
    if (isOfPageBefore && navigation.kind === 'within' && navigation.url !== this.url) return;
    this.pageIdle.onNavigation(navigation);
    this.status.onNavigation(navigation);
  }
}

/** @type {Record<string, (tab: number, agent: ActionRequest['agent']) => Promise<unknown>>} */
const TAB_CALLS = {
  back: browserApi.goBack,
  forward: browserApi.goForward,
  reload: browserApi.reloadTab,
  activate_tab: browserApi.activateTab,
  claim_tab: claimTab,
  release_tab: releaseTab,
};

/** Actions that do not load a page: nothing is waited for. */
const IMMEDIATE_ACTIONS = new Set(['close_tab', 'claim_tab', 'release_tab']);

/**
 * @param {InteractQuery} query
 * @returns {Promise<object>} the answer; rejects with a fault if nothing was executed
 */
export async function actOnTab(query) {
  const { id, act } = query.params;
  const url = addressOf(act);
  if (act.action === 'new_tab') return await openTab(query, url ?? BLANK);
  const chosen = await chooseTab(query.tab, query.agent);
  await checkOpener(query, chosen);
  const request = await tabRequest(query, chosen);
  const notNow = await permitToAct(request);
  if (notNow !== null) return notNow;
  return await runActionInTab(id, chosen.id, () => executeIn(request, chosen, url));
}

/**
 * An agent may close only tabs that it has opened.
 * @param {InteractQuery} query
 * @param {ChosenTab} chosen
 */
async function checkOpener({ params, agent }, chosen) {
  if (params.act.action !== 'close_tab' || (await hasOpened(chosen.id, agent))) return;
  throw permissionDenied(
    'An agent can close only tabs that it has opened.',
    'Leave the tab open, or ask the user to close it.',
  );
}

/** @param {InteractQuery} query @param {string} url */
async function openTab(query, url) {
  const request = newTabRequest(query);
  const notNow = await permitToAct(request);
  if (notNow !== null) return notNow;
  return await runAction(query.params.id, () => executeOpen(request, url));
}

/** @param {ActionRequest} request @param {string} url */
const executeOpen = (request, url) =>
  withoutForbiddenLoads({ chosen: null, agent: request.agent }, async (loads) => {
    const { params, agent } = request;
    await logBegin(params.id, -1, '');
    const main = new MainFrame(0, agent);
    main.downloads.begin(params.id);
    const watch = watchNewTab((navigation) => onNavigationOfTab(navigation, main));
    try {
      const tab = await browserApi.openTab(url);
      if (tab.id === undefined) throw new Fault('internal', 'Chrome opened no tab.');
      main.downloads.watchTab(tab.id);
      if (siteOf(url) !== null) {
        loads.onOpened(tab.id, () => main.pageIdle.stop());
        main.onNavigation(mainNavigation('begun', tab.id, url));
      }
      watch.begin(tab.id);
      await noteOpened({ ...tab, id: tab.id }, agent);
      return await answerWhenIdle(request, main, tab.id, { loads, opened: [tab.id] });
    } finally {
      watch.end();
      await main.downloads.end(params.id);
    }
  });

/** @param {ActionRequest} request @param {ChosenTab} chosen @param {string | null} url to load */
const executeIn = (request, chosen, url) =>
  withoutForbiddenLoads({ chosen, agent: request.agent }, async (loads) => {
    const { id, act } = request.params;
    await mayActNow(request);
    if (act.action === 'activate_tab') await ensureFrontNotHeld(chosen.tab.windowId);
    const main = new MainFrame(WATCH_LONG_MS, request.agent, url);
    const unwatch = watchMainFrame(chosen.id, main);
    main.downloads.watchTab(chosen.id);
    try {
      await logBegin(id, chosen.id, '');
      main.downloads.begin(id);
      if (act.action === 'navigate')
        main.onNavigation(mainNavigation('begun', chosen.id, url ?? ''));
      await callChrome(request, chosen.id, url);
      if (IMMEDIATE_ACTIONS.has(act.action)) return await answerAtOnce(request, chosen);
      if (act.action === 'activate_tab') main.pageIdle.onMutation();
      return await answerWhenIdle(request, main, chosen.id, { loads });
    } catch (error) {
      throw error instanceof Fault ? perhapsSent(error) : error;
    } finally {
      unwatch();
      await main.downloads.end(id);
    }
  });

/** @param {ActionRequest} request @param {number} tab @param {string | null} url to load */
async function callChrome({ agent, params }, tab, url) {
  const { action } = params.act;
  if (url !== null) await browserApi.navigateTab(tab, url);
  else if (action === 'close_tab') await browserApi.closeTab(tab);
  else await TAB_CALLS[action](tab, agent).catch(ignoreEndOfHistory);
}

/** @param {unknown} error of an action, such as `back` without an earlier page */
function ignoreEndOfHistory(error) {
  if (!/find a next page in history/i.test(String(error))) throw error;
}

/** @param {number} tab @param {MainFrame} main which gets the navigations of the main frame */
const watchMainFrame = (tab, main) =>
  watchNavigations(tab, (navigation) => onNavigationOfTab(navigation, main));

/** @param {Navigation} navigation in any frame @param {MainFrame} main */
function onNavigationOfTab(navigation, main) {
  if (navigation.frame === 0 && navigation.kind !== 'opened') main.onNavigation(navigation);
}

/**
 * @param {Navigation['kind']} kind
 * @param {number} tab
 * @param {string} url
 * @returns {Navigation}
 */
const mainNavigation = (kind, tab, url) => ({ kind, tab, frame: 0, url });

/**
 * @param {ActionRequest} request
 * @param {MainFrame} main
 * @param {number} tab
 * @param {{loads: Loads, opened?: number[]}} tabs those with its loads, and those that it has
 *   opened
 */
async function answerWhenIdle({ params, agent, deadline }, main, tab, { loads, opened }) {
  const { pageIdle, status } = main;
  const idle = await pageIdle.waitUntilIdle(() => deadline.left());
  const { blocked } = loads;
  if (opened && blocked.has(tab)) throw loadBlocked();
  const last = pageIdle.navigation;
  const navigation = last ? { navigation: await status.visible(last) } : {};
  const more = { ...(opened ? { opened } : {}), ...(blocked.size ? { blocked: true } : {}) };
  const started = await main.downloads.report(agent);
  const chosen = await chooseUnlessClosed(tab, agent);
  const closed = chosen === null ? { closed: true, opened: [] } : {};
  const report = { ...EMPTY_REPORT, ...idle, ...navigation, ...more, ...started, ...closed };
  await logEnd(params.id, tab, '', report);
  if (chosen === null)
    return { done: { tab: closedTab(tab, addressOf(params.act) ?? ''), report } };
  noteAct(chosen.tab, agent);
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), report } };
}

/**
 * Chrome closes a new tab whose load has become a download, and a page can close its own tab.
 * @param {number} tab
 * @param {ActionRequest['agent']} agent
 * @returns {Promise<ChosenTab | null>} null if the tab is closed
 */
async function chooseUnlessClosed(tab, agent) {
  try {
    return await chooseTab(tab, agent);
  } catch (error) {
    if (await isGone(tab)) return null;
    throw error;
  }
}

/** @param {number} tab @returns {Promise<boolean>} */
const isGone = (tab) =>
  browserApi.getTab(tab).then(
    () => false,
    () => true,
  );

/**
 * @param {number} id
 * @param {string} url that the agent has requested
 * @returns {import('../../types/protocol').ChromeTab} a tab that is closed, as an answer has it
 */
const closedTab = (id, url) => ({
  id,
  windowId: -1,
  url: withoutCredentials(url),
  title: '',
  active: false,
  windowFocused: false,
  discarded: false,
  status: 'complete',
});

const loadBlocked = () =>
  permissionDenied(
    'The URL redirects to a site on which the policy of this browser, the token of the agent or a denial of the user allows no actions. The new tab was closed.',
    'Ask the user to open the page.',
  );

/** @param {ActionRequest} request @param {ChosenTab} chosen */
async function answerAtOnce({ params }, chosen) {
  const closed = params.act.action === 'close_tab' ? { closed: true } : {};
  const report = { ...EMPTY_REPORT, settled: 'quiet', waitedMs: 0, watchedMs: 0, ...closed };
  await logEnd(params.id, chosen.id, '', report);
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), report } };
}

const EMPTY_REPORT = { via: 'script', mutations: 0, backgroundMutations: [], opened: [] };
