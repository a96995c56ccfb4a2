//! What each action is, and when a person has to be asked: pure rules over the levels of the
//! policy. It asks nobody and knows neither tabs nor windows.

import { clicksByKey } from '../../shared/click-keys.js';

/** @typedef {import('./policy.js').Level} Level */
/**
 * What an action does that can't be taken back.
 * @typedef {'harmless' | 'submit' | 'upload' | 'leave'} Kind
 */
/**
 * `unattended`: a person would have to be asked, and nobody is there; `no_top`, `no_site`: only
 * reading is allowed there.
 * @typedef {'act' | 'ask' | 'unattended' | 'no_top' | 'no_site'} Ruling
 */

/** What is asked about each time, where the user wants that of a site. */
const CONFIRMED = ['submit', 'upload', 'leave'];

/** Actions on an element, or on what has the focus. */
export const ON_ELEMENTS = new Set([
  'click',
  'hover',
  'focus',
  'activate',
  'fill',
  'clear',
  'set',
  'type',
  'press',
  'select',
  'check',
  'uncheck',
  'scroll',
  'submit',
  'highlight',
  'drag',
  'upload',
  'execute_js',
]);

/** Actions on a tab. */
export const ON_TABS = new Set([
  'navigate',
  'back',
  'forward',
  'reload',
  'new_tab',
  'close_tab',
  'activate_tab',
  'claim_tab',
  'release_tab',
]);

/** Actions whose handlers often fetch something first: where nothing changes, these are watched for
 * longer. `press` too, where the key clicks. */
const FETCHING = new Set(['click', 'activate', 'submit', 'drag', 'upload', 'execute_js']);

/** @param {import('../../types/protocol').Action} act */
export function isFetching(act) {
  if (act.action === 'press') return [act.keys].flat().some(clicksByKey);
  if (act.action === 'type') return act.text.includes('\n');
  return FETCHING.has(act.action);
}

/** Actions that may submit something or lead elsewhere, as far as their name says. */
export const mayCommit = (/** @type {string} */ action) =>
  ['click', 'activate', 'submit', 'press', 'type'].includes(action);

/**
 * @param {{site: Level, top: Level, kind: Kind, confirm: boolean, unattended: boolean}} act `site`:
 *   the level of the document's own site; `top`: that of the tab's; `confirm`: that site's switch
 * @returns {Ruling}
 */
export function ruling({ site, top, kind, confirm, unattended }) {
  if (top === 'block' || top === 'read') return 'no_top';
  if (site === 'block' || site === 'read') return 'no_site';
  const asks = site === 'ask' || (confirm && CONFIRMED.includes(kind));
  if (!asks) return 'act';
  return unattended ? 'unattended' : 'ask';
}
