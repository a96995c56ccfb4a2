//! Reads child frames. A frame that can't be read becomes a fault in the answer.

import { DeadlineExceeded } from '../deadline.js';
import { DocumentLost, ScriptRefused } from './documents.js';
import { Fault, timedOut } from '../faults.js';
import { frameNow } from '../browser/frames.js';
import { readDocument } from './read-document.js';
import { couldNotLoad, PdfViewer, pdfViewerInFrame, refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').EarlyRead} EarlyRead */
/** @typedef {import('./read-document.js').ReadRequest} ReadRequest */

/**
 * @type {Set<string>} documents of child frames that are Chrome's error pages, which they always
 *   remain
 */
const errorPages = new Set();
const MAX_ERROR_PAGES = 1000;

/**
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {EarlyRead | null} early
 * @returns {Promise<FrameRead | FrameFailed>}
 */
export async function readChild(chosen, at, request, deadline, early) {
  if (at.refused) return { at, fault: at.refused };
  if (errorPages.has(at.document)) return { at, fault: couldNotLoad() };
  try {
    return { ...(await readDocument(chosen.id, at, request, deadline, early)), at };
  } catch (error) {
    if (error instanceof ScriptRefused && error.isErrorPage) rememberErrorPage(at.document);
    const current = error instanceof DocumentLost ? await frameNow(chosen, at) : null;
    if (!current) return { at, fault: await childFault(chosen, at, error) };
    // The new document may be one that must not be read.
    if (current.refused) return { at: current, fault: current.refused };
    return await readDocument(chosen.id, current, request, deadline, null).then(
      (read) => ({ ...read, at: current }),
      async (second) => ({ at: current, fault: await childFault(chosen, current, second) }),
    );
  }
}

/** @param {string} document */
function rememberErrorPage(document) {
  if (errorPages.size >= MAX_ERROR_PAGES) errorPages.clear();
  errorPages.add(document);
}

/** @param {ChosenTab} chosen @param {FrameInfo} at @param {unknown} error */
export async function childFault(chosen, at, error) {
  if (error instanceof DocumentLost)
    return new Fault('stale_uid', 'The frame was replaced while it was read.');
  if (error instanceof DeadlineExceeded) return timedOut('The frame');
  if (error instanceof PdfViewer) return pdfViewerInFrame();
  return await refusalFrom(chosen.id, at.url, error);
}
