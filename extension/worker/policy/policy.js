//! What an agent may do on a site: the strictest of the user's policy, the administrator's policy
//! and the agent's token.

import { matchesSite, mostSpecific, parsePattern, patternText } from '../../shared/sites.js';
import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { LEVELS, stricter } from '../../shared/levels.js';
import { isGranted, loaded as grantsLoaded } from './grants.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../shared/sites.js').SitePattern} SitePattern */
/** @typedef {import('../../shared/levels.js').Level} Level */
/** `confirm`: the user must consent each time to an action that can't be undone. `console`:
 * exceptions and calls of the console are recorded, which pages can notice; not in the
 * administrator's rules.
 * @typedef {{pattern: string, level: Level, confirm: boolean, console: boolean}} SiteRule */
/** @typedef {{default: Level, sites: SiteRule[]}} Policy */
/** @typedef {SiteRule & {parsed: SitePattern}} ParsedRule */
/** @typedef {{default: Level, rules: ParsedRule[]}} ParsedPolicy */

const POLICY_KEY = 'policy';
/** @type {Level} */
const DEFAULT_LEVEL = 'ask';
const MAX_RULES = 2000;

/** @type {{user: ParsedPolicy, managed: ParsedPolicy, unattended: boolean}} */
const state = {
  user: { default: DEFAULT_LEVEL, rules: [] },
  managed: { default: 'act', rules: [] },
  // The administrator may forbid it, which is not known yet.
  unattended: false,
};
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Map<string, SitePattern | null>} the patterns in agents' tokens, by their texts */
const tokenPatterns = new Map();

/** Settles when the policies are loaded. Nothing is read or listed before. */
export const loaded = Promise.all([load(), loadManaged(), grantsLoaded]);

browserApi.onStorageChanged((area, keys) => {
  if (area === 'managed') void loadManaged().then(notify);
  if (area === 'local' && keys.includes(POLICY_KEY)) void load().then(notify);
});

/** @param {() => void} listener called when a policy changes */
export const onPolicyChanged = (listener) => listeners.add(listener);

function notify() {
  for (const listener of listeners) listener();
}

async function load() {
  state.user = parsePolicy(await browserApi.loadLocal(POLICY_KEY), DEFAULT_LEVEL);
}

async function loadManaged() {
  const managed = fieldsOf(await browserApi.loadManaged());
  state.managed = parsePolicy(managed, 'act');
  state.unattended = managed.unattended !== false;
}

/**
 * Parses a stored policy. Invalid parts never allow more: an unknown level blocks, and the level of
 * a rule without a valid pattern also limits the default.
 * @param {unknown} stored
 * @param {Level} defaultLevel if nothing is stored
 * @returns {ParsedPolicy}
 */
function parsePolicy(stored, defaultLevel) {
  const policy = fieldsOf(stored);
  let fallback = policy.default === undefined ? defaultLevel : parseLevel(policy.default);
  /** @type {ParsedRule[]} */
  const rules = [];
  /** @type {unknown[]} */
  const storedRules = Array.isArray(policy.sites) ? policy.sites : [];
  for (const stored of storedRules) {
    const rule = fieldsOf(stored);
    const parsed = typeof rule.pattern === 'string' ? parsePattern(rule.pattern) : null;
    const level = parseLevel(rule.level);
    const switches = { confirm: rule.confirm === true, console: rule.console === true };
    if (parsed) rules.push({ pattern: patternText(parsed), level, ...switches, parsed });
    else fallback = stricter(fallback, level);
  }
  return { default: fallback, rules };
}

/** @param {unknown} text @returns {Level} */
const parseLevel = (text) => LEVELS.find((level) => level === text) ?? 'block';

/** @param {ParsedPolicy} policy @param {string | null} site @returns {ParsedRule | null} */
const ruleFor = ({ rules }, site) =>
  site === null ? null : mostSpecific(rules.filter(({ parsed }) => matchesSite(parsed, site)));

/** @param {ParsedPolicy} policy @param {string | null} site @returns {Level} */
const levelIn = (policy, site) => ruleFor(policy, site)?.level ?? policy.default;

/**
 * @param {string | null} site an origin, `file://`, or null for a document without a site
 * @returns {Level} the level of the policies, for any agent
 */
export const levelOfSite = (site) =>
  stricter(levelIn(state.user, site), levelIn(state.managed, site));

/** @param {string} site @returns {{own: Level, managed: Level}} the level of each policy */
export const levelsOfSite = (site) => ({
  own: levelIn(state.user, site),
  managed: levelIn(state.managed, site),
});

/**
 * @param {string | null} site
 * @param {QueryAgent} agent
 * @returns {Level} what this agent may do there; `ask` if the user has to consent first
 */
export function levelForSite(site, agent) {
  if (!isAllowedByToken(site, agent)) return 'block';
  const level = stricter(levelOfSite(site), parseLevel(agent.scope));
  return level === 'ask' && isGranted(site, agent) ? 'act' : level;
}

/** @param {string | null} site @param {QueryAgent} agent */
function isAllowedByToken(site, { sites }) {
  if (!sites?.length) return true;
  return site !== null && sites.some((text) => matchesText(text, site));
}

/** @param {string} text @param {string} site */
function matchesText(text, site) {
  const pattern = tokenPattern(text);
  return pattern !== null && matchesSite(pattern, site);
}

/** @param {string} text @returns {SitePattern | null} */
function tokenPattern(text) {
  let pattern = tokenPatterns.get(text);
  if (pattern === undefined) {
    if (tokenPatterns.size > MAX_RULES) tokenPatterns.clear();
    tokenPatterns.set(text, (pattern = parsePattern(text)));
  }
  return pattern;
}

/**
 * @param {QueryAgent} agent
 * @returns {import('./regions.js').LevelRules[]} all rules that determine the level of a site
 */
export function levelRules({ sites }) {
  const parsed = (sites ?? []).map(tokenPattern).filter((pattern) => pattern !== null);
  /** @type {import('./regions.js').LevelRules} */
  const token = {
    default: sites?.length ? 'block' : 'act',
    rules: parsed.map((pattern) => ({ parsed: pattern, level: 'act' })),
  };
  return [state.user, state.managed, token];
}

/**
 * @param {QueryAgent} agent
 * @returns {boolean} whether there may be pages that are hidden from this agent; then no page may
 *   be read before its site is known
 */
export const mayHide = ({ sites }) =>
  !!sites?.length || blocks(state.user) || blocks(state.managed);

/** @param {ParsedPolicy} policy */
const blocks = (policy) =>
  policy.default === 'block' || policy.rules.some((rule) => rule.level === 'block');

/**
 * @param {string | null} site
 * @returns {boolean} whether the user must consent each time to a submission, an upload or a
 *   navigation to another site, even if agents may act there
 */
export const confirms = (site) =>
  [state.user, state.managed].some((policy) => ruleFor(policy, site)?.confirm === true);

/**
 * @param {string | null} site
 * @returns {boolean} whether exceptions and calls of the console are recorded there
 */
export const recordsConsole = (site) =>
  ruleFor(state.user, site)?.console === true && levelOfSite(site) !== 'block';

/** @returns {ParsedRule[]} the user's rules */
export const userRules = () => state.user.rules;

/** @returns {boolean} whether the administrator allows unattended browsers */
export const allowsUnattended = () => state.unattended;

/** @returns {Policy} the user's policy */
export const userPolicy = () => ({
  default: state.user.default,
  sites: state.user.rules.map(withoutParsed),
});

/** @returns {Policy & {unattended: boolean}} the administrator's policy */
export const managedPolicy = () => ({
  default: state.managed.default,
  sites: state.managed.rules.map(withoutParsed),
  unattended: state.unattended,
});

/** @param {ParsedRule} rule @returns {SiteRule} */
const withoutParsed = ({ parsed: _, ...rule }) => rule;

/** @param {Policy} policy */
async function save(policy) {
  state.user = parsePolicy(policy, DEFAULT_LEVEL);
  notify();
  await browserApi.saveLocal(POLICY_KEY, policy);
}

/**
 * @param {string} text of the pattern
 * @param {Level} level
 * @param {{confirm: boolean, console?: boolean | undefined}} switches `console`: undefined if it
 *   does not change
 * @returns {Promise<boolean>} false if the text is not a pattern, or there are too many rules
 */
export async function setSite(text, level, { confirm, console }) {
  const parsed = parsePattern(text);
  if (!parsed || !LEVELS.includes(level)) return false;
  const policy = userPolicy();
  const pattern = patternText(parsed);
  const others = policy.sites.filter((rule) => rule.pattern !== pattern);
  if (others.length >= MAX_RULES) return false;
  const before = policy.sites.find((rule) => rule.pattern === pattern)?.console === true;
  const rule = { pattern, level, confirm, console: console ?? before };
  await save({ ...policy, sites: [...others, rule] });
  return true;
}

/** @param {string} pattern the text of a rule's pattern */
export async function removeSite(pattern) {
  const policy = userPolicy();
  await save({ ...policy, sites: policy.sites.filter((rule) => rule.pattern !== pattern) });
}

/** @param {Level} level of every site without a rule */
export async function setDefault(level) {
  if (LEVELS.includes(level)) await save({ ...userPolicy(), default: level });
}

/** @param {Policy} policy which replaces the user's policy */
export const setPolicy = (policy) => save(policy);
