//! Reads one document in its turn and within its deadline.

import { DeadlineExceeded, within } from '../deadline.js';
import { inTurn, DocumentLost, PageDocument, VERDICT_MS } from './documents.js';
import { staleUid } from '../faults.js';
import { refusalFrom } from '../browser/tabs.js';
import { knownFrames } from './last-read.js';
import { readInTurn } from './understand.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../browser/frames.js').TabFacts} TabFacts */
/** @typedef {import('./understand.js').Find} Find */
/** @typedef {import('./understand.js').DocumentRead} DocumentRead */
/** @typedef {{document: string, url: string}} DocumentLocation */
/**
 * How to read a tab. `find`: returns the scope in a document; `inPage`: run the engine in the page
 * if allowed; `have`: names of answers that the server has; `haveTrees`: names of trees that the
 * server has, so that differences are sufficient.
 * @typedef {{find: (document: string) => Find, places: string, inPage: boolean, children: boolean,
 *   only: {document: string, world: number} | null, have: string[], haveTrees: string[]}}
 *   ReadRequest
 */

/**
 * Work that was started before Chrome listed the frames of the tab: reading the documents that were
 * last read, or injecting the recorder if there are none.
 * @typedef {{facts: TabFacts, reads: Map<string, Promise<DocumentRead>>,
 *   injected: Promise<string | null> | null}} EarlyRead
 */

/** The longest time that a child frame delays the answer. */
const CHILD_DEADLINE = 5000;

/** @param {Deadline} deadline @returns {Deadline} of child frames */
export const childDeadline = (deadline) =>
  deadline.atMost(Math.min(CHILD_DEADLINE, deadline.left() * 0.8));

/**
 * Runs `work` in the document that the query names, in its turn.
 * @template T
 * @param {ChosenTab} chosen
 * @param {{document: string, world: number}} only
 * @param {Deadline} deadline
 * @param {(page: PageDocument, at: FrameInfo) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inDocument(chosen, only, deadline, work) {
  const at = (await knownFrames(chosen)).find((frame) => frame.document === only.document);
  if (!at) throw staleUid();
  if (at.refused) throw at.refused;
  const page = new PageDocument(chosen.id, at.document);
  const checkAndWork = async () => {
    const recorder = await page.ping();
    if (recorder?.world !== only.world) throw staleUid();
    return await work(page, at);
  };
  try {
    return await takeTurn(page, deadline, checkAndWork);
  } catch (error) {
    throw error instanceof DocumentLost ? staleUid() : await refusalFrom(chosen.id, at.url, error);
  }
}

/**
 * Runs `work` in the document's turn. Rejects at the deadline, or if the page does not respond.
 * @template T
 * @param {PageDocument} page
 * @param {Deadline} deadline
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function takeTurn(page, deadline, work) {
  const result = inTurn(page.id, async () => {
    if (!deadline.left()) throw new DeadlineExceeded();
    return await within(deadline, work());
  });
  return page.guard(within(deadline.reserving(VERDICT_MS), result));
}

/**
 * @param {number} tab
 * @param {DocumentLocation} at
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {EarlyRead | null} early
 * @param {Promise<string | null> | null} [injected] the document that the recorder is already being
 *   injected into
 * @returns {Promise<DocumentRead>}
 */
export function readDocument(tab, at, request, deadline, early, injected = null) {
  return (
    early?.reads.get(at.document) ??
    readPage(new PageDocument(tab, at.document, injected), at.url, request, deadline)
  );
}

/**
 * @param {PageDocument} page
 * @param {string} url
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @returns {Promise<DocumentRead>}
 */
export const readPage = (page, url, request, deadline) =>
  page.untilReplaced(
    takeTurn(page, deadline, () => readInTurn(page, url, request.find(page.id), request, deadline)),
  );
