//! What becomes of the navigations of tabs, for those who wait for a page that an action has set
//! off. It decides nothing.

import * as ext from '../../shared/browser-api.js';

/**
 * `begun`: a document has been asked for; `ready`: it has been parsed; `failed`: none comes (a
 * download, an answer without content); `within`: the address has changed, the document has not;
 * `opened`: a link of the tab has opened another, `url` is what that is to show.
 * @typedef {{kind: 'begun' | 'committed' | 'ready' | 'failed' | 'within' | 'opened', tab: number,
 *   frame: number, url: string, document?: string, opened?: number}} Navigation
 */

/** @type {Set<{tab: number, hear: (navigation: Navigation) => void}>} */
const watchers = new Set();

ext.onNavigation((navigation) => {
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
