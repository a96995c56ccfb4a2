//! Grants: the user's consent to all actions of an agent on a site, or on all sites. A grant that
//! was not used for 30 days has expired.

import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { EVERY_SITE } from '../../shared/sites.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/**
 * `agent`: the id of its token; `site`: an origin, or `*`; `at`: when the user allowed it;
 * `lastUsed`: when an action was last allowed by it, undefined before the first one. Times are in
 * milliseconds since 1970.
 * @typedef {{agent: string, name: string, site: string, at: number, lastUsed?: number}} Grant
 */
/** @typedef {Grant & {expires: number}} ListedGrant */

const STORAGE_KEY = 'grants';
const MAX_GRANTS = 2000;
/** A grant expires if it was not used for this time. */
const UNUSED_MS = 30 * 24 * 3_600_000;
/** The last use is stored at most once in this time, because an agent may act many times. */
const USE_INTERVAL_MS = 60_000;

/** @type {Grant[]} */
let stored = [];
/** The number of writes: a value that was read before the last one is obsolete. */
let writes = 0;

/** Settles when the grants are loaded. */
export const loaded = load();

browserApi.onStorageChanged((area, keys) => {
  if (area === 'local' && keys.includes(STORAGE_KEY)) void load();
});

async function load() {
  const before = writes;
  const value = await browserApi.loadLocal(STORAGE_KEY);
  if (writes !== before) return;
  stored = Array.isArray(value) ? value.filter(isGrant) : [];
}

/** @param {unknown} value @returns {value is Grant} */
function isGrant(value) {
  const { agent, site, at, lastUsed } = fieldsOf(value);
  const isUse = lastUsed === undefined || typeof lastUsed === 'number';
  return typeof agent === 'string' && typeof site === 'string' && typeof at === 'number' && isUse;
}

/** @param {Grant} grant @returns {number} when it expires if it is not used before */
const expiryOf = ({ at, lastUsed }) => Math.max(at, lastUsed ?? 0) + UNUSED_MS;

/** @param {Grant} grant */
const isValid = (grant) => Date.now() < expiryOf(grant);

/** @param {string | null} site @param {QueryAgent} agent @returns {Grant[]} the valid ones */
const covering = (site, { id }) =>
  stored.filter(
    (grant) =>
      grant.agent === id && (grant.site === site || grant.site === EVERY_SITE) && isValid(grant),
  );

/** @param {string | null} site @param {QueryAgent} agent */
export const isGranted = (site, agent) => covering(site, agent).length > 0;

/** @returns {Grant[]} the valid grants */
export const grants = () => stored.filter(isValid);

/** @returns {ListedGrant[]} the valid grants, with their end */
export const listedGrants = () => grants().map((grant) => ({ ...grant, expires: expiryOf(grant) }));

/**
 * Records that an action was allowed by grants, so that they do not expire. A grant for a site is
 * used before one for all sites.
 * @param {string[]} sites
 * @param {QueryAgent} agent
 */
export async function noteUse(sites, agent) {
  const used = sites.map((site) => {
    const valid = covering(site, agent);
    return valid.find((grant) => grant.site === site) ?? valid.at(0);
  });
  const now = Date.now();
  const isDue = (/** @type {Grant} */ grant) =>
    used.includes(grant) && now - (grant.lastUsed ?? 0) >= USE_INTERVAL_MS;
  if (!stored.some(isDue)) return;
  await saveGrants(stored.map((each) => (isDue(each) ? { ...each, lastUsed: now } : each)));
}

/**
 * Stores that the user allows an agent to act on a site, or on all sites.
 * @param {QueryAgent} agent
 * @param {string} site
 */
export async function grant({ id, name }, site) {
  const others = stored.filter((each) => each.agent !== id || each.site !== site);
  await saveGrants([...others, { agent: id, name, site, at: Date.now() }].slice(-MAX_GRANTS));
}

/** @param {string} agent the id of its token @param {string} site */
export const revokeGrant = (agent, site) =>
  saveGrants(stored.filter((each) => each.agent !== agent || each.site !== site));

/** Revokes all grants. */
export const revokeAll = () => saveGrants([]);

/** @param {Grant[]} next which replace all grants; expired ones are removed */
export async function saveGrants(next) {
  stored = next.filter((each) => isGrant(each) && isValid(each));
  writes += 1;
  await browserApi.saveLocal(STORAGE_KEY, stored);
}
