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
/** How often the page before is requested in a tab that shows another one. */
const MAX_LOADS_AGAIN = 12;
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

/** What is known of the loads in a tab. */
class TabLoads {
  /** A page is loading. */
  isLoading = false;
  /** A load has ended. */
  hasLoaded = false;
  /** A load was blocked. */
  isBlocked = false;
  /** The forbidden load was ended when it began. */
  isStopped = false;
  /** The page before is loading again, or has been loaded. */
  isReturning = false;
  /** How often the page before was requested. */
  loadsAgain = 0;
  /** @type {string | null} the URL of the last load that has begun, until it ends */
  pending = null;
  /** The page before could not be loaded again. */
  isLost = false;
  /** @type {LedTab | null} if it was open before, with another page than that of the action */
  led = null;
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
  #isActing = true;
  /** @type {ReturnType<typeof setTimeout> | null} the end of the watch after the action */
  #watch = null;
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
    if (this.#tabsThat(({ led }) => led?.isForbidden === true).length) this.#watchOn();
    if (!this.#isOver()) setTimeout(() => this.#expire(), MAX_GUARD_MS);
    await this.#update();
  }

  #watchOn() {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#endWatch(), WATCH_MS);
  }

  #endWatch() {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = null;
    for (const [tab, loads] of this.#tabs)
      if (loads.led?.before === this.#urls.get(tab)) loads.isLoading = false;
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
      this.#ledTabs?.end();
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
    if (kind === 'committed' || kind === 'within') this.#urls.set(tab, url);
    const loads = this.#tabs.get(tab);
    if (loads?.led?.isForbidden) return this.#onLedAway(navigation, loads, loads.led);
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

  /** @param {LedTab} led */
  #onLed(led) {
    const loads = this.#of(led.tab);
    if (loads.led) return this.#onLedAgain(loads, loads.led);
    // A tab that has opened meanwhile is no other one.
    if (!this.#isActing || !this.#others?.includes(led.tab)) return;
    loads.led = led;
    loads.isLoading = true;
    if (led.isForbidden) {
      loads.isBlocked = true;
      return this.#leaveIfLoaded(loads, led);
    }
    this.#others = this.#others.filter((id) => id !== led.tab);
    this.refresh();
  }

  /** @param {TabLoads} loads @param {LedTab} led */
  #onLedAgain(loads, led) {
    if (!led.isForbidden || loads.isLost) return;
    loads.isLoading = true;
    this.#leaveIfLoaded(loads, led);
  }

  /**
   * The tab may have shown the page before it was known who has requested it.
   * @param {TabLoads} loads @param {LedTab} led
   */
  #leaveIfLoaded(loads, led) {
    if (this.#urls.get(led.tab) === led.before || loads.isReturning) return;
    loads.isReturning = true;
    void leadBack(led);
  }

  /**
   * Chrome has no way to end a load of another page: the tab goes back, which keeps what the user
   * has entered there.
   * @param {Navigation} navigation in a tab in which the agent must not act
   * @param {TabLoads} loads in it
   * @param {LedTab} led
   */
  #onLedAway({ kind, tab, url, isAborted }, loads, led) {
    // The user may load another page after the action.
    const isWatched = this.#isActing || loads.isLoading;
    if (!isWatched || loads.isLost) return;
    if (kind === 'begun') {
      loads.isLoading = true;
      loads.pending = url;
    }
    if (kind !== 'committed' && kind !== 'within' && kind !== 'failed') return;
    if (loads.pending === url) loads.pending = null;
    // A load that was aborted leaves the tab as it is; another failure shows an error page.
    const present = isAborted ? this.#urls.get(tab) : url;
    // The page before may be on its way.
    if (isAborted && present !== led.before) return;
    if (present === led.before) {
      clearTimeout(led.check);
      loads.isReturning = false;
      if (loads.pending !== null && loads.pending !== led.before) return;
      this.#onLoaded(tab);
      if (!this.#isActing) this.#watchOn();
    } else if (loads.isReturning) {
      // Not the page before: another entry of the history, or another load. The page before can
      // lead elsewhere itself.
      loads.loadsAgain += 1;
      if (loads.loadsAgain <= MAX_LOADS_AGAIN) return void loadAgain(led);
      clearTimeout(led.check);
      loads.isLost = true;
      loads.isBlocked = false;
      this.#onLoaded(tab);
    } else {
      loads.isReturning = true;
      void leadBack(led);
    }
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
