//! `chrome.permissions`, and the switches that the user sets in Chrome's page of extensions.

const HEADERS = { permissions: /** @type {['webRequest']} */ (['webRequest']) };
const SCRIPTS = { permissions: /** @type {['userScripts']} */ (['userScripts']) };
const DOWNLOADS = { permissions: /** @type {['downloads']} */ (['downloads']) };

/**
 * @param {string[]} origins patterns such as `https://example.org/*`
 * @returns {Promise<boolean>}
 */
export const canRead = (origins) => chrome.permissions.contains({ origins });

/** @returns {Promise<boolean>} whether the extension can read `file:` URLs */
export const canReadFiles = () => chrome.extension.isAllowedFileSchemeAccess();

/** @returns {Promise<boolean>} whether the extension runs in incognito windows */
export const canReadIncognito = () => chrome.extension.isAllowedIncognitoAccess();

/** Whether the extension can read response headers. */
export const hasHeadersPermission = () => chrome.permissions.contains(HEADERS);

/** Prompts the user. Must be called while a click is handled. */
export const requestHeadersPermission = () => chrome.permissions.request(HEADERS);

export const removeHeadersPermission = () => chrome.permissions.remove(HEADERS);

/** Whether the extension can run scripts of agents. Chrome's own switch can still prevent it. */
export const hasScriptsPermission = () => chrome.permissions.contains(SCRIPTS);

/** Prompts the user. Must be called while a click is handled. */
export const requestScriptsPermission = () => chrome.permissions.request(SCRIPTS);

export const removeScriptsPermission = () => chrome.permissions.remove(SCRIPTS);

/** Whether the extension can see downloads. */
export const hasDownloadsPermission = () => chrome.permissions.contains(DOWNLOADS);

/** Prompts the user. Must be called while a click is handled. */
export const requestDownloadsPermission = () => chrome.permissions.request(DOWNLOADS);

export const removeDownloadsPermission = () => chrome.permissions.remove(DOWNLOADS);

/**
 * @param {(isLess: boolean) => void} listener called when the user grants or revokes a permission;
 *   `isLess`: the extension can read fewer sites than before
 */
export function onPermissionsChanged(listener) {
  chrome.permissions.onAdded.addListener(() => listener(false));
  chrome.permissions.onRemoved.addListener(({ origins }) => listener(!!origins?.length));
}
