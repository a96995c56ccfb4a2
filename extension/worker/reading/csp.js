//! The documents that were loaded without a Content-Security-Policy header. Only in those may the
//! engine run in the page: if a policy forbids WebAssembly, the attempt alone fires an event in the
//! page and sends a report to its site. Documents with unknown headers count as forbidden. The
//! recorder checks for policies in `meta` elements.

import * as browserApi from '../../shared/browser-api.js';

const POLICIES = ['content-security-policy', 'content-security-policy-report-only'];
const MAX_DOCUMENTS = 400;
const STORAGE_KEY = 'documentsWithoutPolicy';

/**
 * @type {Map<string, {url: string, hasPolicy: boolean}>} the last response of each frame, until its
 *   document is committed
 */
const responses = new Map();
/** @type {Set<string>} document ids, oldest first */
const withoutPolicy = new Set();

/** @type {(() => void) | null} ends the listening to response headers */
let unwatch = null;

/**
 * Listens to response headers, if the user allows it, and loads the documents that an earlier
 * worker of this browser session stored. Must be called when the user may have changed that.
 */
export async function watchIfAllowed() {
  const isAllowed = await browserApi.headersPermission.has();
  if (isAllowed === (unwatch !== null)) return;
  unwatch?.();
  unwatch = isAllowed ? browserApi.onDocumentHeaders(onHeaders) : null;
  if (!isAllowed) return;
  const ids = await browserApi.loadSession(STORAGE_KEY);
  /** @type {string[] | undefined} */ (ids)?.forEach((id) => withoutPolicy.add(id));
}

/** @param {browserApi.Headers} headers */
function onHeaders({ tabId, frameId, url, names }) {
  responses.set(`${tabId}:${frameId}`, {
    url: withoutFragment(url),
    hasPolicy: names.some((name) => POLICIES.includes(name)),
  });
}

/** @param {browserApi.Commit} commit */
export function committed({ tabId, frameId, documentId, url }) {
  const response = responses.get(`${tabId}:${frameId}`);
  responses.delete(`${tabId}:${frameId}`);
  // Without the headers of exactly this URL nothing is known: the page may have been loaded
  // from a service worker.
  if (!response || response.hasPolicy || response.url !== withoutFragment(url)) return;
  withoutPolicy.add(documentId);
  for (const oldest of withoutPolicy) {
    if (withoutPolicy.size <= MAX_DOCUMENTS) break;
    withoutPolicy.delete(oldest);
  }
  browserApi.saveSession(STORAGE_KEY, [...withoutPolicy]);
}

/** @param {string} document @param {string} url */
export const isKnownWithoutPolicy = (document, url) =>
  withoutPolicy.has(document) || url.startsWith('file:');

/** @param {string} url */
const withoutFragment = (url) => url.split('#', 1)[0];
