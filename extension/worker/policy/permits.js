//! Permits: the user's consent to one action. A permit is valid once, for one action on one
//! element, for a short time. If the user consents to several actions of a request, the id of each
//! action after the first one is its permit. Permits are in memory only.

import { isWithin } from '../../shared/effects.js';

/**
 * What a permit is valid for. `element`: its document and node; in a loop its role, name and place
 * on its sites; `act`: the action with its arguments, as text; `isExact`: its effect must be the
 * same; otherwise it may reach less, and other addresses of the same sites.
 * @typedef {{agent: string, tab: number, element: string, act: string, isExact: boolean,
 *   effect: import('../../shared/effects.js').Effect}} PermittedAction
 */

const VALIDITY_MS = 10_000;

/** @typedef {{action: PermittedAction, sites: string[], until: number}} Permit */

/** @type {Map<string, Permit>} by permit */
const permits = new Map();

/** @param {PermittedAction} action */
const asText = ({ agent, tab, element, act, isExact, effect }) =>
  JSON.stringify([agent, tab, element, act, isExact, isExact ? effect : null]);

/** @param {PermittedAction} action @returns {string} a permit for it */
export function givePermit(action) {
  const permit = crypto.randomUUID();
  store(permit, action, [], VALIDITY_MS);
  return permit;
}

/**
 * @param {string} id of the action, which is executed at most once
 * @param {PermittedAction} action
 * @param {string[]} sites for which the user consents
 * @param {number} validity how long its request may take, in milliseconds
 */
export const permitById = (id, action, sites, validity) => store(id, action, sites, validity);

/**
 * @param {string} permit
 * @param {PermittedAction} action
 * @param {string[]} sites
 * @param {number} validity
 */
function store(permit, action, sites, validity) {
  const now = performance.now();
  for (const [permit, { until }] of permits) if (until < now) permits.delete(permit);
  permits.set(permit, { action, sites, until: now + validity });
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

/**
 * @param {string} id
 * @param {PermittedAction} action
 * @param {string[]} sites that require consent
 * @returns {boolean} by `permitById`
 */
export function isPermittedById(id, action, sites) {
  const stored = permits.get(id);
  return isValid(stored, action) && sites.every((site) => stored?.sites.includes(site));
}

/** @param {Permit | undefined} stored @param {PermittedAction} action */
const isValid = (stored, action) =>
  !!stored &&
  asText(stored.action) === asText(action) &&
  isWithin(stored.action.effect, action.effect, null) &&
  performance.now() <= stored.until;

export const dropPermits = () => permits.clear();
