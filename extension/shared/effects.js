//! What an action would do beyond its document. The page determines it for an element, and the
//! worker's policy rules on it.

/**
 * `kind`: what cannot be undone; `leave`: it loads a page of another site, or of an unknown one, in
 * the same tab; `destination`: the URL of the page that is loaded, null for none, or an unknown
 * one.
 * @typedef {{kind: 'harmless' | 'submit' | 'upload' | 'leave', destination: string | null}} Effect
 */

/** @type {Effect} */
export const HARMLESS = { kind: 'harmless', destination: null };

/**
 * @param {Effect} allowed
 * @param {Effect} effect
 * @returns {boolean} whether the effect reaches no more than the allowed one
 */
export const isWithin = (allowed, effect) =>
  effect.kind === 'harmless' ||
  (effect.kind === allowed.kind && originOf(effect.destination) === originOf(allowed.destination));

/** @param {string | null} url */
const originOf = (url) => (url === null ? '' : new URL(url).origin);
