//! Pure rules: whether an action is allowed by the levels of a policy, and whether it may start a
//! request of the page.

import { ACTIONS_WITH_LONG_WATCH } from '../../shared/actions.js';
import { clicksByKey } from '../../shared/click-keys.js';

/** @typedef {import('./policy.js').Level} Level */
/** @typedef {import('../../shared/effects.js').Effect['kind']} Kind */
/**
 * A site that an action reaches. `level`: for its agent; `confirm`: whether the site's rule
 * requires consent each time to what cannot be undone.
 * @typedef {{site: string | null, level: Level, confirm: boolean}} RuledSite
 */
/**
 * `ask`: the user has to consent, for these sites; `unattended`: the same, but there is no user;
 * `forbidden`: the policy of this site forbids actions.
 * @template {{site: string | null}} Site
 * @typedef {{rule: 'act'} | {rule: 'ask' | 'unattended', sites: Site[]} |
 *   {rule: 'forbidden', at: Site}} Ruling
 */

/** Kinds that require consent each time if the site's rule has `confirm`.
 * @type {readonly Kind[]} */
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

/** @param {Level} level @returns {boolean} */
export const forbidsActions = (level) => level === 'block' || level === 'read';

/**
 * The strictest of the levels applies.
 * @template {RuledSite} Site
 * @param {{sites: Site[], kind: Kind, unattended: boolean}} action
 * @returns {Ruling<Site>}
 */
export function ruling({ sites, kind, unattended }) {
  const forbidden = sites.find(({ level }) => forbidsActions(level));
  if (forbidden) return { rule: 'forbidden', at: forbidden };
  const isConfirmed = CONFIRMED_KINDS.includes(kind);
  const undecided = sites.filter(
    ({ level, confirm }) => level === 'ask' || (confirm && isConfirmed),
  );
  if (!undecided.length) return { rule: 'act' };
  return { rule: unattended ? 'unattended' : 'ask', sites: undecided };
}
