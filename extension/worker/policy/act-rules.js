//! What each action is, and when a person has to be asked: pure rules over the levels of the
//! policy. It asks nobody and knows neither tabs nor windows.

import { ACTIONS_WITH_LONG_WATCH } from '../../shared/actions.js';
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

/** @param {import('../../types/protocol').Action} act */
export function isFetching(act) {
  if (act.action === 'press') return [act.keys].flat().some(clicksByKey);
  if (act.action === 'type') return act.text.includes('\n');
  return ACTIONS_WITH_LONG_WATCH.has(act.action);
}

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
