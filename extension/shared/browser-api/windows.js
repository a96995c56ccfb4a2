//! `chrome.windows`.

/** @typedef {chrome.windows.Window} Window */

/** Windows with web pages, in contrast to those of apps and of DevTools. */
const BROWSING = { windowTypes: /** @type {('normal' | 'popup')[]} */ (['normal', 'popup']) };

export const listBrowsingWindows = () => chrome.windows.getAll(BROWSING);

/** The browsing window that had the focus last. */
export const getLastFocusedWindow = () => chrome.windows.getLastFocused(BROWSING);

/**
 * Opens a window with an extension page, in front of all others.
 * @param {string} path of the page
 * @param {{width: number, height: number, left?: number, top?: number}} area in CSS pixels
 * @returns {Promise<number | undefined>} its id
 */
export const openPopupWindow = async (path, area) =>
  (
    await chrome.windows.create({
      url: chrome.runtime.getURL(path),
      type: 'popup',
      focused: true,
      ...area,
    })
  )?.id;

/**
 * @returns {Promise<import('../window-areas.js').Area[]>} the areas of windows that are always on
 *   top, such as the picture-in-picture windows that pages open for documents
 */
export async function listAreasOnTop() {
  const windows = await chrome.windows.getAll();
  return windows
    .filter(({ alwaysOnTop, state }) => alwaysOnTop && state !== 'minimized')
    .map(({ left = 0, top = 0, width = 0, height = 0 }) => ({ left, top, width, height }));
}

/** @param {() => void} listener called when a window is opened, closed, moved or resized */
export function onWindowsChanged(listener) {
  chrome.windows.onCreated.addListener(listener);
  chrome.windows.onRemoved.addListener(listener);
  chrome.windows.onBoundsChanged.addListener(listener);
}

/** @param {number} window */
export const focusWindow = (window) => chrome.windows.update(window, { focused: true });

/** @param {number} window */
export const closeWindow = (window) => chrome.windows.remove(window);

/** @param {(window: number) => void} listener */
export const onWindowClosed = (listener) => chrome.windows.onRemoved.addListener(listener);
