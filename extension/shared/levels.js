//! The levels of a policy, in their order.

/** @typedef {'block' | 'read' | 'ask' | 'act'} Level */

/** @type {readonly Level[]} the strictest first */
export const LEVELS = ['block', 'read', 'ask', 'act'];

/** @param {Level} one @param {Level} other @returns {Level} */
export const stricter = (one, other) =>
  LEVELS.indexOf(one) <= LEVELS.indexOf(other) ? one : other;
