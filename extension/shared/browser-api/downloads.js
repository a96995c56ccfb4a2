//! `chrome.downloads`, without the calls that open, change or delete a file. It does not exist
//! until the user has granted the permission.

/** @typedef {chrome.downloads.DownloadItem} DownloadItem */
/** @typedef {chrome.downloads.DownloadQuery} DownloadQuery */

/**
 * @param {DownloadQuery} query
 * @returns {Promise<DownloadItem[]>}
 */
export const searchDownloads = async (query) => (await chrome.downloads?.search(query)) ?? [];

/**
 * @param {(item: DownloadItem) => void} listener
 * @returns {() => void} removes the listener
 */
export function onDownloadCreated(listener) {
  const created = chrome.downloads?.onCreated;
  created?.addListener(listener);
  return () => created?.removeListener(listener);
}

/**
 * @param {number} id
 * @param {() => void} listener called when the download changes, or is removed from Chrome's list
 * @returns {() => void} removes the listener
 */
export function onDownloadChanged(id, listener) {
  const { onChanged, onErased } = chrome.downloads ?? {};
  const changed = (/** @type {{id: number}} */ delta) => delta.id === id && listener();
  const erased = (/** @type {number} */ removed) => removed === id && listener();
  onChanged?.addListener(changed);
  onErased?.addListener(erased);
  return () => {
    onChanged?.removeListener(changed);
    onErased?.removeListener(erased);
  };
}
