//! Pure rules: whether an action is allowed by the levels of a policy, and whether it may start a
//! request of the page.

import { ACTIONS_WITH_LONG_WATCH } from '../../shared/actions.js';
import { clicksByKey } from '../../shared/click-keys.js';

/** @typedef {import('./policy.js').Level} Level */
/**
 * The irreversible effect of an action. `leave`: it may load a page of another site.
 * @typedef {'harmless' | 'submit' | 'upload' | 'leave'} Kind
 */
/**
 * `ask`: the user has to consent; `unattended`: the same, but there is no user; `no_top`,
 * `no_site`: the policy of the tab's site, or of the document's site, forbids actions.
 * @typedef {'act' | 'ask' | 'unattended' | 'no_top' | 'no_site'} Ruling
 */

/** Kinds that require consent each time if the site's rule has `confirm`. */
const CONFIRMED_KINDS = ['submit', 'upload', 'leave'];

/**
 * @param {import('../../types/protocol').Action} action
 * @returns {boolean} whether its handlers often send a request first
 */
export function isFetching(action) {
  if (action.action === 'press') return [action.keys].flat().some(clicksByKey);
  if (action.action === 'type') return action.text.includes('\n');
  return ACTIONS_WITH_LONG_WATCH.has(action.action);
}

/**
 * @param {{site: Level, top: Level, kind: Kind, confirm: boolean, unattended: boolean}} action
 *   `site`: the level of the document's site; `top`: of the tab's site; `confirm`: of the rule for
 *   the document's site
 * @returns {Ruling}
 */
export function ruling({ site, top, kind, confirm, unattended }) {
  if (top === 'block' || top === 'read') return 'no_top';
  if (site === 'block' || site === 'read') return 'no_site';
  const needsConsent = site === 'ask' || (confirm && CONFIRMED_KINDS.includes(kind));
  if (!needsConsent) return 'act';
  return unattended ? 'unattended' : 'ask';
}
