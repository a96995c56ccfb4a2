//! Permits: the user's consent to one action. A permit is valid once, for one action on one
//! element, for a short time. If the user consents to several actions of a request, the id of each
//! action after the first one is its permit. Permits are in memory only.

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
  const permit = crypto.randomUUID();
  store(permit, action, VALIDITY_MS);
  return permit;
}

/**
 * @param {string} id of the action, which is executed at most once
 * @param {PermittedAction} action
 * @param {number} validity how long its request may take, in milliseconds
 */
export const permitById = (id, action, validity) => store(id, action, validity);

/** @param {string} permit @param {PermittedAction} action @param {number} validity */
function store(permit, action, validity) {
  const now = performance.now();
  for (const [permit, { until }] of permits) if (until < now) permits.delete(permit);
  permits.set(permit, { action: asText(action), until: now + validity });
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
  return isValid(stored, action);
}

/** @param {string} id @param {PermittedAction} action @returns {boolean} by `permitById` */
export const isPermittedById = (id, action) => isValid(permits.get(id), action);

/** @param {{action: string, until: number} | undefined} stored @param {PermittedAction} action */
const isValid = (stored, action) =>
  !!stored && stored.action === asText(action) && performance.now() <= stored.until;

export const dropPermits = () => permits.clear();
