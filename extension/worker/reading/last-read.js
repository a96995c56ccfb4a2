//! The documents that were last read in each tab, until the tab gets another main document. The
//! next read starts with them before Chrome has listed the frames.

import { access, allowedFrames } from '../browser/frames.js';
import { mayHide } from '../policy/policy.js';
import { forgetAll } from './record-cache.js';

/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').DocumentLocation} DocumentLocation */

/**
 * By tab: the main document, its same-origin frames, and those of these frames that can't be
 * reached through its recorder.
 * @type {Map<number, {main: DocumentLocation, inner: DocumentLocation[], unreached: Set<string>}>}
 */
export const lastRead = new Map();
/**
 * @type {Map<number, FrameInfo[]>} by tab: frames that Chrome did not list, as they were last found
 */
export const lastUnlisted = new Map();

/**
 * @param {ChosenTab} chosen
 * @returns {FrameInfo[]} the unlisted frames that the agent may read. If some sites are withheld,
 *   only the attempt to run a script shows whether one of them is; and the policy can't be checked
 *   without a URL.
 */
export function readableUnlisted({ id, agent }) {
  const isUnrestricted = access.everywhere && !mayHide(agent);
  return (isUnrestricted && lastUnlisted.get(id)) || [];
}

/**
 * @param {ChosenTab} chosen
 * @returns {Promise<FrameInfo[]>} the frames that Chrome lists, the main frame first, and those
 *   that the last read has found
 */
export const knownFrames = async (chosen) => [
  ...(await allowedFrames(chosen)),
  ...readableUnlisted(chosen),
];

/** @param {number} tab that has another main document, or that is closed */
export function forgetLastRead(tab) {
  lastRead.delete(tab);
  lastUnlisted.delete(tab);
}

/**
 * Forgets all pages and what may be read, because the user granted or revoked access to sites.
 */
export function accessChanged() {
  access.everywhere = false;
  lastUnlisted.clear();
  forgetAll();
}

/** @param {number} tab @param {(FrameRead | FrameFailed)[]} read the main document first */
export function rememberRead(tab, read) {
  const [main, ...all] = read.filter((each) => 'recorded' in each).map(({ at }) => at);
  // The main document's recorder answers for these: a compromised process must not answer for a
  // page of another origin.
  const origin = originOf(main, all, main);
  const inner = all.filter((at) => origin !== null && originOf(at, all, main) === origin);
  const lastUnreached = lastRead.get(tab)?.unreached;
  const unreached = inner
    .map((at) => at.document)
    .filter((document) => lastUnreached?.has(document));
  lastRead.set(tab, { main, inner, unreached: new Set(unreached) });
}

/**
 * @param {FrameInfo} at
 * @param {FrameInfo[]} frames
 * @param {FrameInfo} main
 * @returns {string | null} the origin of its URL; for `about:` pages that of the parent; null
 *   if the origin is opaque
 */
function originOf(at, frames, main) {
  if (at !== main && (at.url === '' || at.url.startsWith('about:'))) {
    const parent = [main, ...frames].find((each) => each.frame === at.parent && each !== at);
    return parent ? originOf(parent, frames, main) : null;
  }
  const origin = URL.canParse(at.url) ? new URL(at.url).origin : 'null';
  return origin === 'null' ? null : origin;
}
