//! The requests of all tabs while actions are executed. Chrome discards the back/forward cache of
//! all tabs when an extension begins to listen to requests, and the user would lose the state of
//! the pages before. So the listener stays for a while: an agent acts again soon.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {Parameters<typeof browserApi.onRequests>[0]} RequestWatcher */

/** Shorter than the time after which Chrome ends an idle worker: it would keep the listener. */
const LINGER_MS = 20_000;

/** @type {Set<RequestWatcher>} */
const watchers = new Set();
/** @type {(() => void) | null} null: nothing listens */
let unlisten = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let lingering;

/** @returns {() => void} */
const listen = () =>
  browserApi.onRequests({
    onBegun: (request) => watchers.forEach((watcher) => watcher.onBegun(request)),
    onEnded: (id) => watchers.forEach((watcher) => watcher.onEnded(id)),
  });

function endListening() {
  unlisten?.();
  unlisten = null;
}

/**
 * @param {RequestWatcher} watcher
 * @returns {() => void} removes it
 */
export function watchRequests(watcher) {
  clearTimeout(lingering);
  watchers.add(watcher);
  unlisten ??= listen();
  return () => {
    if (!watchers.delete(watcher) || watchers.size > 0) return;
    lingering = setTimeout(endListening, LINGER_MS);
  };
}
