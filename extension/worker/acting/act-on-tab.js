//! Executes one action on a tab: opens, closes, activates, claims or navigates it. The policy is
//! that of the site the tab will show if the action has a URL, otherwise of its current site.

import { logBegin, logEnd } from './action-log.js';
import { noteAct } from '../browser/activity.js';
import { runAction, runActionInTab } from './running-actions.js';
import { claimTab, releaseTab } from './claims.js';
import * as browserApi from '../../shared/browser-api.js';
import { badRequest, Fault, perhapsSent, permissionDenied } from '../faults.js';
import { watchNavigations } from './navigations.js';
import { mayActNow, permitToAct } from '../policy/permission.js';
import { PageIdle, WATCH_LONG_MS } from './page-idle.js';
import { siteOf } from '../../shared/sites.js';
import { chooseTab, describeTab, visibleNavigation } from '../browser/tabs.js';

/** @typedef {import('./interact.js').InteractQuery} InteractQuery */
/** @typedef {import('./navigations.js').Navigation} Navigation */
/** @typedef {import('../policy/permission.js').ActionRequest} ActionRequest */
/** @typedef {import('../../types/protocol').Action} Action */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */

const STORAGE_KEY = 'openedTabs';
const MAX_OPENED = 500;

/** @type {Promise<Map<number, string>>} by tab, the agent that has opened it; the oldest first */
const openers = browserApi
  .loadSession(STORAGE_KEY)
  .then((stored) => new Map(/** @type {[number, string][] | undefined} */ (stored) ?? []));

/** @param {number} tab @param {string} agent */
async function noteOpened(tab, agent) {
  const opened = await openers;
  opened.set(tab, agent);
  for (const oldest of opened.keys()) {
    if (opened.size <= MAX_OPENED) break;
    opened.delete(oldest);
  }
  await browserApi.saveSession(STORAGE_KEY, [...opened]);
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
  if (act.action === 'new_tab') return await openTab(query, url ?? 'about:blank');
  const chosen = await chooseTab(query.tab, query.agent);
  await checkOpener(query, chosen);
  const request = requestFor(query, chosen.id, () => whereOf(chosen, url));
  const consented = await permitToAct(request);
  if (consented !== null) return { consented };
  return await runActionInTab(id, chosen.id, () => executeIn(request, chosen, url));
}

/**
 * @param {Action} act
 * @returns {string | null} the URL to load; null for none
 */
function addressOf(act) {
  if (act.action !== 'navigate' && act.action !== 'new_tab') return null;
  const { url } = act;
  if (act.action === 'new_tab' && (url === undefined || url === null)) return null;
  const parsed = URL.canParse(url ?? '') ? new URL(url ?? '') : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw badRequest('`url` must be an absolute address that begins with http:// or https://.');
  if (parsed.username || parsed.password)
    throw badRequest('`url` must not have a user name or a password.');
  return parsed.href;
}

/**
 * @param {ChosenTab} chosen
 * @param {string | null} url to load
 * @returns {Promise<import('../policy/permission.js').Where>}
 */
async function whereOf(chosen, url) {
  const { tab } = await chooseTab(chosen.id, chosen.agent);
  const site = siteOf(url ?? tab.url ?? '');
  const main = (await browserApi.listFrames(chosen.id)).find((frame) => frame.frameId === 0);
  const document = main?.documentId ?? '';
  return { site, top: site, frame: 0, document, isIncognito: chosen.tab.incognito };
}

/**
 * @param {InteractQuery} query
 * @param {number} tab
 * @param {ActionRequest['where']} where
 * @returns {ActionRequest}
 */
const requestFor = (query, tab, where) => ({
  ...query,
  tab,
  where,
  kind: query.params.act.action === 'navigate' ? 'leave' : 'harmless',
});

/**
 * An agent may close only tabs that it has opened.
 * @param {InteractQuery} query
 * @param {ChosenTab} chosen
 */
async function checkOpener({ params, agent }, chosen) {
  if (params.act.action !== 'close_tab' || (await openers).get(chosen.id) === agent.id) return;
  throw permissionDenied(
    'An agent can close only tabs that it has opened.',
    'Leave the tab open, or ask the user to close it.',
  );
}

/** @param {InteractQuery} query @param {string} url */
async function openTab(query, url) {
  const site = siteOf(url);
  const where = { site, top: site, frame: -1, document: '', isIncognito: false };
  const request = requestFor(query, -1, async () => where);
  // An empty tab has no site, so that no policy applies.
  if (site === null) checkScope(request);
  const consented = site === null ? null : await permitToAct(request);
  if (consented !== null) return { consented };
  return await runAction(query.params.id, () => executeOpen(request, url));
}

/** @param {ActionRequest} request whose token must allow actions */
function checkScope({ agent }) {
  if (agent.scope !== 'act') throw permissionDenied('The token of this agent allows only reading.');
}

/** @param {ActionRequest} request @param {string} url */
async function executeOpen(request, url) {
  const { params, agent } = request;
  await logBegin(params.id, -1, '');
  const tab = await browserApi.openTab(url);
  if (tab.id === undefined) throw new Fault('internal', 'Chrome opened no tab.');
  const pageIdle = new PageIdle(0);
  if (siteOf(url) !== null) pageIdle.onNavigation(mainNavigation('begun', tab.id, url));
  const unwatch = watchMainFrame(tab.id, pageIdle);
  try {
    await noteOpened(tab.id, agent.id);
    await addMissedNavigations(pageIdle, tab.id);
    return await answerWhenIdle(request, pageIdle, tab.id, { opened: [tab.id] });
  } finally {
    unwatch();
  }
}

/**
 * Adds the navigation of a page that was loaded before the watch began.
 * @param {PageIdle} pageIdle
 * @param {number} tab
 */
async function addMissedNavigations(pageIdle, tab) {
  const { status, url = '' } = await browserApi.getTab(tab);
  if (status !== 'complete' || !pageIdle.isLoading || siteOf(url) === null) return;
  pageIdle.onNavigation(mainNavigation('committed', tab, url));
  pageIdle.onNavigation(mainNavigation('ready', tab, url));
}

/** @param {ActionRequest} request @param {ChosenTab} chosen @param {string | null} url to load */
async function executeIn(request, chosen, url) {
  const { id, act } = request.params;
  await mayActNow(request);
  const pageIdle = new PageIdle(WATCH_LONG_MS);
  const unwatch = watchMainFrame(chosen.id, pageIdle);
  try {
    await logBegin(id, chosen.id, '');
    if (act.action === 'navigate')
      pageIdle.onNavigation(mainNavigation('begun', chosen.id, url ?? ''));
    await callChrome(request, chosen.id, url);
    if (IMMEDIATE_ACTIONS.has(act.action)) return await answerAtOnce(request, chosen);
    if (act.action === 'activate_tab') pageIdle.onMutation();
    return await answerWhenIdle(request, pageIdle, chosen.id, {});
  } catch (error) {
    throw error instanceof Fault ? perhapsSent(error) : error;
  } finally {
    unwatch();
  }
}

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

/** @param {number} tab @param {PageIdle} pageIdle which gets the navigations of the main frame */
const watchMainFrame = (tab, pageIdle) =>
  watchNavigations(tab, (navigation) => {
    if (navigation.frame === 0 && navigation.kind !== 'opened') pageIdle.onNavigation(navigation);
  });

/**
 * @param {Navigation['kind']} kind
 * @param {number} tab
 * @param {string} url
 * @returns {Navigation}
 */
const mainNavigation = (kind, tab, url) => ({ kind, tab, frame: 0, url });

/**
 * @param {ActionRequest} request
 * @param {PageIdle} pageIdle
 * @param {number} tab
 * @param {{opened?: number[]}} more fields of the report
 */
async function answerWhenIdle({ params, agent, deadline }, pageIdle, tab, more) {
  const idle = await pageIdle.waitUntilIdle(() => deadline.left());
  const navigation = pageIdle.navigation
    ? { navigation: visibleNavigation(pageIdle.navigation, agent) }
    : {};
  const report = { ...EMPTY_REPORT, ...idle, ...navigation, ...more };
  await logEnd(params.id, tab, '', report);
  const chosen = await chooseTab(tab, agent);
  noteAct(chosen.tab, agent);
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), report } };
}

/** @param {ActionRequest} request @param {ChosenTab} chosen */
async function answerAtOnce({ params }, chosen) {
  const closed = params.act.action === 'close_tab' ? { closed: true } : {};
  const report = { ...EMPTY_REPORT, settled: 'quiet', waitedMs: 0, watchedMs: 0, ...closed };
  await logEnd(params.id, chosen.id, '', report);
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), report } };
}

const EMPTY_REPORT = { via: 'script', mutations: 0, backgroundMutations: [], opened: [] };
