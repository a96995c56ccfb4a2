//! What an action would do beyond its document. The page determines it for an element, and the
//! worker's policy rules on it.

/**
 * `kind`: what cannot be undone; `leave`: it loads a page of another site, or of an unknown one, in
 * the same tab; `destinations`: the URLs that the browser requests, without those that are unknown;
 * `targets`: the names of other tabs and frames that it loads something in.
 * @typedef {{kind: 'harmless' | 'submit' | 'upload' | 'leave', destinations: string[],
 *   targets: string[]}} Effect
 */

/** @type {Effect} */
export const HARMLESS = { kind: 'harmless', destinations: [], targets: [] };

/** A kind includes those of a lower rank. Files are not sent by a click. */
const RANK = { harmless: 0, upload: 0, leave: 1, submit: 2 };

/**
 * @param {Effect[]} effects
 * @returns {Effect} all of them together
 */
export function together(effects) {
  const [strictest = HARMLESS] = effects.toSorted((a, b) => RANK[b.kind] - RANK[a.kind]);
  const destinations = effects.flatMap((effect) => effect.destinations);
  const targets = effects.flatMap((effect) => effect.targets);
  return {
    kind: strictest.kind,
    destinations: [...new Set(destinations)],
    targets: [...new Set(targets)],
  };
}

/**
 * @param {Effect} allowed
 * @param {Effect} effect
 * @param {string | null} own origin of the document, which the policy has ruled on
 * @returns {boolean} whether the effect reaches no more than the allowed one
 */
export function isWithin(allowed, effect, own) {
  const origins = new Set([own, ...allowed.destinations.map(originOf)]);
  const isReached = effect.destinations.every((url) => origins.has(originOf(url)));
  const isNamed = effect.targets.every((name) => allowed.targets.includes(name));
  return isReached && isNamed && RANK[effect.kind] <= RANK[allowed.kind];
}

/** @param {string} url */
const originOf = (url) => new URL(url).origin;
