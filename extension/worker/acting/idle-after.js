//! How long the page is watched after each kind of action.

import { isFetching } from '../policy/act-rules.js';
import {
  PageIdle,
  WATCH_LONG_MS,
  WATCH_MS,
  WATCH_REFUSABLE_MS,
  WATCH_SHORT_MS,
} from './page-idle.js';

/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */

/** Actions whose value a page may put back a moment later. */
const REFUSABLE = new Set(['select', 'check', 'uncheck', 'set']);

/**
 * @param {ElementActionRequest[]} requests that share one wait
 * @param {import('../browser/action-requests.js').ActionRequests} started
 * @returns {PageIdle} the wait after them
 */
export function idleAfter(requests, started) {
  const isWatchedLong = requests.some(({ params }) => isFetching(params.act));
  const isRefusable = requests.some(({ params }) => REFUSABLE.has(params.act.action));
  // Menus open some time after the pointer has come.
  const isHovered = requests.some(({ params }) => params.act.action === 'hover');
  const watchLongMs = isHovered ? WATCH_LONG_MS : WATCH_MS;
  const watchMs = isWatchedLong ? watchLongMs : WATCH_SHORT_MS;
  const minMs = isRefusable ? WATCH_REFUSABLE_MS : 0;
  return new PageIdle(Math.max(watchMs, minMs), minMs, started);
}
