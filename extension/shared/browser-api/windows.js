//! `chrome.windows`.

/** @typedef {chrome.windows.Window} Window */

/** Windows with web pages, in contrast to those of apps and of DevTools. */
const BROWSING = { windowTypes: /** @type {('normal' | 'popup')[]} */ (['normal', 'popup']) };

export const listBrowsingWindows = () => chrome.windows.getAll(BROWSING);

/** The browsing window that had the focus last. */
export const getLastFocusedWindow = () => chrome.windows.getLastFocused(BROWSING);

/**
 * Opens a window with an extension page, in front of all others.
 * @param {string} path of the page @param {number} width @param {number} height in CSS pixels
 * @returns {Promise<number | undefined>} its id
 */
export const openPopupWindow = async (path, width, height) =>
  (
    await chrome.windows.create({
      url: chrome.runtime.getURL(path),
      type: 'popup',
      focused: true,
      width,
      height,
    })
  )?.id;

/** @param {number} window */
export const closeWindow = (window) => chrome.windows.remove(window);

/** @param {(window: number) => void} listener */
export const onWindowClosed = (listener) => chrome.windows.onRemoved.addListener(listener);
