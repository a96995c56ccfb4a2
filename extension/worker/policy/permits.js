//! Permits: what a person has allowed once. Each is good for one act on one element, for a short
//! time, and is in memory alone.

/** `act`: the action and its arguments.
 * @typedef {{agent: string, tab: number, document: string, node: number, act: string}} Act */

const LIVES_MS = 10_000;

/** @type {Map<string, {act: string, until: number}>} */
const permits = new Map();

/** @param {Act} act */
const wordOf = ({ agent, tab, document, node, act }) =>
  JSON.stringify([agent, tab, document, node, act]);

/** @param {Act} act @returns {string} a permit for it */
export function givePermit(act) {
  const now = performance.now();
  for (const [permit, { until }] of permits) if (until < now) permits.delete(permit);
  const permit = crypto.randomUUID();
  permits.set(permit, { act: wordOf(act), until: now + LIVES_MS });
  return permit;
}

/**
 * Uses a permit up.
 * @param {string} permit @param {Act} act @returns {boolean} whether it was one for this act
 */
export function usePermit(permit, act) {
  const given = permits.get(permit);
  permits.delete(permit);
  return !!given && given.act === wordOf(act) && performance.now() <= given.until;
}

/** Nothing is allowed any more. */
export const dropPermits = () => permits.clear();
