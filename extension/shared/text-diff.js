//! The difference between two texts: the middle, between an equal beginning and an equal end.

import { isHighSurrogate } from './pieces.js';

/** The size of the first comparison, in UTF-16 units. */
const MAX_STEP = 2 ** 16;

/**
 * The lengths of the equal beginning and end, in UTF-16 units, and the text between them.
 * @typedef {{head: number, middle: string, tail: number}} TextDiff
 */

/**
 * @param {string} before
 * @param {string} text
 * @returns {TextDiff}
 */
export const textDiff = (before, text) => {
  if (before === text) return { head: text.length, middle: '', tail: 0 };
  const maxLength = Math.min(before.length, text.length);
  let head = commonLength(maxLength, (from, to) => before.slice(from, to) === text.slice(from, to));
  const end = (/** @type {string} */ of, /** @type {number} */ from, /** @type {number} */ to) =>
    of.slice(of.length - to, of.length - from);
  let tail = commonLength(
    maxLength - head,
    (from, to) => end(before, from, to) === end(text, from, to),
  );
  // Half a surrogate pair is not preserved in messages.
  if (isHighSurrogate(text.charCodeAt(head - 1))) head--;
  if (isHighSurrogate(text.charCodeAt(text.length - tail - 1))) tail--;
  return { head, middle: text.slice(head, text.length - tail), tail };
};

/**
 * The length of the common part of two texts. Compares large parts first.
 * @param {number} maxLength
 * @param {(from: number, to: number) => boolean} areSame
 */
function commonLength(maxLength, areSame) {
  let length = 0;
  for (let step = MAX_STEP; step >= 1;) {
    if (length + step <= maxLength && areSame(length, length + step)) length += step;
    else step /= 2;
  }
  return length;
}
