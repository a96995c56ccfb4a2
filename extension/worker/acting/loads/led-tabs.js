//! Pages that an action loads in tabs that were open before: by the name in the `target` of a link
//! or form, on which the policy has ruled, or by a script of the page, such as `opener.location`.

import * as browserApi from '../../../shared/browser-api.js';
import { siteOf } from '../../../shared/sites.js';
import { forbidsActions } from '../../policy/act-rules.js';
import { isBanned } from '../../policy/denials.js';
import { levelForSite } from '../../policy/policy.js';
import { siteOfBlank } from '../../browser/tabs.js';
import { watchRequests } from '../../browser/watched-requests.js';
import { mayUseTab } from '../claims.js';

/** @typedef {import('../../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../browser/tabs.js').ChosenTab} ChosenTab */
/**
 * A tab in which a page is loaded. `before`: the URL of the page there; `isForbidden`: the agent
 * must not act in it.
 * @typedef {{tab: number, before: string, isForbidden: boolean}} LedTab
 */

/** The initiator if a document in a sandbox, or one with a `data:` URL, has started a load. */
const OPAQUE = 'null';

/** Watches the tabs that the page of an action leads to other pages. */
export class LedTabs {
  /** @type {ReadonlySet<number>} the tabs that the element names */
  named = new Set();
  /** @type {Promise<Set<string>>} the origins of the documents in the tab of the action */
  #origins;
  #unwatch;

  /**
   * @param {ChosenTab} chosen the tab of the action
   * @param {QueryAgent} agent
   * @param {{urlOf: (tab: number) => string | undefined, onLed: (led: LedTab) => void}} guard
   *   `urlOf`: the URL of a tab, if it is known; `onLed`: called when such a page is requested
   */
  constructor(chosen, agent, { urlOf, onLed }) {
    this.agent = agent;
    this.chosen = chosen;
    this.#origins = originsIn(chosen.id);
    this.#unwatch = watchRequests({
      onBegun: async ({ tab, isPage, initiator }) => {
        if (!isPage || tab === chosen.id || initiator === undefined) return;
        // The tab may show the new page before the rest is known.
        const before = urlOf(tab);
        if (initiator !== OPAQUE && !(await this.#origins).has(initiator)) return;
        const led = await this.#ledTab(tab, initiator, before);
        if (led) onLed(led);
      },
      onEnded: () => {},
    });
  }

  /** @param {string} url of a document that the tab of the action has loaded */
  async onDocument(url) {
    (await this.#origins).add(originOf(url));
  }

  end() {
    this.#unwatch();
  }

  /**
   * @param {number} id
   * @param {string} initiator origin of the page that has started the load
   * @param {string} [known] the URL of the page in the tab
   * @returns {Promise<LedTab | null>} null: a document of the tab itself, or of a third one, may
   *   have started it
   */
  async #ledTab(id, initiator, known) {
    const [tab, origins] = await Promise.all([
      browserApi.getTab(id).catch(() => null),
      originsIn(id),
    ]);
    if (!tab) return null;
    // The tab may show the new page already.
    const own = known === undefined || tab.url === known ? origins : new Set([originOf(known)]);
    const mayBeOther = initiator === OPAQUE ? !this.#isRelated(tab) : own.has(initiator);
    if (mayBeOther && !this.named.has(id)) return null;
    const before = known ?? tab.url ?? '';
    const site = siteOf(before) ?? (await siteOfBlank(tab));
    const isClaimed = await mayUseTab(id, this.agent).then(
      () => false,
      () => true,
    );
    const isForbidden =
      isClaimed || forbidsActions(levelForSite(site, this.agent)) || isBanned(this.agent, site);
    return { tab: id, before, isForbidden };
  }

  /** @param {browserApi.Tab} tab @returns {boolean} one of the two has opened the other */
  #isRelated({ id, openerTabId }) {
    return openerTabId === this.chosen.id || this.chosen.tab.openerTabId === id;
  }
}

/** @param {number} tab @returns {Promise<Set<string>>} of its documents */
async function originsIn(tab) {
  const frames = await browserApi.listFrames(tab).catch(() => []);
  return new Set(frames.map(({ url }) => originOf(url)));
}

/** @param {string} url @returns {string} as an initiator has it */
function originOf(url) {
  if (url.startsWith('file:')) return 'file://';
  return URL.canParse(url) ? new URL(url).origin : '';
}
