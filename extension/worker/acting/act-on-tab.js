//! Does one action to a tab: opens, closes, shows it, and leads it elsewhere. The site that counts
//! is the one that the tab is to show; where none is named, the one that it shows.

import { noteBegun, noteEnded } from './act-log.js';
import { noteAct } from '../browser/activity.js';
import { inTabTurn, whileUnderWay } from './running-actions.js';
import { claimTab, releaseTab } from './claims.js';
import * as browserApi from '../../shared/browser-api.js';
import { badRequest, Fault, perhapsSent, permissionDenied } from '../faults.js';
import { watchNavigations } from './navigations.js';
import { mayActNow, permitToAct } from '../policy/permission.js';
import { PageIdle, WATCH_LONG_MS } from './page-idle.js';
import { siteOf } from '../../shared/sites.js';
import { chooseTab, describeTab } from '../browser/tabs.js';

/** @typedef {import('./interact.js').Asked} Asked */
/** @typedef {import('../policy/permission.js').Wish} Wish */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */

const OPENED = 'openedTabs';
const MAX_OPENED = 500;

/** @type {Promise<Map<number, string>>} by tab that an agent has opened: the agent */
const opened = browserApi
  .loadSession(OPENED)
  .then((stored) => new Map(/** @type {[number, string][] | undefined} */ (stored) ?? []));

/** @param {number} tab @param {string} agent */
async function noteOpened(tab, agent) {
  const known = await opened;
  known.set(tab, agent);
  for (const oldest of known.keys()) {
    if (known.size <= MAX_OPENED) break;
    known.delete(oldest);
  }
  await browserApi.saveSession(OPENED, [...known]);
}

/** @type {Record<string, (tab: number, agent: Wish['agent']) => Promise<unknown>>} */
const STEPS = {
  back: browserApi.goBack,
  forward: browserApi.goForward,
  reload: browserApi.reloadTab,
  activate_tab: browserApi.activateTab,
  claim_tab: claimTab,
  release_tab: releaseTab,
};

/** Actions after which there is no page, or the one there was. */
const AT_ONCE = new Set(['close_tab', 'claim_tab', 'release_tab']);

/**
 * @param {Asked} asked
 * @returns {Promise<object>} the answer; rejects with a fault where nothing was done
 */
export async function actOnTab(asked) {
  const { act } = asked.params;
  const url = addressOf(act);
  if (act.action === 'new_tab') return await openTab(asked, url ?? 'about:blank');
  const chosen = await chooseTab(asked.tab, asked.agent);
  await mayClose(asked, chosen);
  const wish = wishFor(asked, chosen.id, async () => {
    const { tab } = await chooseTab(chosen.id, asked.agent);
    const site = siteOf(url ?? tab.url ?? '');
    const main = (await browserApi.listFrames(chosen.id)).find((frame) => frame.frameId === 0);
    const isIncognito = chosen.tab.incognito;
    return { site, top: site, frame: 0, document: main?.documentId ?? '', isIncognito };
  });
  const consented = await permitToAct(wish);
  if (consented !== null) return { consented };
  return await inTabTurn(asked.params.id, chosen.id, () => stepIn(wish, chosen, url));
}

/**
 * @param {any} act
 * @returns {string | null} the address that it names
 */
function addressOf({ action, url }) {
  if (action !== 'navigate' && (action !== 'new_tab' || url === undefined || url === null))
    return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw badRequest('`url` must be a whole address that begins with http:// or https://.');
  if (parsed.username || parsed.password)
    throw badRequest('`url` must have no user name and no password in it.');
  return parsed.href;
}

/**
 * @param {Asked} asked @param {number} tab @param {Wish['where']} where
 * @returns {Wish}
 */
const wishFor = (asked, tab, where) => ({
  ...asked,
  tab,
  where,
  kind: asked.params.act.action === 'navigate' ? 'leave' : 'harmless',
});

/**
 * An agent closes what it has opened itself, and nothing of the user's.
 * @param {Asked} asked @param {ChosenTab} chosen
 */
async function mayClose({ params, agent }, chosen) {
  if (params.act.action !== 'close_tab' || (await opened).get(chosen.id) === agent.id) return;
  throw permissionDenied(
    'An agent closes only tabs that it has opened itself.',
    'Leave the tab open, or ask the user to close it.',
  );
}

/** @param {Asked} asked @param {string} url */
async function openTab(asked, url) {
  const site = siteOf(url);
  const where = { site, top: site, frame: -1, document: '', isIncognito: false };
  const wish = wishFor(asked, -1, async () => where);
  // What shows nothing yet is nobody's site.
  const consented = site === null ? await readersOnly(wish) : await permitToAct(wish);
  if (consented !== null) return { consented };
  return await whileUnderWay(asked.params.id, () => open(wish, url));
}

/** @param {Wish} wish @param {string} url */
async function open(wish, url) {
  const { params, agent } = wish;
  const site = siteOf(url);
  await noteBegun(params.id, -1, '');
  const tab = await browserApi.openTab(url);
  if (tab.id === undefined) throw new Fault('internal', 'Chrome opened no tab.');
  const pageIdle = new PageIdle(0);
  if (site !== null) pageIdle.onNavigation(event('begun', tab.id, url));
  const end = watchNavigations(tab.id, (navigation) => hear(pageIdle, navigation));
  try {
    await noteOpened(tab.id, agent.id);
    await catchUp(pageIdle, tab.id);
    return await settled(wish, pageIdle, tab.id, { opened: [tab.id] });
  } finally {
    end();
  }
}

/**
 * The page may have come before anybody listened.
 * @param {PageIdle} pageIdle @param {number} tab
 */
async function catchUp(pageIdle, tab) {
  const { status, url = '' } = await browserApi.getTab(tab);
  if (status !== 'complete' || !pageIdle.isLoading || siteOf(url) === null) return;
  pageIdle.onNavigation(event('committed', tab, url));
  pageIdle.onNavigation(event('ready', tab, url));
}

/** @param {Wish} wish @returns {Promise<null>} rejects where the token allows only to read */
async function readersOnly({ agent }) {
  if (agent.scope === 'act') return null;
  throw permissionDenied('The token of this agent allows only to read.');
}

/** @param {Wish} wish @param {ChosenTab} chosen @param {string | null} url */
async function stepIn(wish, chosen, url) {
  const { params } = wish;
  await mayActNow(wish);
  const pageIdle = new PageIdle(WATCH_LONG_MS);
  const end = watchNavigations(chosen.id, (navigation) => hear(pageIdle, navigation));
  try {
    await noteBegun(params.id, chosen.id, '');
    if (params.act.action === 'navigate')
      pageIdle.onNavigation(event('begun', chosen.id, url ?? ''));
    await step(wish, chosen.id, url);
    if (AT_ONCE.has(params.act.action)) return await atOnce(wish, chosen);
    if (params.act.action === 'activate_tab') pageIdle.changed();
    return await settled(wish, pageIdle, chosen.id, {});
  } catch (error) {
    throw error instanceof Fault ? perhapsSent(error) : error;
  } finally {
    end();
  }
}

/** @param {Wish} wish @param {number} tab @param {string | null} url */
async function step({ agent, params }, tab, url) {
  const { action } = params.act;
  if (url !== null) await browserApi.navigateTab(tab, url);
  else if (action === 'close_tab') await browserApi.closeTab(tab);
  else await STEPS[action](tab, agent).catch(nowhere);
}

/** @param {unknown} error of a step back or forward where there is nothing */
function nowhere(error) {
  if (!/find a next page in history/i.test(String(error))) throw error;
}

/**
 * @param {PageIdle} pageIdle @param {import('./navigations.js').Navigation} navigation
 */
function hear(pageIdle, navigation) {
  if (navigation.frame === 0 && navigation.kind !== 'opened') pageIdle.onNavigation(navigation);
}

/** @param {'begun' | 'committed' | 'ready'} kind @param {number} tab @param {string} url */
const event = (kind, tab, url) => ({ kind, tab, frame: 0, url });

/**
 * @param {Wish} wish @param {PageIdle} pageIdle @param {number} tab @param {object} more
 */
async function settled(wish, pageIdle, tab, more) {
  const { params, agent, deadline } = wish;
  const rest = await pageIdle.rest(() => deadline.left());
  const navigation = pageIdle.navigation ? { navigation: pageIdle.navigation } : {};
  const seen = { mutations: 0, backgroundMutations: [], opened: [], watchedMs: pageIdle.watchMs };
  const report = { via: 'script', ...rest, ...seen, ...navigation, ...more };
  await noteEnded(params.id, tab, '', report);
  const chosen = await chooseTab(tab, agent);
  noteAct(chosen.tab, agent);
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), report } };
}

/** @param {Wish} wish @param {ChosenTab} chosen */
async function atOnce({ params }, chosen) {
  const seen = { mutations: 0, backgroundMutations: [], opened: [], watchedMs: 0 };
  const closed = params.act.action === 'close_tab' ? { closed: true } : {};
  const report = { via: 'script', settled: 'quiet', waitedMs: 0, ...seen, ...closed };
  await noteEnded(params.id, chosen.id, '', report);
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), report } };
}
