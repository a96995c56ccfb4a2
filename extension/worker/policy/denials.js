//! Denials: after the user has repeatedly denied actions of an agent, its requests are denied
//! without a prompt for a time that grows with each denial. The user can also deny all actions of
//! an agent on a site until they lift that.

import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { EVERY_SITE, matchesSite, patternOfSite } from '../../shared/sites.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/**
 * Whom and where a denial concerns. `sites`: origins or `file://`; `mayKeepSites`: they may be
 * stored, which is not the case in incognito windows.
 * @typedef {{agent: QueryAgent, sites: string[], mayKeepSites: boolean}} Denied
 */
/**
 * The denials of an agent on a site, or on all sites (`*`). `count`: since the last time the user
 * allowed an action; `at`: the last one; `until`: until when no prompt opens. Times are in
 * milliseconds since 1970.
 * @typedef {{agent: string, name: string, site: string, count: number, at: number, until: number,
 *   mayKeepSite: boolean}} Pause
 */
/**
 * All actions of the agent on the site are denied until the user lifts that.
 * @typedef {{agent: string, name: string, site: string, at: number}} Ban
 */
/**
 * What is listed for the user. `until`: null for a ban.
 * @typedef {{agent: string, name: string, site: string, at: number, until: number | null}} Denial
 */

/** Bans are permanent. Pauses end with the browser, but not with the worker. */
const BANS_KEY = 'denied';
const PAUSES_KEY = 'denials';
const MAX_BANS = 2000;
const MAX_PAUSES = 500;
/** The pause after the first, second, third … denial, and after all further ones. */
const PAUSES_MS = [0, 30_000, 120_000, 300_000, 900_000];
/** An agent that is denied on many sites is paused on all of them, after this many more. */
const MORE_ON_ALL_SITES = 3;
/** After this time without a denial the count begins again. */
const FORGOTTEN_MS = 3_600_000;

/**
 * `writes`: the number of writes of bans: a value that was read before the last one is obsolete.
 * @type {{pauses: Pause[], bans: Ban[], writes: number}}
 */
const state = { pauses: [], bans: [], writes: 0 };
/** @type {Set<() => void>} */
const listeners = new Set();

/** Settles when the denials are loaded. Nothing may be allowed before. */
export const loaded = Promise.all([loadPauses(), loadBans()]);

browserApi.onStorageChanged((area, keys) => {
  if (area === 'local' && keys.includes(BANS_KEY)) void loadBans().then(notify);
});

/** @param {() => void} listener called when the denials change */
export const onDenialsChanged = (listener) => listeners.add(listener);

function notify() {
  for (const listener of listeners) listener();
}

async function loadPauses() {
  const stored = await browserApi.loadSession(PAUSES_KEY);
  state.pauses = Array.isArray(stored) ? /** @type {Pause[]} */ (stored) : [];
}

async function loadBans() {
  const before = state.writes;
  const stored = await browserApi.loadLocal(BANS_KEY);
  if (state.writes !== before) return;
  state.bans = Array.isArray(stored) ? stored.filter(isBan) : [];
}

/** @param {unknown} value @returns {value is Ban} */
function isBan(value) {
  const { agent, site } = fieldsOf(value);
  return typeof agent === 'string' && typeof site === 'string';
}

/** @param {{agent: string, site: string}} each @param {string} agent @param {string} site */
const concerns = (each, agent, site) => each.agent === agent && each.site === site;

/**
 * @param {QueryAgent} agent
 * @returns {import('../../shared/sites.js').SitePattern[]} the sites on which the user has denied
 *   all actions of the agent
 */
export const bannedSites = ({ id }) =>
  state.bans
    .filter(({ agent }) => agent === id)
    .map(({ site }) => patternOfSite(site))
    .filter((pattern) => pattern !== null);

/**
 * @param {QueryAgent} agent
 * @param {string | null} site
 * @returns {boolean} whether the user has denied all actions of the agent there
 */
export const isBanned = (agent, site) =>
  site !== null && bannedSites(agent).some((pattern) => matchesSite(pattern, site));

/**
 * @param {{agent: string, site: string}} each
 * @param {string} agent
 * @param {string[]} sites
 * @returns {boolean} whether it concerns the agent on one of the sites, or on all
 */
const concernsAny = (each, agent, sites) =>
  [...sites, EVERY_SITE].some((site) => concerns(each, agent, site));

/**
 * @param {QueryAgent} agent
 * @param {string[]} sites
 * @returns {Pause | null} the longest pause in which no prompt opens
 */
export function pauseFor({ id }, sites) {
  const now = Date.now();
  const pauses = state.pauses.filter((pause) => concernsAny(pause, id, sites) && pause.until > now);
  return pauses.sort((one, other) => other.until - one.until).at(0) ?? null;
}

/**
 * Counts a denial, or a prompt without an answer.
 * @param {Denied} denied
 */
export async function noteDenial({ agent, sites, mayKeepSites }) {
  const added = sites.map((site) => next(agent, site, 0, mayKeepSites));
  added.push(next(agent, EVERY_SITE, MORE_ON_ALL_SITES, true));
  const others = state.pauses.filter((each) => !concernsAny(each, agent.id, sites));
  await savePauses([...others, ...added].slice(-MAX_PAUSES));
}

/**
 * @param {QueryAgent} agent
 * @param {string} site
 * @param {number} free denials that add to no pause
 * @param {boolean} mayKeepSite
 * @returns {Pause} after one more denial
 */
function next({ id, name }, site, free, mayKeepSite) {
  const at = Date.now();
  const before = state.pauses.find((each) => concerns(each, id, site));
  const isForgotten = !before || at - Math.max(before.at, before.until) > FORGOTTEN_MS;
  const count = (isForgotten ? 0 : before.count) + 1;
  const index = Math.min(count - free, PAUSES_MS.length) - 1;
  const until = at + (PAUSES_MS.at(Math.max(0, index)) ?? 0);
  return { agent: id, name, site, count, at, until, mayKeepSite };
}

/**
 * Forgets the denials of an agent on some sites, and those on all sites, because the user has
 * allowed an action.
 * @param {QueryAgent} agent
 * @param {string[]} sites
 */
export async function forgetDenials({ id }, sites) {
  const left = state.pauses.filter((each) => !concernsAny(each, id, sites));
  if (left.length < state.pauses.length) await savePauses(left);
}

/**
 * Denies all actions of an agent on some sites until the user lifts that.
 * @param {Denied} denied whose sites may be stored
 */
export async function ban({ agent: { id, name }, sites }) {
  const isReplaced = (/** @type {Ban} */ each) => sites.some((site) => concerns(each, id, site));
  const others = state.bans.filter((each) => !isReplaced(each));
  const added = sites.map((site) => ({ agent: id, name, site, at: Date.now() }));
  await saveBans([...others, ...added].slice(-MAX_BANS));
}

/**
 * Lets the agent request consent on the site again.
 * @param {string} agent the id of its token
 * @param {string} site
 */
export async function liftDenial(agent, site) {
  await saveBans(state.bans.filter((each) => !concerns(each, agent, site)));
  await savePauses(state.pauses.filter((each) => !concerns(each, agent, site)));
}

/** @returns {Denial[]} the bans and the current pauses */
export function denials() {
  const now = Date.now();
  const pauses = state.pauses.filter((pause) => pause.until > now && pause.mayKeepSite);
  const listed = pauses.map(({ agent, name, site, at, until }) => ({
    agent,
    name,
    site,
    at,
    until,
  }));
  return [...state.bans.map((each) => ({ ...each, until: null })), ...listed];
}

/** @param {Ban[]} bans */
async function saveBans(bans) {
  state.bans = bans;
  state.writes += 1;
  notify();
  await browserApi.saveLocal(BANS_KEY, bans);
}

/** @param {Pause[]} pauses */
async function savePauses(pauses) {
  state.pauses = pauses;
  notify();
  // Sites of incognito windows are not stored.
  await browserApi.saveSession(
    PAUSES_KEY,
    pauses.filter((each) => each.mayKeepSite),
  );
}
