//! What becomes of the navigations of tabs, for those who wait for a page that an action has set
//! off. It decides nothing.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {browserApi.Navigation} Navigation */

/** @type {Set<{tab: number, hear: (navigation: Navigation) => void}>} */
const watchers = new Set();

browserApi.onNavigation((navigation) => {
  for (const watcher of watchers) if (watcher.tab === navigation.tab) watcher.hear(navigation);
});

/**
 * @param {number} tab
 * @param {(navigation: Navigation) => void} hear
 * @returns {() => void} ends it
 */
export function watchNavigations(tab, hear) {
  const watcher = { tab, hear };
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
