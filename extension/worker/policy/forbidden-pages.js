//! The pages that an action of an agent must not load: those of sites where the policies, the
//! agent's token or a denial of the user allow it no action.

import { siteOf, urlExpression } from '../../shared/sites.js';
import { forbidsActions } from './act-rules.js';
import { bannedSites, isBanned, onDenialsChanged } from './denials.js';
import { levelForSite, levelRules, onPolicyChanged } from './policy.js';
import { regionsOf, withoutRedundant } from './regions.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('./regions.js').Region} Region */
/** @typedef {import('./regions.js').LevelRules} LevelRules */
/**
 * Of the rules whose regular expression matches a URL, the one with the greatest priority applies.
 * @typedef {{expression: string, isForbidden: boolean, priority: number}} PageRule
 */

/** Chrome's limit for rules with regular expressions. */
const MAX_REGIONS = 1000;

/** @type {Map<string, PageRule[]>} by agent */
const computed = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

for (const onChanged of [onPolicyChanged, onDenialsChanged])
  onChanged(() => {
    computed.clear();
    for (const listener of listeners) listener();
  });

/** @param {() => void} listener called when the forbidden pages of an agent may have changed */
export const onForbiddenPagesChanged = (listener) => listeners.add(listener);

/**
 * @param {string} url
 * @param {QueryAgent} agent
 * @returns {boolean} whether an action of the agent must not load the page
 */
export const forbidsLoad = (url, agent) => {
  const site = siteOf(url);
  if (site === null) return false;
  return isBanned(agent, site) || forbidsActions(levelForSite(site, agent));
};

/**
 * @param {QueryAgent} agent
 * @returns {PageRule[]} the same for all URLs at once; empty if no site is forbidden
 */
export function forbiddenPages(agent) {
  const key = JSON.stringify([agent.id, agent.sites ?? []]);
  const pages = computed.get(key) ?? pagesByRegion(regionsOf(loadRules(agent)));
  computed.set(key, pages);
  return pages;
}

/** @param {QueryAgent} agent @returns {LevelRules[]} */
function loadRules(agent) {
  /** @type {LevelRules} */
  const bans = {
    default: 'act',
    rules: bannedSites(agent).map((parsed) => ({ parsed, level: 'read' })),
  };
  return [...levelRules(agent), bans];
}

/** @param {Region[]} regions @returns {PageRule[]} */
function pagesByRegion(regions) {
  const ofWeb = regions.filter(({ pattern }) => pattern.scheme !== 'file:');
  const needed = withoutRedundant(ofWeb, ({ level }) => forbidsActions(level));
  if (!needed.some(({ level }) => forbidsActions(level))) return [];
  // With more rules than Chrome allows, everything is blocked.
  if (needed.length > MAX_REGIONS) return [{ expression: '.', isForbidden: true, priority: 1 }];
  return needed.map(({ pattern, level }, index) => ({
    expression: urlExpression(pattern),
    isForbidden: forbidsActions(level),
    priority: needed.length - index,
  }));
}
