//! A download as an agent may know it. Its name is text of the page or of its server.

import { withoutCredentials } from '../../shared/addresses.js';
import { MAX_ADDRESS } from '../../shared/request-limits.js';
import { isHidden } from '../reading/frame-lists.js';

/** @typedef {import('../../shared/browser-api.js').DownloadItem} DownloadItem */
/** @typedef {import('../../types/protocol').Download} Download */
/** @typedef {import('../../types/protocol').DownloadBinding} DownloadBinding */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

/** Longer names are cut. Most file systems have shorter ones. */
const MAX_NAME = 255;
/** Chrome's words for files that it considers safe, or that the user has accepted. */
const HARMLESS = new Set(['safe', 'accepted', 'allowlistedByPolicy', 'deepScannedSafe']);

/**
 * @param {DownloadItem} item
 * @param {QueryAgent} agent
 * @returns {boolean} whether the policy hides a site that it is from
 */
const isFromHidden = ({ url, finalUrl, referrer }, agent) =>
  [url, finalUrl, referrer ?? ''].some((each) => isHidden(each.replace(/^blob:/i, ''), agent));

/**
 * @param {DownloadItem} item
 * @param {QueryAgent} agent
 * @returns {string | null} the name of its file; null if Chrome has not chosen one yet, empty if
 *   the agent must not know it
 */
export function nameOf(item, agent) {
  if (isFromHidden(item, agent)) return '';
  const name = item.filename.split(/[\\/]/).at(-1) ?? '';
  return name === '' ? null : name.slice(0, MAX_NAME).toWellFormed();
}

/**
 * @param {DownloadItem} item
 * @param {DownloadBinding} boundBy
 * @param {QueryAgent} agent
 * @returns {Download}
 */
export function visibleDownload(item, boundBy, agent) {
  const { state, totalBytes, endTime } = item;
  const name = nameOf(item, agent);
  const isVisible = !isFromHidden(item, agent);
  const isComplete = state === 'complete';
  return {
    ...(name === null ? {} : { name }),
    ...(isComplete && isVisible ? { path: item.filename.toWellFormed() } : {}),
    url: isVisible ? addressOf(item.finalUrl || item.url) : '',
    state: /** @type {Download['state']} */ (state),
    boundBy,
    bytes: Math.max(item.bytesReceived, 0),
    ...(totalBytes > 0 ? { total: totalBytes } : {}),
    ...(item.error ? { error: item.error } : {}),
    ...(HARMLESS.has(item.danger) ? {} : { danger: item.danger }),
    isPaused: item.paused && state === 'in_progress',
    isDeleted: isComplete && !item.exists,
    start: Date.parse(item.startTime),
    ...(endTime ? { end: Date.parse(endTime) } : {}),
  };
}

/** @param {string} url @returns {string} without secrets, and without the content of a data URL */
function addressOf(url) {
  const address = /^data:/i.test(url) ? `${url.slice(0, url.indexOf(',') + 1)}…` : url;
  return withoutCredentials(address).slice(0, MAX_ADDRESS).toWellFormed();
}
