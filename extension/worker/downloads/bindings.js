//! Which tab has started which download, as far as it was observed: during actions and waits of
//! agents. It has ids only, and lasts for the browser session.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {import('../../types/protocol').DownloadBinding} DownloadBinding */
/**
 * `action`: the id of the action during which the download started; null during a wait. `start`: in
 * milliseconds since 1970.
 * @typedef {{download: number, tab: number, action: string | null, boundBy: DownloadBinding,
 *   start: number}} Binding
 */

const STORAGE_KEY = 'downloads';
const MAX_BINDINGS = 200;

/** @type {Promise<Binding[]>} the oldest first */
const bindings = browserApi
  .loadSession(STORAGE_KEY)
  .then((stored) => /** @type {Binding[] | undefined} */ (stored) ?? []);

/** @param {Binding} binding replaces an earlier one of the same download and tab */
export async function addBinding(binding) {
  const all = await bindings;
  const isSame = (/** @type {Binding} */ { download, tab }) =>
    download === binding.download && tab === binding.tab;
  const before = all.findIndex(isSame);
  if (before >= 0) all.splice(before, 1);
  all.push(binding);
  all.splice(0, all.length - MAX_BINDINGS);
  await browserApi.saveSession(STORAGE_KEY, all);
}

/**
 * @param {number[]} tabs the ids that the tab has and had
 * @returns {Promise<{own: Map<number, Binding>, foreign: Set<number>}>} `own`: by download, those
 *   of the tab; `foreign`: the downloads that are certainly of another tab
 */
export async function bindingsOf(tabs) {
  const all = await bindings;
  const own = all.filter(({ tab }) => tabs.includes(tab));
  const foreign = all.filter(({ tab, boundBy }) => boundBy === 'navigation' && !tabs.includes(tab));
  return {
    own: new Map(own.map((binding) => [binding.download, binding])),
    foreign: new Set(foreign.map(({ download }) => download)),
  };
}
