//! Which frames a tab has, and which of them may be read. It reads none of them.

import { withoutUserInfo } from '../../shared/addresses.js';
import { siteOf } from '../../shared/sites.js';
import { DocumentLost } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { frameHidden, incognitoWithheld, tabCrashed, tabNotFound } from '../faults.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { refusalByAddress, refusalByUser, refusalFrom, siteOfBlank } from './tabs.js';

/** @typedef {import('./tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../faults.js').Fault} Fault */
/** `refused`: why the frame is not to be read; `inherited`: of a main frame without an address of
 * its own, the site of the page that wrote it.
 * @typedef {{frame: number, parent: number, document: string, url: string, refused?: Fault | null,
 *   inherited?: string | null}} FrameInfo */
/**
 * What Chrome says of a tab, asked all at once.
 * @typedef {{listed: Promise<browserApi.Frame[]>, everywhere: Promise<boolean>}} TabFacts
 */

/** The user lets us read every site, as far as Chrome has answered. */
export const access = { everywhere: false };

/** @param {number} tab @returns {TabFacts} */
export function requestTabFacts(tab) {
  const facts = {
    listed: browserApi.listFrames(tab),
    everywhere: browserApi.canRead(['<all_urls>']),
  };
  // Where the tab turns out to be no page, nothing awaits these.
  for (const asked of Object.values(facts)) asked.catch(() => {});
  return facts;
}

/**
 * @param {ChosenTab} chosen
 * @param {TabFacts} [facts]
 * @returns {Promise<FrameInfo[]>} the frames that Chrome lists, the main frame first; rejects when
 *   the user or Chrome forbids reading the tab
 */
export async function allowedFrames(chosen, facts) {
  const refusal = refusalByAddress(chosen.tab);
  if (refusal) throw refusal;
  if (chosen.tab.incognito && !(await browserApi.canReadIncognito())) throw incognitoWithheld();
  const asked = facts ?? requestTabFacts(chosen.id);
  const [listed, everywhere] = await Promise.all([asked.listed, asked.everywhere]);
  access.everywhere = everywhere;
  const frames = listed
    .filter((frame) => frame.documentLifecycle === 'active')
    .map(asFrameAt)
    .sort((a, b) => a.frame - b.frame);
  const main = frames.find((frame) => frame.frame === 0) ?? (await unlistedMain(chosen));
  if (!everywhere) await Promise.all(frames.map(addRefusal));
  if (mayHide(chosen.agent)) {
    await addInherited(chosen.tab, main);
    hideFrames(chosen, main, frames);
  }
  if (main.refused) throw main.refused;
  return [main, ...frames.filter((frame) => frame !== main)];
}

/**
 * Documents that the policy hides from the agent: of the main one, all of the tab.
 * @param {ChosenTab} chosen
 * @param {FrameInfo} main
 * @param {FrameInfo[]} frames
 */
function hideFrames(chosen, main, frames) {
  const all = [main, ...frames.filter((frame) => frame !== main)];
  const hidden = all.filter((at) => isBlocked(at, all, chosen));
  if (hidden.includes(main)) throw tabNotFound(chosen.requestedTab);
  hidden.forEach(hide);
}

/**
 * Before its level is asked for.
 * @param {import('../../shared/browser-api.js').Tab} tab
 * @param {FrameInfo | undefined} main its main frame
 */
export async function addInherited(tab, main) {
  if (main && siteOf(main.url) === null) main.inherited = await siteOfBlank(tab);
}

/** @param {FrameInfo} at @param {FrameInfo[]} frames of its tab @param {ChosenTab} chosen */
const isBlocked = (at, frames, { agent }) =>
  levelForSite(siteOfFrame(at, frames), agent) === 'block';

/** @param {FrameInfo} at of which nothing is said but that it is there */
function hide(at) {
  at.refused = frameHidden();
  at.url = '';
}

/**
 * @param {FrameInfo} at
 * @param {FrameInfo[]} frames of its tab
 * @returns {string | null} its site; of a document that has none by its address, that of the one
 *   around it, or of the one that wrote it
 */
export function siteOfFrame(at, frames) {
  const site = siteOf(at.url);
  if (site !== null) return site;
  const around = frames.find((each) => each.frame === at.parent && each !== at);
  return around ? siteOfFrame(around, frames) : (at.inherited ?? null);
}

/** @param {FrameInfo} frame */
async function addRefusal(frame) {
  frame.refused = await refusalByUser(frame.url);
}

/**
 * Chrome lists no frame of a tab that shows a `blob:` address, and none of one that has crashed.
 * @param {ChosenTab} chosen
 * @returns {Promise<FrameInfo>}
 */
async function unlistedMain(chosen) {
  const url = withoutUserInfo(chosen.tab.url ?? '');
  if (!url.startsWith('blob:')) {
    throw await browserApi
      .getTab(chosen.id)
      .then(tabCrashed, () => new DocumentLost('the tab is gone'));
  }
  const document = await browserApi.probeMainFrame(chosen.id).catch(async (error) => {
    throw await refusalFrom(chosen.id, url, error);
  });
  if (!document) throw tabCrashed();
  return { frame: 0, parent: -1, document, url };
}

/**
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @returns {Promise<FrameInfo | null>} the frame with its new document, if it has one
 */
export async function frameNow(chosen, at) {
  const listed = await browserApi.listFrames(chosen.id).catch(() => []);
  const frames = listed.map(asFrameAt);
  const now = frames.find((each) => each.frame === at.frame);
  if (!now || now.document === at.document) return null;
  if (!access.everywhere) await addRefusal(now);
  if (!mayHide(chosen.agent)) return now;
  await addInherited(
    chosen.tab,
    frames.find((each) => each.frame === 0),
  );
  if (isBlocked(now, frames, chosen)) hide(now);
  return now;
}

/** @param {browserApi.Frame} frame @returns {FrameInfo} */
const asFrameAt = (frame) => ({
  frame: frame.frameId,
  parent: frame.parentFrameId,
  document: frame.documentId,
  url: withoutUserInfo(frame.url),
});
