//! How a text differs from an earlier one: its middle, between a beginning and an end that are the
//! same. It does not look into what the text says.

import { isHighSurrogate } from './pieces.js';

/** How much is compared at once, in UTF-16 units: the largest first. */
const MAX_STEP = 2 ** 16;

/**
 * How much of a text's beginning and of its end is as it was, in UTF-16 units, and what is between
 * them.
 * @typedef {{head: number, middle: string, tail: number}} TextDiff
 */

/**
 * @param {string} before
 * @param {string} text
 * @returns {TextDiff}
 */
export const textDiff = (before, text) => {
  if (before === text) return { head: text.length, middle: '', tail: 0 };
  const most = Math.min(before.length, text.length);
  let head = commonLength(most, (from, to) => before.slice(from, to) === text.slice(from, to));
  const end = (/** @type {string} */ of, /** @type {number} */ from, /** @type {number} */ to) =>
    of.slice(of.length - to, of.length - from);
  let tail = commonLength(most - head, (from, to) => end(before, from, to) === end(text, from, to));
  // Half of a surrogate pair does not survive the way.
  if (isHighSurrogate(text.charCodeAt(head - 1))) head--;
  if (isHighSurrogate(text.charCodeAt(text.length - tail - 1))) tail--;
  return { head, middle: text.slice(head, text.length - tail), tail };
};

/**
 * For how long two texts are the same: whole parts are compared, the largest first.
 * @param {number} most
 * @param {(from: number, to: number) => boolean} areSame
 */
function commonLength(most, areSame) {
  let length = 0;
  for (let step = MAX_STEP; step >= 1;) {
    if (length + step <= most && areSame(length, length + step)) length += step;
    else step /= 2;
  }
  return length;
}
