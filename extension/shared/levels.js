//! Generated from protocol/src/model/policy.rs by its tests; change it there. The levels of a
//! site's policy.

/** @typedef {import('../types/protocol').Level} Level */

/** @type {readonly Level[]} the strictest first */
export const LEVELS = ['block', 'read', 'ask', 'act'];

/** @param {Level} one @param {Level} other @returns {Level} the stricter of the two */
export const stricter = (one, other) =>
  LEVELS.indexOf(one) <= LEVELS.indexOf(other) ? one : other;
