//! Leads a tab back to the page that it has shown before an action has loaded another one there.
//! Chrome has no way to end a load of another page.

import * as browserApi from '../../../shared/browser-api.js';

/** @typedef {import('./led-tabs.js').LedTab} LedTab */
/** @typedef {import('../navigations.js').Navigation} Navigation */

/** How long a tab may take to show the page before. */
const RETURN_MS = 3000;
/**
 * How often the page before is requested in a tab that shows another one, if that is no redirect of
 * it: on a busy machine, each load of a script can end before the next one begins.
 */
const MAX_LOADS_AGAIN = 36;
/** A page before that is redirected elsewhere is requested less often. */
const COST_OF_REDIRECT = 3;

/** The way back of one tab. */
export class WayBack {
  #isReturning = false;
  /** How often the page before was requested; one that was redirected counts several times. */
  #loadsAgain = 0;
  /** @type {Set<string>} the URLs with which loads have begun */
  #begun = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #check;
  #hasEnded = false;

  /** @param {LedTab} led */
  constructor(led) {
    this.led = led;
  }

  /**
   * Another page was requested. The tab may have shown it before it was known who has requested it.
   * @param {string | undefined} present the URL of the tab
   */
  begin(present) {
    if (present !== this.led.before && !this.#isReturning) void this.#goBack();
  }

  /** Leaves the tab as it is. */
  end() {
    this.#hasEnded = true;
    clearTimeout(this.#check);
  }

  /**
   * @param {Navigation} navigation in the main frame
   * @param {string | undefined} present the URL of the document before the navigation
   * @returns {'away' | 'back' | 'lost'} whether the tab shows its page; `lost`: it can't be loaded
   */
  onNavigation({ kind, url, isAborted }, present) {
    if (kind === 'begun') this.#begun.add(url);
    if (kind !== 'committed' && kind !== 'failed') return 'away';
    const isRedirect = !this.#begun.delete(url);
    // A load that was aborted leaves the tab as it is; another failure shows an error page.
    if (kind === 'committed' ? url === this.led.before : isAborted && present === this.led.before)
      return this.#arrive('back');
    // The page before may be on its way.
    if (isAborted) return 'away';
    if (!this.#isReturning) {
      void this.#goBack();
      return 'away';
    }
    // Another entry of the history, or another load. The page before can lead elsewhere itself.
    this.#loadsAgain += isRedirect ? COST_OF_REDIRECT : 1;
    if (this.#loadsAgain > MAX_LOADS_AGAIN) return this.#arrive('lost');
    void this.#loadAgain();
    return 'away';
  }

  /** @param {'back' | 'lost'} end @returns {'back' | 'lost'} */
  #arrive(end) {
    this.#isReturning = false;
    clearTimeout(this.#check);
    return end;
  }

  /**
   * By the history, which keeps what the user has entered. The load may have replaced the entry.
   */
  async #goBack() {
    this.#isReturning = true;
    // A page that is busy does not let it end.
    this.#checkLater();
    await browserApi.goBack(this.led.tab).catch(() => {});
  }

  async #loadAgain() {
    this.#checkLater();
    await browserApi.navigateTab(this.led.tab, this.led.before).catch(() => {});
  }

  /** Another load may have ended the one back. */
  #checkLater() {
    clearTimeout(this.#check);
    if (this.#hasEnded) return;
    this.#check = setTimeout(async () => {
      const { tab, before } = this.led;
      const now = await browserApi.getTab(tab).catch(() => null);
      if (!now || now.url === before) return;
      this.#checkLater();
      if (now.pendingUrl !== before) await browserApi.navigateTab(tab, before).catch(() => {});
    }, RETURN_MS);
  }
}
