//! Generated from protocol/src/model/action_table.rs by its tests; change it there.

/** @typedef {'document' | 'tab' | 'destination'} SiteRole */

/** The sites that each action reaches: of the element's document, of the tab's page, and of the
 * page to load.
 * @type {ReadonlyMap<string, readonly SiteRole[]>} */
export const REACHED_SITES = new Map([
  ['click', ['document', 'tab', 'destination']],
  ['fill', ['document', 'tab']],
  ['select', ['document', 'tab', 'destination']],
  ['check', ['document', 'tab', 'destination']],
  ['uncheck', ['document', 'tab', 'destination']],
  ['press', ['document', 'tab', 'destination']],
  ['type', ['document', 'tab', 'destination']],
  ['set', ['document', 'tab']],
  ['clear', ['document', 'tab']],
  ['hover', ['document', 'tab']],
  ['focus', ['document', 'tab']],
  ['scroll', ['document', 'tab']],
  ['submit', ['document', 'tab', 'destination']],
  ['activate', ['document', 'tab', 'destination']],
  ['drag', ['document', 'tab', 'destination']],
  ['select_text', ['document', 'tab', 'destination']],
  ['upload', ['document', 'tab']],
  ['highlight', ['document', 'tab']],
  ['execute_js', ['document', 'tab']],
  ['navigate', ['tab', 'destination']],
  ['back', ['tab', 'destination']],
  ['forward', ['tab', 'destination']],
  ['reload', ['tab']],
  ['new_tab', ['destination']],
  ['close_tab', ['tab']],
  ['activate_tab', ['tab']],
  ['claim_tab', ['tab']],
  ['release_tab', ['tab']],
]);
