//! Generated from protocol/src/model/action_table.rs by its tests; change it there.

/** @typedef {'document' | 'tab' | 'target' | 'destination'} SiteRole */

/** The sites that each action reaches: of the element's document, of the tab's page, of other tabs
 * and frames by name, and of the page to load.
 * @type {ReadonlyMap<string, readonly SiteRole[]>} */
export const REACHED_SITES = new Map([
  ['click', ['document', 'tab', 'target', 'destination']],
  ['fill', ['document', 'tab']],
  ['fill_secret', ['document', 'tab']],
  ['select', ['document', 'tab', 'target', 'destination']],
  ['check', ['document', 'tab', 'target', 'destination']],
  ['uncheck', ['document', 'tab', 'target', 'destination']],
  ['press', ['document', 'tab', 'target', 'destination']],
  ['type', ['document', 'tab', 'target', 'destination']],
  ['set', ['document', 'tab']],
  ['clear', ['document', 'tab']],
  ['hover', ['document', 'tab']],
  ['focus', ['document', 'tab']],
  ['scroll', ['document', 'tab']],
  ['submit', ['document', 'tab', 'target', 'destination']],
  ['activate', ['document', 'tab', 'target', 'destination']],
  ['drag', ['document', 'tab', 'target', 'destination']],
  ['select_text', ['document', 'tab', 'target', 'destination']],
  ['upload', ['document', 'tab']],
  ['highlight', ['document', 'tab']],
  ['execute_js', ['document', 'tab']],
  ['call_tool', ['document', 'tab', 'target', 'destination']],
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
