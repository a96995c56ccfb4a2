//! The time that is left for an answer in a window with a question.

import { text } from './i18n.js';
import { byId } from './parts.js';

/**
 * Shows the seconds that are left, until there are none. A screen reader announces some of them.
 * @param {number} seconds left
 * @param {string} key of the text
 * @param {number[]} announced
 */
export function countDown(seconds, key, announced) {
  const countdown = text(key, String(seconds));
  byId('countdown').textContent = countdown;
  if (announced.includes(seconds)) byId('spoken').textContent = countdown;
  if (seconds > 0) setTimeout(() => countDown(seconds - 1, key, announced), 1000);
}
