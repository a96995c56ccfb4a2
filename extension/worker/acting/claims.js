//! Tabs that an agent has claimed: nobody else acts there while it works. A claim ends when its
//! holder lets go, has not acted for a while, or the tab is closed. Nobody is kept from reading.

import * as browserApi from '../../shared/browser-api.js';
import { tabClaimed } from '../faults.js';

const CLAIMS = 'claims';
/** A holder that has not acted for so long has gone. */
const LASTS_MS = 60_000;

/** @typedef {{agent: string, until: number}} Claim `until`: in milliseconds since 1970 */

/** @type {Promise<Map<number, Claim>>} by tab */
const claims = browserApi
  .loadSession(CLAIMS)
  .then((stored) => new Map(/** @type {[number, Claim][] | undefined} */ (stored) ?? []));

/** @param {Map<number, Claim>} all */
const save = (all) => browserApi.saveSession(CLAIMS, [...all]);

/**
 * May this agent act in the tab? If the tab is its own, it stays so for a while longer.
 * @param {number} tab @param {{id: string}} agent
 * @returns {Promise<void>} rejects with a fault where another has claimed it
 */
export async function mayUseTab(tab, agent) {
  const claim = (await claims).get(tab);
  if (!claim || claim.until < Date.now()) return;
  if (claim.agent !== agent.id) throw tabClaimed();
  await claimTab(tab, agent);
}

/** @param {number} tab @param {{id: string}} agent */
export async function claimTab(tab, { id }) {
  const all = await claims;
  const now = Date.now();
  for (const [other, { until }] of all) if (until < now) all.delete(other);
  all.set(tab, { agent: id, until: now + LASTS_MS });
  await save(all);
}

/** @param {number} tab */
export async function releaseTab(tab) {
  const all = await claims;
  if (all.delete(tab)) await save(all);
}
