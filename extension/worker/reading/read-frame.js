//! Reads child frames: one that can't be read is an answer too, and says why.

import { DeadlineExceeded } from '../deadline.js';
import { DocumentLost, ScriptRefused } from './documents.js';
import { Fault, timedOut } from '../faults.js';
import { frameNow } from '../browser/frames.js';
import { readDocument } from './read-document.js';
import { couldNotLoad, refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').Early} Early */
/** @typedef {import('./read-document.js').ReadRequest} ReadRequest */

/**
 * @type {Set<string>} documents of child frames that are Chrome's own pages of an error: they are
 * that for as long as they live
 */
const errorPages = new Set();
const MAX_ERROR_PAGES = 1000;

/**
 * A child frame that can't be read is an answer too.
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {Early | null} early
 * @returns {Promise<FrameRead | FrameFailed>}
 */
export async function readChild(chosen, at, request, deadline, early) {
  if (at.refused) return { at, fault: at.refused };
  if (errorPages.has(at.document)) return { at, fault: couldNotLoad() };
  try {
    return { ...(await readDocument(chosen.id, at, request, deadline, early)), at };
  } catch (error) {
    if (error instanceof ScriptRefused && error.isErrorPage) rememberErrorPage(at.document);
    const now = error instanceof DocumentLost ? await frameNow(chosen, at) : null;
    if (!now) return { at, fault: await childFault(chosen, at, error) };
    // It may have gone where it must not be read.
    if (now.refused) return { at: now, fault: now.refused };
    return await readDocument(chosen.id, now, request, deadline, null).then(
      (read) => ({ ...read, at: now }),
      async (again) => ({ at: now, fault: await childFault(chosen, now, again) }),
    );
  }
}

/** @param {string} document */
function rememberErrorPage(document) {
  if (errorPages.size >= MAX_ERROR_PAGES) errorPages.clear();
  errorPages.add(document);
}

/** @param {ChosenTab} chosen @param {FrameInfo} at @param {unknown} error */
async function childFault(chosen, at, error) {
  if (error instanceof DocumentLost)
    return new Fault('stale_uid', 'The frame went away while it was read.');
  if (error instanceof DeadlineExceeded) return timedOut('The frame');
  return await refusalFrom(chosen.id, at.url, error);
}
