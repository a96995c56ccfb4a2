//! `chrome.permissions`, and the switches that the user sets in Chrome's page of extensions.

/**
 * @param {'webRequest' | 'userScripts' | 'downloads'} name of a permission that the user can grant
 */
function optional(name) {
  const wanted = { permissions: [name] };
  return {
    has: () => chrome.permissions.contains(wanted),
    /** Prompts the user. Must be called while a click is handled. */
    request: () => chrome.permissions.request(wanted),
    remove: () => chrome.permissions.remove(wanted),
  };
}

/** To read response headers. */
export const headersPermission = optional('webRequest');
/** To run scripts of agents. Chrome's own switch can still prevent it. */
export const scriptsPermission = optional('userScripts');
/** To see downloads. */
export const downloadsPermission = optional('downloads');

/**
 * @param {string[]} origins patterns such as `https://example.org/*`
 * @returns {Promise<boolean>}
 */
export const canRead = (origins) => chrome.permissions.contains({ origins });

/** @returns {Promise<boolean>} whether the extension can read `file:` URLs */
export const canReadFiles = () => chrome.extension.isAllowedFileSchemeAccess();

/** @returns {Promise<boolean>} whether the extension runs in incognito windows */
export const canReadIncognito = () => chrome.extension.isAllowedIncognitoAccess();

/**
 * @param {(isLess: boolean) => void} listener called when the user grants or revokes a permission;
 *   `isLess`: the extension can read fewer sites than before
 */
export function onPermissionsChanged(listener) {
  chrome.permissions.onAdded.addListener(() => listener(false));
  chrome.permissions.onRemoved.addListener(({ origins }) => listener(!!origins?.length));
}
