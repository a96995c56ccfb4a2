//! What agents may do on which site: by the user's policy and the administrator's, of which the
//! stricter counts, and by the token of the agent that asks. It asks nobody and reads no page.

import {
  EVERY_SITE,
  isMoreSpecific,
  matchesSite,
  parsePattern,
  patternText,
} from '../../shared/sites.js';
import * as browserApi from '../../shared/browser-api.js';
import { LEVELS, stricter } from '../../shared/levels.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../shared/sites.js').SitePattern} SitePattern */
/** @typedef {import('../../shared/levels.js').Level} Level */
/** `confirm`: a person is asked each time before what can't be undone.
 * @typedef {{pattern: string, level: Level, confirm: boolean}} SiteRule */
/** @typedef {{default: Level, sites: SiteRule[]}} Policy */
/** `agent`: the id of its token; `site`: an origin, or `*`; `at`: milliseconds since 1970.
 * @typedef {{agent: string, name: string, site: string, at: number}} Grant */
/** @typedef {SiteRule & {parsed: SitePattern}} ParsedRule */
/** @typedef {{default: Level, rules: ParsedRule[]}} ParsedPolicy */

const POLICY = 'policy';
const GRANTS = 'grants';
/** @type {Level} */
const DEFAULT_LEVEL = 'ask';
const MAX_RULES = 2000;
const MAX_GRANTS = 2000;

/** @type {{user: ParsedPolicy, managed: ParsedPolicy, unattended: boolean, grants: Grant[]}} */
const known = {
  user: { default: DEFAULT_LEVEL, rules: [] },
  managed: { default: 'act', rules: [] },
  unattended: true,
  grants: [],
};
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Map<string, SitePattern | null>} of the sites of agents' tokens */
const parsedSites = new Map();

/** Settled when the policy is known: nothing is read or listed before. */
export const loaded = Promise.all([load(), loadManaged(), loadGrants()]);

browserApi.onStorageChanged((area, keys) => {
  if (area === 'managed') void loadManaged().then(tell);
  if (area === 'local' && keys.includes(POLICY)) void load().then(tell);
  if (area === 'local' && keys.includes(GRANTS)) void loadGrants();
});

/** @param {() => void} listener called when a policy has become another */
export const onPolicyChanged = (listener) => listeners.add(listener);

function tell() {
  for (const listener of listeners) listener();
}

async function load() {
  known.user = parsed(await browserApi.loadLocal(POLICY), DEFAULT_LEVEL);
}

async function loadManaged() {
  const managed = await browserApi.loadManaged();
  known.managed = parsed(managed, 'act');
  known.unattended = managed.unattended !== false;
}

async function loadGrants() {
  const stored = await browserApi.loadLocal(GRANTS);
  known.grants = Array.isArray(stored) ? stored.filter(isGrant) : [];
}

/**
 * What is stored, as far as it makes sense. What does not opens nothing: a level that is not known
 * blocks, and a rule whose pattern is none holds for every site that no other rule names.
 * @param {any} stored
 * @param {Level} usual where nothing is stored
 * @returns {ParsedPolicy}
 */
function parsed(stored, usual) {
  let fallback = stored?.default === undefined ? usual : levelOf(stored.default);
  const sites = Array.isArray(stored?.sites) ? stored.sites : [];
  const rules = sites.flatMap((/** @type {any} */ rule) => {
    const pattern = parsePattern(String(rule?.pattern));
    if (!pattern) {
      fallback = stricter(fallback, levelOf(rule?.level));
      return [];
    }
    return [
      {
        pattern: patternText(pattern),
        level: levelOf(rule.level),
        confirm: rule.confirm === true,
        parsed: pattern,
      },
    ];
  });
  return { default: fallback, rules };
}

/** @param {unknown} word @returns {Level} */
const levelOf = (word) => LEVELS.find((level) => level === word) ?? 'block';

/** @param {any} grant */
const isGrant = (grant) => typeof grant?.agent === 'string' && typeof grant.site === 'string';

/** @param {ParsedPolicy} policy @param {string | null} site @returns {ParsedRule | null} */
function ruleFor({ rules }, site) {
  if (site === null) return null;
  let found = null;
  for (const rule of rules) {
    if (!matchesSite(rule.parsed, site)) continue;
    if (!found || !isMoreSpecific(found.parsed, rule.parsed)) found = rule;
  }
  return found;
}

/** @param {ParsedPolicy} policy @param {string | null} site @returns {Level} */
const levelIn = (policy, site) => ruleFor(policy, site)?.level ?? policy.default;

/**
 * @param {string | null} site an origin, `file://`, or null of a document that has none
 * @returns {Level} what the policies say, whoever asks
 */
export const levelOfSite = (site) =>
  stricter(levelIn(known.user, site), levelIn(known.managed, site));

/** @param {string} site @returns {{own: Level, managed: Level}} what each policy says */
export const levelsOfSite = (site) => ({
  own: levelIn(known.user, site),
  managed: levelIn(known.managed, site),
});

/**
 * @param {string | null} site
 * @param {QueryAgent} agent
 * @returns {Level} what this agent may do there; `ask` where a person has to be asked first
 */
export function levelForSite(site, agent) {
  if (!isOfToken(site, agent)) return 'block';
  const level = stricter(levelOfSite(site), agent.scope === 'act' ? 'act' : 'read');
  return level === 'ask' && isGranted(site, agent) ? 'act' : level;
}

/** @param {string | null} site @param {QueryAgent} agent */
function isOfToken(site, { sites }) {
  if (!sites?.length) return true;
  return site !== null && sites.some((text) => matchesToken(text, site));
}

/** @param {string} text @param {string} site */
function matchesToken(text, site) {
  let pattern = parsedSites.get(text);
  if (pattern === undefined) {
    if (parsedSites.size > MAX_RULES) parsedSites.clear();
    parsedSites.set(text, (pattern = parsePattern(text)));
  }
  return pattern !== null && matchesSite(pattern, site);
}

/** @param {string | null} site @param {QueryAgent} agent */
const isGranted = (site, agent) =>
  known.grants.some(
    (grant) => grant.agent === agent.id && (grant.site === site || grant.site === EVERY_SITE),
  );

/**
 * @param {QueryAgent} agent
 * @returns {boolean} whether there may be a page that this agent must not know of: then none is
 *   begun to be read before it is known what it is
 */
export const mayHide = ({ sites }) =>
  !!sites?.length || blocks(known.user) || blocks(known.managed);

/** @param {ParsedPolicy} policy */
const blocks = (policy) =>
  policy.default === 'block' || policy.rules.some((rule) => rule.level === 'block');

/**
 * @param {string | null} site
 * @returns {boolean} whether a person is asked each time before something is submitted or uploaded
 *   there, or another site is gone to, even where agents may act
 */
export const confirms = (site) =>
  [known.user, known.managed].some((policy) => ruleFor(policy, site)?.confirm === true);

/** @returns {boolean} whether the administrator lets an installation do without a person */
export const allowsUnattended = () => known.unattended;

/** @returns {Policy} the user's, for the pages that show it */
export const userPolicy = () => ({
  default: known.user.default,
  sites: known.user.rules.map(plain),
});

/** @returns {Policy & {unattended: boolean}} the administrator's */
export const managedPolicy = () => ({
  default: known.managed.default,
  sites: known.managed.rules.map(plain),
  unattended: known.unattended,
});

/** @returns {Grant[]} what the user has granted for good */
export const grants = () => [...known.grants];

/** @param {ParsedRule} rule @returns {SiteRule} */
const plain = ({ pattern, level, confirm }) => ({ pattern, level, confirm });

/** @param {Policy} policy */
async function save(policy) {
  known.user = parsed(policy, DEFAULT_LEVEL);
  tell();
  await browserApi.saveLocal(POLICY, policy);
}

/**
 * @param {string} text
 * @param {Level} level
 * @param {boolean} confirm
 * @returns {Promise<boolean>} false where the text is no pattern, or there is no room
 */
export async function setSite(text, level, confirm) {
  const pattern = parsePattern(text);
  if (!pattern || !LEVELS.includes(level)) return false;
  const policy = userPolicy();
  const name = patternText(pattern);
  const others = policy.sites.filter((rule) => rule.pattern !== name);
  if (others.length >= MAX_RULES) return false;
  await save({ ...policy, sites: [...others, { pattern: name, level, confirm }] });
  return true;
}

/** @param {string} pattern as it is shown */
export async function removeSite(pattern) {
  const policy = userPolicy();
  await save({ ...policy, sites: policy.sites.filter((rule) => rule.pattern !== pattern) });
}

/** @param {Level} level of every site that no rule names */
export async function setDefault(level) {
  if (LEVELS.includes(level)) await save({ ...userPolicy(), default: level });
}

/** @param {Policy} policy in the place of the user's whole policy */
export const setPolicy = (policy) => save(policy);

/**
 * The user lets an agent act on a site, or on every one, from now on.
 * @param {QueryAgent} agent
 * @param {string} site
 */
export async function grant({ id, name }, site) {
  const others = known.grants.filter((each) => each.agent !== id || each.site !== site);
  await saveGrants([...others, { agent: id, name, site, at: Date.now() }].slice(-MAX_GRANTS));
}

/** @param {string} agent the id of its token @param {string} site */
export const revokeGrant = (agent, site) =>
  saveGrants(known.grants.filter((each) => each.agent !== agent || each.site !== site));

/** Takes back all that was granted. */
export const revokeAll = () => saveGrants([]);

/** @param {Grant[]} next in the place of all grants */
export async function saveGrants(next) {
  known.grants = next;
  await browserApi.saveLocal(GRANTS, next);
}
