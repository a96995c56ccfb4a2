//! While an action is under way, Chrome blocks loads of pages on sites where the agent may not act:
//! in the tab of the action, and in tabs that open meanwhile. The policy rules on what a document
//! shows before the action; a script or a redirect can lead elsewhere.

import { Deadline, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { forbiddenPages, forbidsLoad } from '../policy/forbidden-pages.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./navigations.js').Navigation} Navigation */
/**
 * The loads during an action. `blocked`: the tabs in which a load was blocked; `settled`: resolves
 * when the pages of new tabs are loaded or blocked, or when the time has passed.
 * @typedef {{blocked: ReadonlySet<number>, settled: (milliseconds: number) => Promise<void>}} Loads
 */

/** The id of the next rule. */
let nextId = 1;
/** @type {Set<LoadGuard>} */
const guards = new Set();
/** @type {Loads} of an agent for which no site is forbidden */
const UNGUARDED = { blocked: new Set(), settled: async () => {} };
/** The longest wait for the page of a new tab. */
const MAX_LOAD_MS = 5000;

/** A worker that ended during an action has left its rules. */
const cleared = browserApi.removeAllRequestRules();

browserApi.onNavigation((navigation) => {
  for (const guard of guards) guard.onNavigation(navigation);
});

/**
 * Runs an action without the forbidden loads that it causes.
 * @template T
 * @param {{chosen: ChosenTab | null, agent: QueryAgent}} action `chosen`: the tab of the action;
 *   null if it opens one
 * @param {(loads: Loads) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withoutForbiddenLoads({ chosen, agent }, run) {
  const pages = forbiddenPages(agent);
  if (!pages.length) return await run(UNGUARDED);
  const present = (await browserApi.queryTabs({})).map(({ id }) => id ?? -1);
  const others = present.filter((id) => id >= 0 && id !== chosen?.id);
  const rules = pages.map((page) => asRule(page, others));
  const guard = new LoadGuard(agent, chosen, others);
  await cleared;
  await browserApi.addRequestRules(rules);
  guards.add(guard);
  try {
    return await run(guard);
  } finally {
    guards.delete(guard);
    await browserApi.removeRequestRules(rules.map((rule) => rule.id));
  }
}

/** @implements {Loads} */
class LoadGuard {
  /** @type {Set<number>} */
  blocked = new Set();
  /** @type {Set<number>} the new tabs whose page is loading */
  #loading = new Set();
  #onSettled = () => {};

  /**
   * @param {QueryAgent} agent
   * @param {ChosenTab | null} chosen
   * @param {number[]} others the tabs that it does not apply to
   */
  constructor(agent, chosen, others) {
    this.agent = agent;
    this.chosen = chosen;
    this.others = new Set(others);
  }

  /** @param {Navigation} navigation in any tab */
  onNavigation({ kind, tab, frame, url, opened, isBlocked }) {
    const isOpened = kind === 'opened' && opened !== undefined;
    if (frame !== 0 || this.others.has(tab)) return;
    if (isOpened && url !== 'about:blank') this.#loading.add(opened);
    if (kind === 'begun' && tab !== this.chosen?.id) this.#loading.add(tab);
    if (kind === 'failed' && isBlocked && forbidsLoad(url, this.agent)) void this.#onBlocked(tab);
    if (kind === 'committed' || kind === 'failed') this.#loading.delete(tab);
    if (!this.#loading.size) this.#onSettled();
  }

  /**
   * Removes Chrome's error page. The history of the tab is no way back: Chrome skips pages in which
   * the user has done nothing.
   * @param {number} tab in which a load was blocked
   */
  async #onBlocked(tab) {
    this.blocked.add(tab);
    const { chosen } = this;
    if (tab === chosen?.id) await browserApi.navigateTab(tab, chosen.tab.url ?? 'about:blank');
    else await browserApi.closeTab(tab);
  }

  /** @param {number} milliseconds */
  async settled(milliseconds) {
    if (!this.#loading.size) return;
    const loaded = new Promise((resolve) => {
      this.#onSettled = () => resolve(undefined);
    });
    const timeout = new Deadline(Math.min(milliseconds, MAX_LOAD_MS));
    await within(timeout, loaded).catch(() => {});
  }
}

/**
 * @param {import('../policy/forbidden-pages.js').PageRule} page
 * @param {number[]} others tabs in which it does not apply
 * @returns {browserApi.RequestRule}
 */
const asRule = ({ expression, isForbidden, priority }, others) => ({
  id: nextId++,
  priority,
  action: { type: isForbidden ? 'block' : 'allow' },
  condition: {
    regexFilter: expression,
    resourceTypes: ['main_frame'],
    ...(others.length ? { excludedTabIds: others } : {}),
  },
});
