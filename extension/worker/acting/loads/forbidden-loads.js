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
//! action: the user may want it. A page that has led another tab elsewhere may go on doing so: such
//! tabs are watched until it has stopped.

import { Deadline, within } from '../../deadline.js';
import * as browserApi from '../../../shared/browser-api.js';
import { LedTabs } from './led-tabs.js';
import { TabLoads } from './tab-loads.js';
import { WayBack } from './way-back.js';
import {
  forbiddenPages,
  forbidsLoad,
  onForbiddenPagesChanged,
} from '../../policy/forbidden-pages.js';

/** @typedef {import('../../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../policy/forbidden-pages.js').PageRule} PageRule */
/** @typedef {import('./led-tabs.js').LedTab} LedTab */
/** @typedef {import('../navigations.js').Navigation} Navigation */
/** @typedef {browserApi.RequestRule} RequestRule */
/**
 * The loads during an action. `blocked`: the tabs in which a load was blocked so far; `ledTabs`:
 * those of other pages in which a page was loaded; `onNamed`: must be called before the event, with
 * the tabs of other pages that the element names; `onOpened`: must be called with a tab that the
 * extension has opened, because Chrome does not report the begin of its first load, and with what
 * to do when the tab is closed because of that load; `settled`: resolves when the pages of the
 * other tabs are loaded or blocked, or when the time has passed.
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
/** How long the rules stay in force after an action. A server may never end its response. */
const MAX_GUARD_MS = 30_000;
/** How long a tab that was led elsewhere is watched after the action, and after each return. */
const WATCH_MS = 3000;

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
  /** @type {Map<number, TabLoads>} */
  #tabs = new Map();
  /** @type {LedTabs | null} */
  #ledTabs = null;
  /** @type {number[] | null} the tabs that it does not apply to; null until they are known */
  #others = null;
  /** @type {Promise<void>} */
  #othersKnown;
  /** @type {Map<number, string>} the URLs of the tabs */
  #urls = new Map();
  /** @type {Map<number, {all: Set<string>, last: string | null}>} what was loaded, by tab; `last`:
   *   the URL of the last load, until it has ended */
  #begun = new Map();
  #isActing = true;
  /** @type {ReturnType<typeof setTimeout> | null} the end of the watch after the action */
  #watch = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} the end of the guard */
  #expiry;
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
    const urlOf = (/** @type {number} */ tab) => this.#urls.get(tab);
    const onLed = (/** @type {LedTab} */ led) => this.#onLed(led);
    if (chosen) this.#ledTabs = new LedTabs(chosen, agent, { urlOf, onLed });
  }

  async #findOthers() {
    for (const { id = -1, url = '' } of await browserApi.queryTabs({}))
      if (!this.#urls.has(id)) this.#urls.set(id, url);
    this.#others = [...this.#urls.keys()].filter((id) => id >= 0 && id !== this.chosen?.id);
  }

  /** @param {number} tab @returns {TabLoads} */
  #of(tab) {
    const loads = this.#tabs.get(tab) ?? new TabLoads();
    this.#tabs.set(tab, loads);
    return loads;
  }

  /** @param {(loads: TabLoads) => boolean} isWanted @returns {number[]} */
  #tabsThat(isWanted) {
    return [...this.#tabs].filter(([, loads]) => isWanted(loads)).map(([tab]) => tab);
  }

  /** @returns {ReadonlySet<number>} */
  get blocked() {
    return new Set(this.#tabsThat(({ isBlocked }) => isBlocked));
  }

  /** @returns {number[]} */
  get ledTabs() {
    return this.#tabsThat(({ led, isLost }) => led?.isForbidden === false || isLost);
  }

  /** Resolves when Chrome applies the rules. */
  async begin() {
    await cleared;
    await this.#update();
  }

  /** The action has ended; pages may still be loading. */
  async end() {
    this.#isActing = false;
    if (this.#tabsThat(({ wayBack }) => wayBack !== null).length) this.#watchOn();
    else this.#ledTabs?.end();
    if (!this.#isOver()) this.#expiry = setTimeout(() => this.#expire(), MAX_GUARD_MS);
    await this.#update();
  }

  #watchOn() {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#endWatch(), WATCH_MS);
  }

  #endWatch() {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = null;
    this.refresh();
  }

  #expire() {
    for (const loads of this.#tabs.values()) loads.isLoading = false;
    this.#endWatch();
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
    if (this.#isOver()) {
      guards.delete(this);
      clearTimeout(this.#expiry);
      this.#ledTabs?.end();
      for (const { wayBack } of this.#tabs.values()) wayBack?.end();
    }
    if (!this.#rules.length && !this.#wantedRules().length) return;
    await this.#othersKnown;
    const rules = this.#wantedRules();
    await browserApi.replaceRequestRules(this.#rules, rules);
    this.#rules = rules;
  }

  #isLoading() {
    return this.#tabsThat(({ isLoading }) => isLoading).length > 0;
  }

  #isOver() {
    return !this.#isActing && !this.#isLoading() && !this.#watch;
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
      const tabIds = this.#tabsThat(({ isLoading, led }) => isLoading && !led?.isForbidden);
      return tabIds.length ? { tabIds } : null;
    }
    return this.#others?.length ? { excludedTabIds: this.#others } : {};
  }

  /** @param {Navigation} navigation in any tab */
  onNavigation(navigation) {
    const { kind, tab, frame, url } = navigation;
    if (kind === 'committed' && tab === this.chosen?.id) void this.#ledTabs?.onDocument(url);
    if (frame !== 0) return;
    this.#noteLoad(navigation);
    const loads = this.#tabs.get(tab);
    if (loads?.wayBack) this.#onLedAway(navigation, loads, loads.wayBack);
    this.#noteUrl(navigation);
    if (loads?.wayBack) return;
    if (this.#others?.includes(tab) ?? true) return;
    if (this.#isActing) this.#noteBegin(navigation);
    else if (!loads?.isLoading) return;
    if (forbidsLoad(url, this.agent)) return this.#onForbidden(navigation);
    if (kind === 'begun' && loads?.isBlocked) loads.isReturning = true;
    if (kind === 'committed' || (kind === 'failed' && !this.#wasLeft(tab))) this.#onLoaded(tab);
  }

  /**
   * @param {number} tab
   * @returns {boolean} whether it is on the way back. Until it has a new document, the page from
   *   which the load began may begin another one.
   */
  #wasLeft(tab) {
    return !this.#isNew(tab) && this.#of(tab).isBlocked;
  }

  /** @param {number} tab @returns {boolean} whether it was not open before */
  #isNew(tab) {
    return tab !== this.chosen?.id && !this.#of(tab).led;
  }

  /** @param {number[]} tabs */
  onNamed(tabs) {
    if (this.#ledTabs) this.#ledTabs.named = new Set(tabs);
  }

  /** @param {Navigation} navigation in the main frame */
  #noteUrl({ kind, tab, url, isAborted }) {
    if (kind === 'committed' || kind === 'within') this.#urls.set(tab, url);
    // An error page.
    if (kind === 'failed' && !isAborted) this.#urls.delete(tab);
  }

  /**
   * Chrome ends a load when another one begins, but not one that has almost ended.
   * @param {Navigation} navigation in the main frame
   */
  #noteLoad({ kind, tab, url }) {
    const begun = this.#begun.get(tab) ?? { all: new Set(), last: null };
    this.#begun.set(tab, begun);
    if (kind === 'begun') {
      begun.all.add(url);
      begun.last = url;
    }
    const hasEnded = kind === 'committed' || kind === 'failed';
    // A URL with which none has begun is that of a redirect.
    const hasBegun = !hasEnded || begun.all.delete(url);
    if (hasEnded && (url === begun.last || !hasBegun)) begun.last = null;
  }

  /** @param {number} tab @returns {boolean} whether its last load has not ended */
  #isPending(tab) {
    return typeof this.#begun.get(tab)?.last === 'string';
  }

  /** @param {LedTab} led */
  #onLed(led) {
    const loads = this.#of(led.tab);
    if (loads.wayBack) return this.#onLedAgain(led, loads, loads.wayBack);
    // A tab that has opened meanwhile is no other one.
    if (!this.#isActing || loads.led || !this.#others?.includes(led.tab)) return;
    if (this.#takeOver(led)) return;
    loads.led = led;
    loads.isLoading = this.#isAway(led);
    if (led.isForbidden) {
      loads.isBlocked = true;
      loads.wayBack = new WayBack(led);
      loads.wayBack.begin(this.#urls.get(led.tab));
      return;
    }
    this.#others = this.#others.filter((id) => id !== led.tab);
    this.refresh();
  }

  /**
   * Two guards would go back twice: that of an action before leaves the tab to this one.
   * @param {LedTab} led
   * @returns {boolean} whether another guard leads the tab back, or has until now
   */
  #takeOver(led) {
    for (const guard of guards) {
      const loads = guard.#tabs.get(led.tab);
      if (guard === this || !loads?.wayBack) continue;
      if (guard.#isActing) return true;
      guard.#tabs.delete(led.tab);
      guard.refresh();
      this.#tabs.set(led.tab, loads);
      this.#onLedAgain(led, loads, loads.wayBack);
      return true;
    }
    return false;
  }

  /** @param {LedTab} led @returns {boolean} whether the tab loads another page, or shows it */
  #isAway({ tab, before }) {
    return this.#isPending(tab) || this.#urls.get(tab) !== before;
  }

  /** @param {LedTab} led @param {TabLoads} loads @param {WayBack} wayBack */
  #onLedAgain(led, loads, wayBack) {
    if (loads.isLost) return;
    const { before } = wayBack.led;
    const present = this.#urls.get(led.tab);
    // The user has gone to another page since.
    if (!loads.isLoading && led.before === present && present !== before) {
      if (!led.isForbidden) return;
      wayBack.led = led;
    }
    loads.isLoading = this.#isAway(wayBack.led);
    wayBack.begin(present);
  }

  /**
   * @param {Navigation} navigation in a tab in which the agent must not act
   * @param {TabLoads} loads in it
   * @param {WayBack} wayBack
   */
  #onLedAway(navigation, loads, wayBack) {
    const { kind, tab, url } = navigation;
    if (loads.isLost) return;
    // The page itself has changed its URL.
    if (kind === 'within' && this.#urls.get(tab) === wayBack.led.before)
      wayBack.led = { ...wayBack.led, before: url };
    if (kind === 'begun' && this.#isActing) loads.isLoading = true;
    // The user may load another page after the action.
    if (!loads.isLoading && !this.#isActing) return;
    const state = wayBack.onNavigation(navigation, this.#urls.get(tab));
    if (state === 'away' || (state === 'back' && this.#isPending(tab))) return;
    loads.isLost = state === 'lost';
    loads.isBlocked = !loads.isLost;
    this.#onLoaded(tab);
    if (!this.#isActing) this.#watchOn();
  }

  /** @param {Navigation} navigation */
  #noteBegin({ kind, tab, url, opened }) {
    if (kind === 'begun') this.#of(tab).isLoading = true;
    if (kind === 'opened' && url !== BLANK) this.#of(opened ?? tab).isLoading = true;
  }

  /**
   * The load of the page before, or the end of the new tab, follows: until then, the tab is
   * loading.
   * @param {Navigation} navigation to a page that the action must not load
   */
  #onForbidden({ kind, tab, opened, isBlocked }) {
    const loads = this.#of(tab);
    const { isStopped } = loads;
    loads.isStopped = false;
    if (kind === 'opened' || kind === 'begun') this.#stop(opened ?? tab);
    else if ((kind === 'committed' || isBlocked) && !isStopped) this.#leave(tab);
    else if (kind === 'failed' && !isStopped && !this.#wasLeft(tab)) this.#onLoaded(tab);
  }

  /** @param {number} tab in which a load begins */
  #stop(tab) {
    // Chrome would only scroll the page to the fragment, and continue the load.
    if (!this.#isNew(tab) && this.#pageBefore(tab).includes('#')) return;
    this.#of(tab).isStopped = true;
    this.#leave(tab);
  }

  /** @param {number} tab @param {() => void} onBlocked */
  onOpened(tab, onBlocked) {
    this.#onBlocked = onBlocked;
    const loads = this.#of(tab);
    if (loads.isBlocked) onBlocked();
    if (!loads.hasLoaded) loads.isLoading = true;
  }

  /** @param {number} tab */
  #onLoaded(tab) {
    const loads = this.#of(tab);
    loads.isLoading = false;
    loads.hasLoaded = true;
    if (!this.#isWaitingForTab()) this.#onSettled();
    if (!this.#isActing) this.refresh();
  }

  /** @returns {boolean} whether the page of a new tab is loading */
  #isWaitingForTab() {
    return this.#tabsThat(({ isLoading }) => isLoading).some((tab) => tab !== this.chosen?.id);
  }

  /**
   * Ends the load of a page, or removes it or Chrome's error page. The history of the tab is no way
   * back: Chrome skips pages in which the user has done nothing.
   * @param {number} tab
   */
  #leave(tab) {
    const loads = this.#of(tab);
    loads.isBlocked = true;
    const isNew = this.#isNew(tab);
    const left = isNew
      ? browserApi.closeTab(tab)
      : browserApi.navigateTab(tab, this.#pageBefore(tab));
    // The tab may have been closed in the meantime.
    left.catch(() => {
      loads.isStopped = false;
    });
    if (!isNew) return;
    this.#onLoaded(tab);
    this.#onBlocked();
  }

  /**
   * @param {number} tab
   * @returns {string} an empty page if the one before leads to a forbidden site itself
   */
  #pageBefore(tab) {
    const { led, isReturning } = this.#of(tab);
    const url = led?.before ?? this.chosen?.tab.url ?? BLANK;
    return isReturning || forbidsLoad(url, this.agent) ? BLANK : url;
  }

  /** @param {number} milliseconds */
  async settled(milliseconds) {
    const isGuarding = this.#rules.length || this.#tabsThat(({ led }) => led !== null).length;
    if (!isGuarding || !this.#isWaitingForTab()) return;
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
