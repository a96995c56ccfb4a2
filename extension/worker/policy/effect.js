//! The effect of an action: the sites that it reaches, and what the policy and the agent's token
//! say of each. docs/policy.md has the table.

import { REACHED_SITES } from '../../shared/reached-sites.js';
import { siteOf } from '../../shared/sites.js';
import { ruling } from './act-rules.js';
import { confirms, levelForSite } from './policy.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../shared/reached-sites.js').SiteRole} SiteRole */
/** @typedef {import('./act-rules.js').Kind} Kind */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/** The sites at the place of an action. Without an entry, there is no such page. `targets`: of the
 * other tabs and frames in which the element loads something.
 * @typedef {{document?: string | null, tab?: string | null, targets?: (string | null)[]}}
 *   SitesOfPlace */
/** @typedef {{role: SiteRole, site: string | null}} ReachedSite */
/** @typedef {ReachedSite & import('./act-rules.js').RuledSite} RuledSite */

/**
 * @param {string} action
 * @param {SitesOfPlace} place
 * @param {Effect} effect
 * @returns {ReachedSite[]} the sites that the action reaches, each of them once; for none, one
 *   entry without a site, to which the default level applies
 */
export function reachedSites(action, { document, tab, targets = [] }, { destinations }) {
  const sites = {
    document: [document],
    tab: [tab],
    target: targets,
    destination: destinations.map(siteOf),
  };
  /** @type {Map<string | null, ReachedSite>} */
  const reached = new Map();
  for (const role of REACHED_SITES.get(action) ?? []) {
    for (const site of sites[role])
      if (site !== undefined && !reached.has(site)) reached.set(site, { role, site });
  }
  return reached.size ? [...reached.values()] : [{ role: 'tab', site: null }];
}

/**
 * @param {ReachedSite[]} reached
 * @param {{agent: QueryAgent, kind: Kind, unattended: boolean}} action
 * @returns {import('./act-rules.js').Ruling<RuledSite>}
 */
export const rulingOn = (reached, { agent, kind, unattended }) =>
  ruling({
    sites: reached.map((each) => ({
      ...each,
      level: levelForSite(each.site, agent),
      // The rule of a site is about what leaves it.
      confirm: each.role !== 'destination' && confirms(each.site),
    })),
    kind,
    unattended,
  });

/**
 * @param {string} url
 * @param {QueryAgent} agent
 * @returns {boolean} whether an answer may contain the address of the page
 */
export const mayShowAddress = (url, agent) => levelForSite(siteOf(url), agent) !== 'block';
