//! Delivers the steps of navigations to the watchers of a tab.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {browserApi.Navigation} Navigation */

/**
 * `tab`: null if it is not known yet.
 * @typedef {{tab: number | null, onNavigation: (navigation: Navigation) => void}} Watcher
 */
/** @type {Set<Watcher>} */
const watchers = new Set();

browserApi.onNavigation((navigation) => {
  for (const watcher of watchers)
    if (watcher.tab === null || watcher.tab === navigation.tab) watcher.onNavigation(navigation);
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

/**
 * Watches a tab that is about to open. Chrome may report steps of its first navigation before it
 * says which tab it has opened: they are kept until then.
 * @param {(navigation: Navigation) => void} onNavigation called for each step, in all frames
 * @returns {{begin: (tab: number) => void, end: () => void}}
 */
export function watchNewTab(onNavigation) {
  /** @type {Navigation[]} */
  const early = [];
  /** @type {Watcher} */
  const watcher = { tab: null, onNavigation: (navigation) => early.push(navigation) };
  watchers.add(watcher);
  const begin = (/** @type {number} */ tab) => {
    Object.assign(watcher, { tab, onNavigation });
    early.filter((navigation) => navigation.tab === tab).forEach(onNavigation);
  };
  return { begin, end: () => watchers.delete(watcher) };
}
