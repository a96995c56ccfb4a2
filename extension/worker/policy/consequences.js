//! What an action causes beyond its element, for the consent window.

import { siteOf } from '../../shared/sites.js';

/** @typedef {Pick<import('./permission.js').ActionRequest, 'params' | 'effect'>} ActionRequest */
/**
 * `site`: the site that is concerned, an origin or `file://`; null if it is unknown.
 * @typedef {{what: 'sends_form' | 'opens_page' | 'sends_files' | 'runs_script' |
 *   'calls_tool' |
 *   'leaves_entered_text' | 'answers_dialogs', site: string | null}} Consequence
 */

/** @type {Record<import('./act-rules.js').Kind, Consequence['what'] | null>} */
const BY_KIND = {
  harmless: null,
  submit: 'sends_form',
  upload: 'sends_files',
  leave: 'opens_page',
};

/**
 * @param {ActionRequest} request
 * @param {boolean} leavesText whether the page that it leaves has a text that was entered
 * @returns {Consequence[]}
 */
export function consequencesOf({ params, effect }, leavesText) {
  const { act, dialogs } = params;
  const sites = [...new Set(effect.destinations.map(siteOf))];
  /** @type {Consequence[]} */
  const consequences = (sites.length ? sites : [null]).flatMap((site) => {
    const what = whatOf(act.action, effect.kind, site);
    return what === null ? [] : [{ what, site }];
  });
  if (leavesText) consequences.push({ what: 'leaves_entered_text', site: null });
  return dialogs ? [...consequences, { what: 'answers_dialogs', site: null }] : consequences;
}

/**
 * @param {string} action
 * @param {import('./act-rules.js').Kind} kind
 * @param {string | null} site that it leads to
 * @returns {Consequence['what'] | null}
 */
function whatOf(action, kind, site) {
  if (action === 'execute_js') return 'runs_script';
  if (action === 'call_tool') return 'calls_tool';
  const opens = (action === 'new_tab' || action === 'navigate') && site !== null;
  return BY_KIND[kind] ?? (opens ? 'opens_page' : null);
}
