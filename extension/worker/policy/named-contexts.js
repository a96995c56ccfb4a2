//! The tabs and frames that the name in the `target` of a link or form means. The browser looks a
//! name up in the tabs that a page has opened or was opened by, which the extension does not know:
//! every tab that has a frame of the name counts, and every tab that does not say its names.

import { Deadline, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { siteOfFrame } from '../browser/frames.js';
import { chooseTab, siteOfBlank } from '../browser/tabs.js';
import { knownFrames } from '../reading/last-read.js';

/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** `sites`: null for an unknown one; `tabs`: those of other pages, without that of the action.
 * @typedef {{sites: (string | null)[], tabs: number[]}} NamedContexts */

/** Longer than a page needs that does not hang. */
const NAMES_TIMEOUT_MS = 500;

/**
 * @param {string[]} names at least one, as in the effect of an action
 * @param {{tab: number, agent: QueryAgent, document: string}} place of the action
 * @returns {Promise<NamedContexts>}
 */
export async function contextsNamed(names, { tab, agent, document }) {
  const chosen = await chooseTab(tab, agent);
  const frames = await knownFrames(chosen);
  const [own, others] = await Promise.all([
    framesNamed(names, tab, frames, document),
    tabsNamed(names, chosen.tab),
  ]);
  const sites = own.map((frame) => siteOfFrame(frame, frames));
  sites.push(...(await Promise.all(others.map(siteOfTab))));
  return { sites, tabs: others.map(({ id }) => id ?? -1) };
}

/**
 * @param {string[]} names
 * @param {browserApi.Tab} own the tab of the action
 * @returns {Promise<browserApi.Tab[]>} the other tabs with one of the names
 */
async function tabsNamed(names, own) {
  const tabs = (await browserApi.queryTabs({})).filter((tab) => mayHaveName(tab, own));
  const known = await Promise.all(tabs.map(({ id }) => namesIn(id ?? -1)));
  return tabs.filter(({ url }, index) => {
    const inTab = known[index];
    if (inTab === null) return siteOf(url ?? '') !== null;
    return inTab.some(({ result }) => names.includes(result ?? ''));
  });
}

/**
 * @param {browserApi.Tab} tab
 * @param {browserApi.Tab} own
 * @returns {boolean} whether a page of another tab can find it by a name. Chrome loads a discarded
 *   tab again, and web pages know no pages of the browser.
 */
const mayHaveName = ({ id, url, discarded, incognito }, own) =>
  id !== own.id &&
  incognito === own.incognito &&
  !discarded &&
  (siteOf(url ?? '') !== null || /^(?:about|blob|data):/.test(url ?? ''));

/** @param {number} tab null: a frame is busy, or no script may run */
const namesIn = (tab) =>
  within(new Deadline(NAMES_TIMEOUT_MS), browserApi.frameNames(tab)).catch(() => null);

/**
 * @param {string[]} names
 * @param {number} tab
 * @param {FrameInfo[]} frames of the tab
 * @param {string} document of the action
 * @returns {Promise<FrameInfo[]>} the frames with one of the names, or with an unknown one
 */
async function framesNamed(names, tab, frames, document) {
  const around = frames.find((frame) => frame.document === document)?.parent;
  const parent = names.includes('_parent') ? frames.filter(({ frame }) => frame === around) : [];
  if (names.every((name) => name === '_parent')) return parent;
  const known = await namesIn(tab);
  const nameOf = (/** @type {FrameInfo} */ frame) =>
    known?.find((each) => each.documentId === frame.document)?.result;
  const named = frames.filter((frame) => names.includes(nameOf(frame) ?? names[0]));
  return [...parent, ...named];
}

/** @param {browserApi.Tab} tab @returns {Promise<string | null>} */
const siteOfTab = async (tab) => siteOf(tab.url ?? '') ?? (await siteOfBlank(tab));
