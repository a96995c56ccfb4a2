//! Which documents are known to have come without any Content-Security-Policy header. Only in those
//! may the engine run in the page: where a policy forbids it, merely trying makes the page fire an
//! event and report to its site. What was not seen counts as forbidden. A policy in a `meta`
//! element is the recorder's to see.

import * as browserApi from '../../shared/browser-api.js';

const POLICIES = ['content-security-policy', 'content-security-policy-report-only'];
const MAX_DOCUMENTS = 400;
const STORE = 'documentsWithoutPolicy';

/**
 * @type {Map<string, {url: string, free: boolean}>} the last headers of each frame, until its
 * document is there
 */
const coming = new Map();
/** @type {Set<string>} document ids, oldest first */
const free = new Set();

/**
 * Listens, where the user has allowed it, and remembers what an earlier worker of this browser
 * session saw.
 */
export function watch() {
  const allowed = browserApi.onDocumentHeaders(({ tabId, frameId, url, names }) => {
    coming.set(`${tabId}:${frameId}`, {
      url: bare(url),
      free: !names.some((name) => POLICIES.includes(name)),
    });
  });
  if (allowed)
    browserApi
      .loadSession(STORE)
      .then((ids) => ids?.forEach((/** @type {string} */ id) => free.add(id)));
  return allowed;
}

/** @param {browserApi.Commit} commit */
export function committed({ tabId, frameId, documentId, url }) {
  const seen = coming.get(`${tabId}:${frameId}`);
  coming.delete(`${tabId}:${frameId}`);
  // Without the headers of just this address nothing is known: the page may have come out of a
  // service worker.
  if (!seen?.free || seen.url !== bare(url)) return;
  free.add(documentId);
  for (const oldest of free) {
    if (free.size <= MAX_DOCUMENTS) break;
    free.delete(oldest);
  }
  browserApi.saveSession(STORE, [...free]);
}

/** @param {string} document @param {string} url */
export const knownFree = (document, url) => free.has(document) || url.startsWith('file:');

/** @param {string} url */
const bare = (url) => url.split('#', 1)[0];
