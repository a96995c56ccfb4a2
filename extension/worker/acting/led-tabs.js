//! Pages that an action loads in tabs that were open before: by the name in the `target` of a link
//! or form, on which the policy has ruled, or by a script of the page, such as `opener.location`.

import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { forbidsActions } from '../policy/act-rules.js';
import { levelForSite } from '../policy/policy.js';
import { siteOfBlank } from '../browser/tabs.js';
import { mayUseTab } from './claims.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/**
 * A tab in which a page is loaded. `before`: the URL of the page there; `isForbidden`: the agent
 * must not act in it.
 * @typedef {{tab: number, before: string, isForbidden: boolean}} LedTab
 */

/** Watches the tabs that the page of an action leads to other pages. */
export class LedTabs {
  /** The element names a tab: pages of the same site in other tabs may be loaded by it. */
  isNamed = false;
  /** @type {Promise<Set<string>>} the origins of the documents in the tab of the action */
  #origins;
  #unwatch;

  /**
   * @param {ChosenTab} chosen the tab of the action
   * @param {QueryAgent} agent
   * @param {(led: LedTab) => void} onLed called when such a page is requested
   */
  constructor(chosen, agent, onLed) {
    this.agent = agent;
    this.#origins = originsIn(chosen.id);
    this.#unwatch = browserApi.watchPageRequests(async ({ tab, initiator }) => {
      if (tab === chosen.id || !(await this.#origins).has(initiator)) return;
      const led = await this.#ledTab(tab, initiator);
      if (led) onLed(led);
    });
  }

  end() {
    this.#unwatch();
  }

  /**
   * @param {number} id
   * @param {string} initiator origin of the page that has started the load
   * @returns {Promise<LedTab | null>} null: the tab's own page may have started it
   */
  async #ledTab(id, initiator) {
    const tab = await browserApi.getTab(id).catch(() => null);
    if (!tab) return null;
    const site = siteOf(tab.url ?? '') ?? (await siteOfBlank(tab));
    if (site === siteOf(initiator) && !this.isNamed) return null;
    const isClaimed = await mayUseTab(id, this.agent).then(
      () => false,
      () => true,
    );
    const isForbidden = isClaimed || forbidsActions(levelForSite(site, this.agent));
    return { tab: id, before: tab.url ?? '', isForbidden };
  }
}

/** @param {number} tab @returns {Promise<Set<string>>} */
async function originsIn(tab) {
  const frames = await browserApi.listFrames(tab).catch(() => []);
  return new Set(frames.map(({ url }) => (URL.canParse(url) ? new URL(url).origin : '')));
}
