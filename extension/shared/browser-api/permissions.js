//! `chrome.permissions`, the switches that the user sets in Chrome's page of extensions, and those
//! that need no permission of Chrome.

import { loadLocal, onLocalChanged, saveLocal } from './storage.js';

const READS_HEADERS = 'readsHeaders';

/**
 * @param {'userScripts' | 'downloads' | 'notifications' | 'tabGroups'} name of a permission that
 *   the user can grant
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

/** @param {string} key of a switch that the user sets in the options */
function setting(key) {
  const set = async (/** @type {boolean} */ isOn) => {
    await saveLocal(key, isOn);
    return true;
  };
  return {
    has: async () => (await loadLocal(key)) === true,
    request: () => set(true),
    remove: () => set(false),
  };
}

/** To read response headers. */
export const headersPermission = setting(READS_HEADERS);
/** @param {() => void} listener called when the user switches it on or off */
export const onHeadersPermission = (listener) => onLocalChanged(READS_HEADERS, listener);
/** To run scripts of agents. Chrome's own switch can still prevent it. */
export const scriptsPermission = optional('userScripts');
/** To see downloads. */
export const downloadsPermission = optional('downloads');
/** To put the tabs that an agent opens into a group with its name. */
export const groupsPermission = optional('tabGroups');
/** To notify the user of questions. */
export const notificationsPermission = optional('notifications');

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
