//! What was read of each tab last, until it gets another main document: where the next read begins
//! before Chrome has said what the tab shows. It reads nothing.

import { access } from '../browser/frames.js';
import { forgetAll } from './record-cache.js';

/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').Whereabouts} Whereabouts */

/**
 * What was read last, by tab, until the tab gets another main document: that one, those of its
 * frames that are of its origin, and which of these can't be asked through its recorder.
 * @type {Map<number, {main: Whereabouts, inner: Whereabouts[], unreached: Set<string>}>}
 */
export const lastRead = new Map();
/**
 * @type {Map<number, FrameInfo[]>} frames that Chrome did not list, as they were found last, by
 *   tab, until the tab gets another document
 */
export const lastUnlisted = new Map();

/** @param {number} tab that another document has come to, or that is gone */
export function mainGone(tab) {
  lastRead.delete(tab);
  lastUnlisted.delete(tab);
}

/**
 * The user has given or taken access to sites: nothing is known of what may be read, and what
 * was read is forgotten.
 */
export function accessChanged() {
  access.everywhere = false;
  lastUnlisted.clear();
  forgetAll();
}

/** @param {number} tab @param {(FrameRead | FrameFailed)[]} read the main document first */
export function rememberRead(tab, read) {
  const [main, ...all] = read.filter((each) => 'recorded' in each).map(({ at }) => at);
  // The main document's recorder answers for these: a process that a page has taken over must not
  // speak for a page of another origin.
  const origin = originOf(main, all, main);
  const inner = all.filter((at) => origin !== null && originOf(at, all, main) === origin);
  const before = lastRead.get(tab)?.unreached;
  const unreached = inner.map((at) => at.document).filter((document) => before?.has(document));
  lastRead.set(tab, { main, inner, unreached: new Set(unreached) });
}

/**
 * @param {FrameInfo} at
 * @param {FrameInfo[]} frames
 * @param {FrameInfo} main
 * @returns {string | null} its origin by its address; of `about:` pages that of the page around
 *   them; null of what has none that another page can share
 */
function originOf(at, frames, main) {
  if (at !== main && (at.url === '' || at.url.startsWith('about:'))) {
    const parent = [main, ...frames].find((each) => each.frame === at.parent && each !== at);
    return parent ? originOf(parent, frames, main) : null;
  }
  const origin = URL.canParse(at.url) ? new URL(at.url).origin : 'null';
  return origin === 'null' ? null : origin;
}
