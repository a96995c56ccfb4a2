//! Permits: the user's consent to one action. A permit is valid once, for one action on one
//! element, for a short time. Permits are in memory only.

/**
 * What a permit is valid for. `act`: the action with its arguments, as text.
 * @typedef {{agent: string, tab: number, document: string, node: number, act: string}}
 *   PermittedAction
 */

const VALIDITY_MS = 10_000;

/** @type {Map<string, {action: string, until: number}>} by permit */
const permits = new Map();

/** @param {PermittedAction} action */
const asText = ({ agent, tab, document, node, act }) =>
  JSON.stringify([agent, tab, document, node, act]);

/** @param {PermittedAction} action @returns {string} a permit for it */
export function givePermit(action) {
  const now = performance.now();
  for (const [permit, { until }] of permits) if (until < now) permits.delete(permit);
  const permit = crypto.randomUUID();
  permits.set(permit, { action: asText(action), until: now + VALIDITY_MS });
  return permit;
}

/**
 * Consumes a permit.
 * @param {string} permit
 * @param {PermittedAction} action
 * @returns {boolean} whether the permit was valid for this action
 */
export function usePermit(permit, action) {
  const stored = permits.get(permit);
  permits.delete(permit);
  return !!stored && stored.action === asText(action) && performance.now() <= stored.until;
}

export const dropPermits = () => permits.clear();
