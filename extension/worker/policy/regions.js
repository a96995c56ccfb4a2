//! The levels of all sites at once: a list of site patterns, the most specific one first. The level
//! of a site is that of the first pattern that matches it. Chrome's request rules need that list,
//! because they cannot ask the policy about one site at a time.

import { stricter } from '../../shared/levels.js';
import {
  EVERY_SITE,
  includes,
  intersection,
  isMoreSpecific,
  mostSpecific,
  parsePattern,
  patternText,
} from '../../shared/sites.js';

/** @typedef {import('../../shared/levels.js').Level} Level */
/** @typedef {import('../../shared/sites.js').SitePattern} SitePattern */
/** Rules of which the most specific one applies. `default`: the level without a rule.
 * @typedef {{default: Level, rules: {parsed: SitePattern, level: Level}[]}} LevelRules */
/** @typedef {{pattern: SitePattern, level: Level}} Region */

/**
 * @param {LevelRules[]} sets of which the strictest one applies
 * @returns {Region[]} the most specific one first; the last one matches every site
 */
export function regionsOf(sets) {
  const everywhere = /** @type {SitePattern} */ (parsePattern(EVERY_SITE));
  const patterns = sets.flatMap(({ rules }) => rules.map(({ parsed }) => parsed));
  const closed = withIntersections([everywhere, ...patterns]);
  closed.sort(
    (one, other) => Number(isMoreSpecific(other, one)) - Number(isMoreSpecific(one, other)),
  );
  return closed.map((pattern) => ({
    pattern,
    level: sets.map((set) => levelIn(set, pattern)).reduce(stricter),
  }));
}

/**
 * Removes the regions without which every site has the same property: those that have it in common
 * with the most specific of the remaining regions around them.
 * @param {Region[]} regions from `regionsOf`, possibly without those of files
 * @param {(region: Region) => boolean} property
 * @returns {Region[]} in the same order
 */
export function withoutRedundant(regions, property) {
  /** @type {Region[]} */
  const needed = [];
  for (const region of regions.toReversed()) {
    const around = needed.find(({ pattern }) => includes(pattern, region.pattern));
    if (!around || property(around) !== property(region)) needed.unshift(region);
  }
  return needed;
}

/**
 * With all intersections, a rule that matches a site also includes the first pattern that does.
 * @param {SitePattern[]} patterns
 * @returns {SitePattern[]} each of them once, and all intersections of them
 */
function withIntersections(patterns) {
  /** @type {Map<string, SitePattern>} */
  const closed = new Map();
  const waiting = [...patterns];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (closed.has(patternText(next))) continue;
    for (const other of closed.values()) {
      const both = intersection(next, other);
      if (both) waiting.push(both);
    }
    closed.set(patternText(next), next);
  }
  return [...closed.values()];
}

/** @param {LevelRules} set @param {SitePattern} pattern @returns {Level} */
const levelIn = (set, pattern) =>
  mostSpecific(set.rules.filter(({ parsed }) => includes(parsed, pattern)))?.level ?? set.default;
