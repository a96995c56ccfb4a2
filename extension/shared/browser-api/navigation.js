//! `chrome.webNavigation` and `chrome.webRequest`: frames, their documents and their navigations.

/**
 * @typedef {{ frameId: number, parentFrameId: number, documentId: string, url: string,
 *   documentLifecycle: string, errorOccurred: boolean }} Frame
 */
/** @typedef {{tabId: number, frameId: number, documentId: string, url: string}} Commit */
/** @typedef {{tabId: number, frameId: number, url: string, names: string[]}} Headers */
/**
 * What Chrome says of a response and of a request, as far as it is used here.
 * @typedef {Omit<Headers, 'names'> & {responseHeaders?: {name: string}[]}} HeadersDetails
 * @typedef {{requestId: string, url: string, tabId: number, type: string, initiator?: string}}
 *   RequestDetails
 */
/**
 * A request. `isPage`: of a document in the main frame; `initiator`: the origin of the document
 * that has started it, undefined for the user.
 * @typedef {{id: string, tab: number, isPage: boolean, url: string, initiator?: string}} TabRequest
 */

/**
 * A step of a navigation. `begun`: the document was requested; `ready`: it is parsed; `failed`: no
 * document was loaded (a download, a response without content); `within`: the URL changed, the
 * document did not; `opened`: a link opened the tab `opened`, and `url` is the URL of that tab.
 * `isBlocked`: it failed because a rule of an extension blocked the request; `isAborted`: it was
 * ended, so that the tab shows the document before.
 * @typedef {{kind: 'begun' | 'committed' | 'ready' | 'failed' | 'within' | 'opened', tab: number,
 *   frame: number, url: string, document?: string, opened?: number, isBlocked?: true,
 *   isAborted?: true}} Navigation
 */

/** Chrome's details of a step.
 * @typedef {{tabId: number, frameId: number, url: string, documentId?: string, error?: string}}
 *   Step */

/** Chrome's error of a request that a rule has blocked. */
const BLOCKED = 'net::ERR_BLOCKED_BY_CLIENT';
/** That of a load that another one has replaced, a download, or a response without content. */
const ABORTED = 'net::ERR_ABORTED';

/** @param {number} tab @returns {Promise<Frame[]>} */
export const listFrames = async (tab) =>
  (await chrome.webNavigation.getAllFrames({ tabId: tab })) ?? [];

/** @param {(commit: Commit) => void} listener called when a frame has a new document */
export function onCommitted(listener) {
  chrome.webNavigation.onCommitted.addListener((details) => {
    if (details.documentId) listener({ ...details, documentId: details.documentId });
  });
}

/**
 * @param {(tab: number) => void} listener called when the main frame gets no new document: a
 *   download, a response without content
 */
export function onNavigationFailed(listener) {
  chrome.webNavigation.onErrorOccurred.addListener((details) => {
    if (details.frameId === 0) listener(details.tabId);
  });
}

/** @param {(navigation: Navigation) => void} listener called for each step, in all frames */
export function onNavigation(listener) {
  const { webNavigation } = chrome;
  /** @param {'begun' | 'committed' | 'ready' | 'failed' | 'within'} kind */
  const reportAs = (kind) => (/** @type {Step} */ details) =>
    listener({
      kind,
      tab: details.tabId,
      frame: details.frameId,
      url: details.url,
      ...(details.documentId ? { document: details.documentId } : {}),
      ...(details.error === BLOCKED ? { isBlocked: /** @type {const} */ (true) } : {}),
      ...(details.error === ABORTED ? { isAborted: /** @type {const} */ (true) } : {}),
    });
  webNavigation.onBeforeNavigate.addListener(reportAs('begun'));
  webNavigation.onCommitted.addListener(reportAs('committed'));
  webNavigation.onDOMContentLoaded.addListener(reportAs('ready'));
  webNavigation.onCompleted.addListener(reportAs('ready'));
  webNavigation.onErrorOccurred.addListener(reportAs('failed'));
  webNavigation.onHistoryStateUpdated.addListener(reportAs('within'));
  webNavigation.onReferenceFragmentUpdated.addListener(reportAs('within'));
  webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) =>
    listener({ kind: 'opened', tab: sourceTabId, frame: 0, url, opened: tabId }),
  );
}

/**
 * @param {(headers: Headers) => void} listener gets the names, in lower case, of the response
 *   headers of every document
 * @returns {() => void} removes it
 */
export function onDocumentHeaders(listener) {
  const onHeaders = (/** @type {unknown} */ details) => {
    const { tabId, frameId, url, responseHeaders } = /** @type {HeadersDetails} */ (details);
    const names = (responseHeaders ?? []).map((header) => header.name.toLowerCase());
    listener({ tabId, frameId, url, names });
    return undefined;
  };
  const { onHeadersReceived } = chrome.webRequest;
  onHeadersReceived.addListener(
    onHeaders,
    { urls: ['<all_urls>'], types: ['main_frame', 'sub_frame'] },
    ['responseHeaders'],
  );
  return () => onHeadersReceived.removeListener(onHeaders);
}

/**
 * Requests of pages, frames and scripts, in all tabs, whose answers can change what a tab shows: no
 * images, styles, beacons and streams of media. Those that a service worker answers are not
 * reported.
 * @param {{onBegun: (request: TabRequest) => void, onEnded: (id: string) => void}} listener
 * @returns {() => void} ends it
 */
export function onRequests({ onBegun, onEnded }) {
  const { onBeforeRequest, onCompleted, onErrorOccurred } = chrome.webRequest;
  /** @type {chrome.webRequest.RequestFilter} */
  const filter = {
    urls: ['<all_urls>'],
    types: ['main_frame', 'sub_frame', 'script', 'xmlhttprequest'],
  };
  const begun = (/** @type {unknown} */ details) => {
    const { requestId, tabId, type, url, initiator } = /** @type {RequestDetails} */ (details);
    onBegun({ id: requestId, tab: tabId, isPage: type === 'main_frame', url, initiator });
    return undefined;
  };
  const ended = (/** @type {unknown} */ details) =>
    onEnded(/** @type {RequestDetails} */ (details).requestId);
  onBeforeRequest.addListener(begun, filter);
  onCompleted.addListener(ended, filter);
  onErrorOccurred.addListener(ended, filter);
  return () => {
    onBeforeRequest.removeListener(begun);
    onCompleted.removeListener(ended);
    onErrorOccurred.removeListener(ended);
  };
}
