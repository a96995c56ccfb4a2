//! From which pages a download can be. Chrome names no tab: a download has a referrer, which the
//! page's policy can reduce to its origin or to nothing, and its URL.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {browserApi.DownloadItem} DownloadItem */
/** @typedef {import('../../types/protocol').DownloadBinding} DownloadBinding */
/** @typedef {{tab: number, isIncognito: boolean, urls: string[]}} TabPages */

/** @returns {Promise<TabPages[]>} the URLs of all frames of each tab */
export async function pagesOfTabs() {
  const tabs = await browserApi.queryTabs({});
  return await Promise.all(
    tabs.map(async ({ id = -1, incognito }) => {
      const frames = await browserApi.listFrames(id).catch(() => []);
      return { tab: id, isIncognito: incognito, urls: frames.map(({ url }) => url) };
    }),
  );
}

/**
 * @param {DownloadItem} item
 * @param {number} tab
 * @param {TabPages[]} pages of all tabs
 * @returns {DownloadBinding | null} null if no page in the tab can be known to have started it
 */
export function boundByPage(item, tab, pages) {
  const owners = pages.filter(
    ({ isIncognito, urls }) =>
      isIncognito === item.incognito && urls.some((url) => canBeFrom(item, url)),
  );
  if (!owners.some((owner) => owner.tab === tab)) return null;
  return owners.length === 1 ? 'page' : 'shared_page';
}

/**
 * @param {DownloadItem} item
 * @param {string} url of a page
 * @returns {boolean} whether the page is the referrer of the download, or has its origin
 */
function canBeFrom({ referrer, url: source }, url) {
  const origin = originOf(url);
  if (origin === null) return false;
  if (!referrer) return origin === originOf(source);
  return referrer === `${origin}/` || withoutFragment(referrer) === asReferrer(url);
}

/** @param {string} url @returns {string | null} null if it is opaque */
function originOf(url) {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  return origin === 'null' ? null : origin;
}

/** @param {string} url @returns {string} the URL as a page sends it */
function asReferrer(url) {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return withoutFragment(parsed.href);
}

/** @param {string} url @returns {string} */
const withoutFragment = (url) => url.replace(/#.*$/s, '');

/**
 * @param {DownloadItem} item
 * @param {string} ended the URL of a navigation that ended without a document
 * @returns {boolean} whether the navigation can have become the download
 */
export const isOfNavigation = ({ url, finalUrl }, ended) =>
  [url, finalUrl].some((each) => withoutFragment(each) === withoutFragment(ended));
