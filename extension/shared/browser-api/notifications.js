//! `chrome.notifications`. It does not exist until the user has granted the permission.

import { extensionUrl } from './runtime.js';

/**
 * Shows a notification, if the user allows them.
 * @param {string} id
 * @param {string} title
 * @param {string} message
 */
export async function notify(id, title, message) {
  const iconUrl = extensionUrl('icons/connected-128.png');
  await chrome.notifications?.create(id, { type: 'basic', iconUrl, title, message });
}

/** @param {string} id of a notification that may be open */
export async function endNotification(id) {
  await chrome.notifications?.clear(id);
}
