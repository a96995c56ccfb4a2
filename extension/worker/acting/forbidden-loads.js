//! While an action is under way, Chrome blocks loads of pages on sites where the agent may not act:
//! in the tab of the action, in tabs that open meanwhile, and in tabs in which its page loads
//! another one. The policy rules on what a document shows before the action; a script or a redirect
//! can lead elsewhere. A tab in which the agent must not act goes back to its page.
//!
//! Chrome's rules match requests. A page that a service worker of its site answers, or that Chrome
//! has kept (the back/forward cache, a prerendered page), is loaded without a request. Such a load
//! is ended by its navigation: when it begins, if its URL is known by then, otherwise when the tab
//! has the page.
//!
//! An answer does not wait for a slow page. The rules stay in force after it, but only in the tabs
//! in which a load of the action has not ended yet. A load that begins later is not one of the
//! action: the user may want it.

import { Deadline, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { leadBack, LedTabs, loadAgain } from './led-tabs.js';
import { forbiddenPages, forbidsLoad, onForbiddenPagesChanged } from '../policy/forbidden-pages.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../policy/forbidden-pages.js').PageRule} PageRule */
/** @typedef {import('./led-tabs.js').LedTab} LedTab */
/** @typedef {import('./navigations.js').Navigation} Navigation */
/** @typedef {browserApi.RequestRule} RequestRule */
/**
 * The loads during an action. `blocked`: the tabs in which a load was blocked; `ledTabs`: those of
 * other pages in which a page was loaded; `onNamed`: must be called before the event, with the tabs
 * of other pages that the element names; `onOpened`: must be called with a tab that the extension
 * has opened, because
 * Chrome does not report the begin of its first load, and with what to do when the tab is closed
 * because of that load; `settled`: resolves when the pages of the other tabs are loaded or blocked,
 * or when the time has passed.
 * @typedef {{blocked: ReadonlySet<number>, ledTabs: number[], onNamed: (tabs: number[]) => void,
 *   onOpened: (tab: number, onBlocked: () => void) => void,
 *   settled: (milliseconds: number) => Promise<void>}} Loads
 */

/** The id of the next rule. */
let nextId = 1;
/** @type {Set<LoadGuard>} */
const guards = new Set();
const BLANK = 'about:blank';
/** The longest wait for the page of a new tab. */
const MAX_LOAD_MS = 5000;
/** How often the page before is requested in a tab that shows another one. */
const MAX_LOADS_AGAIN = 3;
/** How long the rules stay in force after an action. A server may never end its response. */
const MAX_GUARD_MS = 30_000;

/** A worker that ended during an action has left its rules. */
const cleared = browserApi.removeAllRequestRules();

browserApi.onNavigation((navigation) => {
  for (const guard of guards) guard.onNavigation(navigation);
});

onForbiddenPagesChanged(() => {
  for (const guard of guards) guard.refresh();
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
  const guard = new LoadGuard(agent, chosen);
  guards.add(guard);
  try {
    await guard.begin();
    return await run(guard);
  } finally {
    await guard.end();
  }
}

/**
 * Its rules are replaced when the policy changes, so it exists also while no site is forbidden.
 * @implements {Loads}
 */
class LoadGuard {
  /** @type {Set<number>} */
  blocked = new Set();
  /** @type {Map<number, LedTab>} */
  #led = new Map();
  /** @type {LedTabs | null} */
  #ledTabs = null;
  /** @type {Set<number>} the tabs in which a page is loading */
  #loading = new Set();
  /** @type {Set<number>} the tabs in which a load has ended */
  #loaded = new Set();
  /** @type {Set<number>} the tabs whose forbidden load was ended when it began */
  #stopped = new Set();
  /** @type {Set<number>} the tabs in which the page before is loading again, or has been loaded */
  #returning = new Set();
  /** @type {Map<number, number>} how often the page before was requested, by tab */
  #loadsAgain = new Map();
  /** @type {number[] | null} the tabs that it does not apply to; null until they are known */
  #others = null;
  /** @type {Promise<void>} */
  #othersKnown;
  #isActing = true;
  /** @type {RequestRule[]} those in force */
  #rules = [];
  /** The last change of the rules. */
  #changed = Promise.resolve();
  #onSettled = () => {};
  /** Called when the tab that the extension has opened is closed. */
  #onBlocked = () => {};

  /** @param {QueryAgent} agent @param {ChosenTab | null} chosen */
  constructor(agent, chosen) {
    this.agent = agent;
    this.chosen = chosen;
    this.#othersKnown = this.#findOthers();
    // Without rules, nothing waits for it.
    this.#othersKnown.catch(() => {});
    if (chosen) this.#ledTabs = new LedTabs(chosen, agent, (led) => this.#onLed(led));
  }

  async #findOthers() {
    const present = (await browserApi.queryTabs({})).map(({ id }) => id ?? -1);
    this.#others = present.filter((id) => id >= 0 && id !== this.chosen?.id);
  }

  /** Resolves when Chrome applies the rules. */
  async begin() {
    await cleared;
    await this.#update();
  }

  /** The action has ended; pages may still be loading. */
  async end() {
    this.#isActing = false;
    this.#ledTabs?.end();
    if (this.#loading.size) setTimeout(() => this.#expire(), MAX_GUARD_MS);
    await this.#update();
  }

  #expire() {
    this.#loading.clear();
    this.refresh();
  }

  /** Applies the rules of now. If Chrome refuses them, those before stay in force. */
  refresh() {
    this.#update().catch(() => {});
  }

  /** @returns {Promise<void>} */
  #update() {
    const changed = this.#changed.then(() => this.#replaceRules());
    this.#changed = changed.catch(() => {});
    return changed;
  }

  async #replaceRules() {
    if (this.#isOver()) guards.delete(this);
    if (!this.#rules.length && !this.#wantedRules().length) return;
    await this.#othersKnown;
    const rules = this.#wantedRules();
    await browserApi.replaceRequestRules(this.#rules, rules);
    this.#rules = rules;
  }

  #isOver() {
    return !this.#isActing && !this.#loading.size;
  }

  /** @returns {RequestRule[]} */
  #wantedRules() {
    if (this.#isOver()) return [];
    const scope = this.#scope();
    if (scope === null) return [];
    return forbiddenPages(this.agent).map((page) => asRule(page, scope));
  }

  /**
   * @returns {{tabIds?: number[], excludedTabIds?: number[]} | null} null for no tab: Chrome
   *   refuses empty lists
   */
  #scope() {
    if (!this.#isActing) {
      const tabIds = [...this.#loading].filter((tab) => !this.#led.get(tab)?.isForbidden);
      return tabIds.length ? { tabIds } : null;
    }
    return this.#others?.length ? { excludedTabIds: this.#others } : {};
  }

  /** @param {Navigation} navigation in any tab */
  onNavigation(navigation) {
    const { kind, tab, frame, url } = navigation;
    if (kind === 'committed' && tab === this.chosen?.id) void this.#ledTabs?.onDocument(url);
    if (frame !== 0) return;
    const led = this.#led.get(tab);
    if (led?.isForbidden) return this.#onLedAway(navigation, led);
    if (this.#others?.includes(tab) ?? true) return;
    if (this.#isActing) this.#noteBegin(navigation);
    else if (!this.#loading.has(tab)) return;
    if (forbidsLoad(url, this.agent)) return this.#onForbidden(navigation);
    if (kind === 'begun' && this.blocked.has(tab)) this.#returning.add(tab);
    if (kind === 'committed' || (kind === 'failed' && !this.#wasLeft(tab))) this.#onLoaded(tab);
  }

  /**
   * @param {number} tab
   * @returns {boolean} whether it is on the way back. Until it has a new document, the page from
   *   which the load began may begin another one.
   */
  #wasLeft(tab) {
    return !this.#isNew(tab) && this.blocked.has(tab);
  }

  /** @param {number} tab @returns {boolean} whether it was not open before */
  #isNew(tab) {
    return tab !== this.chosen?.id && !this.#led.has(tab);
  }

  /** @param {number[]} tabs */
  onNamed(tabs) {
    if (this.#ledTabs) this.#ledTabs.named = new Set(tabs);
  }

  /** @returns {number[]} */
  get ledTabs() {
    return [...this.#led.values()].filter((led) => !led.isForbidden).map(({ tab }) => tab);
  }

  /** @param {LedTab} led */
  #onLed(led) {
    // A tab that has opened meanwhile is no other one.
    if (!this.#isActing || this.#led.has(led.tab) || !this.#others?.includes(led.tab)) return;
    this.#led.set(led.tab, led);
    this.#loading.add(led.tab);
    if (led.isForbidden) {
      this.blocked.add(led.tab);
      return;
    }
    this.#others = this.#others.filter((id) => id !== led.tab);
    this.refresh();
  }

  /**
   * Chrome has no way to end a load of another page: the tab goes back, which keeps what the user
   * has entered there.
   * @param {Navigation} navigation in a tab in which the agent must not act
   * @param {LedTab} led
   */
  #onLedAway({ kind, tab, url }, led) {
    if (kind !== 'committed' && kind !== 'within' && kind !== 'failed') return;
    const isBack = kind === 'failed' || url === led.before;
    if (isBack) {
      this.#returning.delete(tab);
      this.#onLoaded(tab);
    } else if (this.#returning.has(tab)) {
      // Not the page before: another entry of the history, or another load. The page before can
      // lead elsewhere itself.
      const loads = this.#loadsAgain.get(tab) ?? 0;
      this.#loadsAgain.set(tab, loads + 1);
      if (loads < MAX_LOADS_AGAIN) void loadAgain(led);
      else this.#onLoaded(tab);
    } else {
      this.#returning.add(tab);
      void leadBack(led);
    }
  }

  /** @param {Navigation} navigation */
  #noteBegin({ kind, tab, url, opened }) {
    if (kind === 'begun') this.#loading.add(tab);
    if (kind === 'opened' && url !== BLANK) this.#loading.add(opened ?? tab);
  }

  /**
   * The load of the page before, or the end of the new tab, follows: until then, the tab is
   * loading.
   * @param {Navigation} navigation to a page that the action must not load
   */
  #onForbidden({ kind, tab, opened, isBlocked }) {
    const wasStopped = this.#stopped.delete(tab);
    if (kind === 'opened' || kind === 'begun') this.#stop(opened ?? tab);
    else if ((kind === 'committed' || isBlocked) && !wasStopped) this.#leave(tab);
    else if (kind === 'failed' && !wasStopped && !this.#wasLeft(tab)) this.#onLoaded(tab);
  }

  /** @param {number} tab in which a load begins */
  #stop(tab) {
    // Chrome would only scroll the page to the fragment, and continue the load.
    if (!this.#isNew(tab) && this.#pageBefore(tab).includes('#')) return;
    this.#stopped.add(tab);
    this.#leave(tab);
  }

  /** @param {number} tab @param {() => void} onBlocked */
  onOpened(tab, onBlocked) {
    this.#onBlocked = onBlocked;
    if (this.blocked.has(tab)) onBlocked();
    if (!this.#loaded.has(tab)) this.#loading.add(tab);
  }

  /** @param {number} tab */
  #onLoaded(tab) {
    this.#loading.delete(tab);
    this.#loaded.add(tab);
    if (!this.#isWaitingForTab()) this.#onSettled();
    if (!this.#isActing) this.refresh();
  }

  /** @returns {boolean} whether the page of a new tab is loading */
  #isWaitingForTab() {
    return [...this.#loading].some((tab) => tab !== this.chosen?.id);
  }

  /**
   * Ends the load of a page, or removes it or Chrome's error page. The history of the tab is no way
   * back: Chrome skips pages in which the user has done nothing.
   * @param {number} tab
   */
  #leave(tab) {
    this.blocked.add(tab);
    const isNew = this.#isNew(tab);
    const left = isNew
      ? browserApi.closeTab(tab)
      : browserApi.navigateTab(tab, this.#pageBefore(tab));
    // The tab may have been closed in the meantime.
    left.catch(() => this.#stopped.delete(tab));
    if (!isNew) return;
    this.#onLoaded(tab);
    this.#onBlocked();
  }

  /**
   * @param {number} tab
   * @returns {string} an empty page if the one before leads to a forbidden site itself
   */
  #pageBefore(tab) {
    const url = this.#led.get(tab)?.before ?? this.chosen?.tab.url ?? BLANK;
    return this.#returning.has(tab) || forbidsLoad(url, this.agent) ? BLANK : url;
  }

  /** @param {number} milliseconds */
  async settled(milliseconds) {
    if (!(this.#rules.length || this.#led.size) || !this.#isWaitingForTab()) return;
    const loaded = new Promise((resolve) => {
      this.#onSettled = () => resolve(undefined);
    });
    const timeout = new Deadline(Math.min(milliseconds, MAX_LOAD_MS));
    await within(timeout, loaded).catch(() => {});
  }
}

/**
 * @param {PageRule} page
 * @param {{tabIds?: number[], excludedTabIds?: number[]}} scope the tabs in which it applies
 * @returns {RequestRule}
 */
const asRule = ({ expression, isForbidden, priority }, scope) => ({
  id: nextId++,
  priority,
  action: { type: isForbidden ? 'block' : 'allow' },
  condition: { regexFilter: expression, resourceTypes: ['main_frame'], ...scope },
});
