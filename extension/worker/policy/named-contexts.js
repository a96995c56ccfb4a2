//! The tabs and frames that the name in the `target` of a link or form means. The browser looks a
//! name up in the tabs that a page has opened or was opened by, which the extension knows only in
//! part: every frame of the name counts, and a frame that does not say its name, unless nothing
//! connects its tab with the one of the action.

import { Deadline, DeadlineExceeded, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { siteOf } from '../../shared/sites.js';
import { access, addInherited, asFrameAt, siteOfFrame } from '../browser/frames.js';

/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** `sites`: null for an unknown one; `tabs`: those of other pages, without that of the action.
 * @typedef {{sites: (string | null)[], tabs: number[]}} NamedContexts */

/** Longer than a page needs that does not hang. */
const NAMES_TIMEOUT_MS = 500;

/**
 * @param {string[]} names at least one, as in the effect of an action
 * @param {{tab: number, document: string}} place of the action
 * @returns {Promise<NamedContexts>}
 */
export async function contextsNamed(names, { tab, document }) {
  const own = await browserApi.getTab(tab);
  const tabs = (await browserApi.queryTabs({})).filter((each) => mayHaveName(each, own));
  const [inOwn, inOthers] = await Promise.all([
    sitesIn(own, names, document),
    Promise.all(tabs.map((each) => sitesIn(each, names, null, haveOpened(each, own)))),
  ]);
  const reached = tabs.filter((_, index) => inOthers[index].length > 0);
  return { sites: [...inOwn, ...inOthers.flat()], tabs: reached.map(({ id }) => id ?? -1) };
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

/** @param {browserApi.Tab} tab @param {browserApi.Tab} own @returns {boolean} one opened another */
const haveOpened = (tab, own) => tab.openerTabId === own.id || own.openerTabId === tab.id;

/**
 * @param {browserApi.Tab} tab
 * @param {string[]} names
 * @param {string | null} document that contains the link; null: it is in another tab
 * @param {boolean} [isRelated] it is the tab of the link, or one of the two has opened the other
 * @returns {Promise<(string | null)[]>} the sites of its frames with one of the names
 */
async function sitesIn(tab, names, document, isRelated = true) {
  const id = tab.id ?? -1;
  const [listed, known] = await Promise.all([browserApi.listFrames(id), namesIn(id)]);
  const frames = listed.map(asFrameAt);
  await addInherited(
    tab,
    frames.find(({ frame }) => frame === 0),
  );
  const isNamed = (/** @type {FrameInfo} */ frame) => {
    if (known === 'late') return isRelated;
    const name = known.get(frame.document);
    return name === undefined ? isRelated || !access.everywhere : names.includes(name);
  };
  const around = frames.find((frame) => frame.document === document)?.parent;
  const isParent = (/** @type {FrameInfo} */ { frame }) =>
    names.includes('_parent') && frame === around;
  const named = frames.filter((frame) => isParent(frame) || isNamed(frame));
  return named.map((frame) => siteOfFrame(frame, frames));
}

/**
 * @param {number} tab
 * @returns {Promise<Map<string, string> | 'late'>} by document; without those in which no script
 *   may run; `late`: a frame is busy, or the tab is frozen
 */
async function namesIn(tab) {
  try {
    const frames = await within(new Deadline(NAMES_TIMEOUT_MS), browserApi.frameNames(tab));
    return new Map(frames.map(({ documentId, result }) => [documentId ?? '', result ?? '']));
  } catch (error) {
    return error instanceof DeadlineExceeded ? 'late' : new Map();
  }
}
