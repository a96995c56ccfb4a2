//! The tabs that agents have claimed: no other agent may act there, but all may read. A claim ends
//! when its agent releases the tab or has not acted for a while, and when the tab is closed.

import * as browserApi from '../../shared/browser-api.js';
import { tabClaimed } from '../faults.js';
import { ensureNotHeld } from './held-tabs.js';

const STORAGE_KEY = 'claims';
/** The time after the agent's last action at which its claim ends. */
const TIMEOUT_MS = 60_000;

/** @typedef {{agent: string, until: number}} TabClaim `until`: in milliseconds since 1970 */

/** @type {Promise<Map<number, TabClaim>>} by tab */
const claimsByTab = browserApi
  .loadSession(STORAGE_KEY)
  .then((stored) => new Map(/** @type {[number, TabClaim][] | undefined} */ (stored) ?? []));

/** @param {Map<number, TabClaim>} claims */
const save = (claims) => browserApi.saveSession(STORAGE_KEY, [...claims]);

/**
 * Checks that neither the user nor another agent has the tab, and extends the agent's own claim.
 * @param {number} tab
 * @param {{id: string}} agent
 * @returns {Promise<void>} rejects with a fault if the user or another agent has it
 */
export async function mayUseTab(tab, agent) {
  await ensureNotHeld(tab);
  await ensureNotClaimed(tab, agent);
}

/**
 * Checks that no other agent has the tab, and extends the agent's own claim.
 * @param {number} tab
 * @param {{id: string}} agent
 * @returns {Promise<void>} rejects with a fault if another agent has it
 */
export async function ensureNotClaimed(tab, agent) {
  const claim = (await claimsByTab).get(tab);
  if (!claim || claim.until < Date.now()) return;
  if (claim.agent !== agent.id) throw tabClaimed();
  await claimTab(tab, agent);
}

/** @param {number} tab @param {{id: string}} agent */
export async function claimTab(tab, { id }) {
  const claims = await claimsByTab;
  const now = Date.now();
  for (const [other, { until }] of claims) if (until < now) claims.delete(other);
  claims.set(tab, { agent: id, until: now + TIMEOUT_MS });
  await save(claims);
}

/** @param {number} tab */
export async function releaseTab(tab) {
  const claims = await claimsByTab;
  if (claims.delete(tab)) await save(claims);
}
