//! Delivers the steps of navigations to the watchers of a tab.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {browserApi.Navigation} Navigation */

/** @type {Set<{tab: number, onNavigation: (navigation: Navigation) => void}>} */
const watchers = new Set();

browserApi.onNavigation((navigation) => {
  for (const watcher of watchers)
    if (watcher.tab === navigation.tab) watcher.onNavigation(navigation);
});

/**
 * @param {number} tab
 * @param {(navigation: Navigation) => void} onNavigation called for each step, in all frames
 * @returns {() => void} removes the watcher
 */
export function watchNavigations(tab, onNavigation) {
  const watcher = { tab, onNavigation };
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
