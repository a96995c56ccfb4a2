//! `chrome.tabs`: the tabs, their history, and messages to their content scripts.

import { runInMainFrame } from './scripting.js';

/** @typedef {chrome.tabs.Tab} Tab */

/** @param {number} tab */
export const getTab = (tab) => chrome.tabs.get(tab);

/** @param {{ active?: boolean, windowId?: number }} filter */
export const queryTabs = (filter) => chrome.tabs.query(filter);

/** @returns {Promise<Tab | undefined>} the tab that the popup was opened on */
export const getActiveTab = async () =>
  (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0];

/** @param {number} tab @param {string} url */
export const navigateTab = (tab, url) => chrome.tabs.update(tab, { url });

/**
 * Goes back in the tab's history. `chrome.tabs.goBack` skips pages without a user gesture, so that
 * it is only used if no script may run in the page.
 * @param {number} tab
 */
export const goBack = (tab) =>
  runInMainFrame(tab, { func: () => (history.back(), 0) }).catch(() => chrome.tabs.goBack(tab));

/** @param {number} tab */
export const goForward = (tab) =>
  runInMainFrame(tab, { func: () => (history.forward(), 0) }).catch(() =>
    chrome.tabs.goForward(tab),
  );

/** @param {number} tab */
export const reloadTab = (tab) => chrome.tabs.reload(tab);

/** @param {string} url @returns {Promise<Tab>} a new tab in the background */
export const openTab = (url) => chrome.tabs.create({ url, active: false });

/** @param {string} path of an extension page, which gets a new tab in the foreground */
export const openExtensionPage = (path) => chrome.tabs.create({ url: chrome.runtime.getURL(path) });

/** @param {number} tab */
export const closeTab = (tab) => chrome.tabs.remove(tab);

/** @param {number} tab that becomes the active tab of its window */
export const activateTab = (tab) => chrome.tabs.update(tab, { active: true });

/**
 * @param {number} window
 * @returns {Promise<string>} an image of the active tab, as the `data:` URL of a PNG
 */
export const captureVisibleTab = (window) =>
  chrome.tabs.captureVisibleTab(window, { format: 'png' });

/**
 * @param {(window: number) => void} listener called when another tab of a window becomes active
 * @returns {() => void} removes the listener
 */
export function watchTabActivation(listener) {
  const onActivated = (/** @type {{windowId: number}} */ { windowId }) => listener(windowId);
  chrome.tabs.onActivated.addListener(onActivated);
  return () => chrome.tabs.onActivated.removeListener(onActivated);
}

/** @param {(tab: number) => void} listener */
export const onTabRemoved = (listener) => chrome.tabs.onRemoved.addListener(listener);

/**
 * @param {(added: number, removed: number) => void} listener called when a tab gets another id:
 *   Chrome has unloaded it, or activated a prerendered page
 */
export const onTabReplaced = (listener) => chrome.tabs.onReplaced.addListener(listener);

/**
 * Opens a port to a document's content script.
 * @param {number} tab @param {string} document @param {string} name
 */
export const connectToDocument = (tab, document, name) =>
  chrome.tabs.connect(tab, { documentId: document, name });

/**
 * @param {number} tab
 * @param {string} document
 * @param {object} message
 * @returns {Promise<unknown>} the response of the document's content script
 */
export const sendToDocument = (tab, document, message) =>
  chrome.tabs.sendMessage(tab, message, { documentId: document });

/**
 * @param {number} tab
 * @param {object} message
 * @returns {Promise<unknown>} the response of the content script of the main frame's current
 *   document
 */
export const sendToMainFrame = (tab, message) =>
  chrome.tabs.sendMessage(tab, message, { frameId: 0 });
