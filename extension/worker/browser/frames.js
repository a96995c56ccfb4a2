//! The frames of a tab, and which of them may be read.

import { withoutCredentials } from '../../shared/addresses.js';
import { siteOf } from '../../shared/sites.js';
import { DocumentLost } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { frameHidden, incognitoWithheld, tabCrashed, tabNotFound } from '../faults.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { refusalByAddress, refusalByUser, refusalFrom, siteOfBlank } from './tabs.js';

/** @typedef {import('./tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../faults.js').Fault} Fault */
/** `refused`: why the frame must not be read; `inherited`: the site of the page that created a main
 * frame without a URL, or of the origin of a frame that Chrome does not list;
 * `hasFailed`: its last load failed, so that it may show an error page.
 * @typedef {{frame: number, parent: number, document: string, url: string, refused?: Fault | null,
 *   inherited?: string | null, hasFailed?: boolean}} FrameInfo */
/**
 * Facts about a tab, requested from Chrome at the same time.
 * @typedef {{listed: Promise<browserApi.Frame[]>, everywhere: Promise<boolean>}} TabFacts
 */

/** `everywhere`: the extension may read every site, according to Chrome's last answer. */
export const access = { everywhere: false };

/** @param {number} tab @returns {TabFacts} */
export function requestTabFacts(tab) {
  const facts = {
    listed: browserApi.listFrames(tab),
    everywhere: browserApi.canRead(['<all_urls>']),
  };
  // If the tab has no page, no code awaits these.
  for (const request of Object.values(facts)) request.catch(() => {});
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
  const requested = facts ?? requestTabFacts(chosen.id);
  const [listed, everywhere] = await Promise.all([requested.listed, requested.everywhere]);
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
 * Hides the documents that the policy hides from the agent. If the main document is hidden, so is
 * the tab.
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
 * Sets the inherited site of a main frame. Must be called before its level is determined.
 * @param {import('../../shared/browser-api.js').Tab} tab
 * @param {FrameInfo | undefined} main its main frame
 */
export async function addInherited(tab, main) {
  if (main && siteOf(main.url) === null) main.inherited = await siteOfBlank(tab);
}

/** @param {FrameInfo} at @param {FrameInfo[]} frames of its tab @param {ChosenTab} chosen */
const isBlocked = (at, frames, { agent }) =>
  levelForSite(siteOfFrame(at, frames), agent) === 'block';

/** @param {FrameInfo} at of which the agent only learns that it exists */
function hide(at) {
  at.refused = frameHidden();
  at.url = '';
}

/**
 * @param {FrameInfo} at
 * @param {FrameInfo[]} frames of its tab
 * @returns {string | null} its site; if its URL has none, that of the
 *   document around it, or of the one that created it
 */
export function siteOfFrame(at, frames) {
  const site = siteOf(at.url) ?? (at.frame === 0 ? null : (at.inherited ?? null));
  if (site !== null) return site;
  const around = frames.find((each) => each.frame === at.parent && each !== at);
  return around ? siteOfFrame(around, frames) : (at.inherited ?? null);
}

/** @param {FrameInfo} frame */
async function addRefusal(frame) {
  frame.refused = await refusalByUser(frame.url);
}

/**
 * The main frame of a tab for which Chrome lists no frames: the tab shows a `blob:` URL, or it
 * has crashed.
 * @param {ChosenTab} chosen
 * @returns {Promise<FrameInfo>}
 */
async function unlistedMain(chosen) {
  const url = withoutCredentials(chosen.tab.url ?? '');
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
 * @returns {Promise<FrameInfo | null>} the frame with its new document; null if it has none
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
export const asFrameAt = (frame) => ({
  frame: frame.frameId,
  parent: frame.parentFrameId,
  document: frame.documentId,
  url: withoutCredentials(frame.url),
  hasFailed: frame.errorOccurred,
});
