//! Reads one document in its turn, within its deadline. Why a document can't be read, tabs.js says;
//! how it is read, understand.js.

import { DeadlineExceeded, within } from '../deadline.js';
import { inTurn, DocumentLost, PageDocument } from './documents.js';
import { staleUid } from '../faults.js';
import { allowedFrames } from '../browser/frames.js';
import { refusalFrom } from '../browser/tabs.js';
import { readInTurn } from './understand.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../browser/frames.js').TabFacts} TabFacts */
/** @typedef {import('./understand.js').Find} Find */
/** @typedef {import('./understand.js').DocumentRead} DocumentRead */
/** @typedef {{document: string, url: string}} Whereabouts */
/**
 * How a tab is to be read. `find` of a document: what to look for there; `inPage`: with the engine
 * in the page, where it may; `have`: names of answers that need not be sent again; `haveTrees`: of
 * trees, of which what has changed is enough.
 * @typedef {{find: (document: string) => Find, places: string, inPage: boolean, children: boolean,
 *   only: {document: string, world: number} | null, have: string[], haveTrees: string[]}}
 *   ReadRequest
 */

/**
 * What was begun before it was known what the tab shows: reading the documents that it showed last;
 * where it was never read, injecting the recorder.
 * @typedef {{facts: TabFacts, reads: Map<string, Promise<DocumentRead>>, put: Promise<string |
 *   null>
 *   | null}} Early
 */

/** A child frame never holds up the answer for longer, however long the query may take. */
const CHILD_DEADLINE = 5000;

/** @param {Deadline} deadline @returns {Deadline} of child frames */
export const childDeadline = (deadline) =>
  deadline.atMost(Math.min(CHILD_DEADLINE, deadline.left() * 0.8));

/**
 * Runs `work` in turn in one document that the query names, for queries that mean that document and
 * no other.
 * @template T
 * @param {ChosenTab} chosen
 * @param {{document: string, world: number}} only
 * @param {Deadline} deadline
 * @param {(page: PageDocument, at: FrameInfo) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inDocument(chosen, only, deadline, work) {
  const at = (await allowedFrames(chosen)).find((frame) => frame.document === only.document);
  if (!at) throw staleUid();
  if (at.refused) throw at.refused;
  const page = new PageDocument(chosen.id, at.document);
  const same = async () => {
    const there = await page.ping();
    if (there?.world !== only.world) throw staleUid();
    return await work(page, at);
  };
  try {
    return await takeTurn(page, deadline, same);
  } catch (error) {
    throw error instanceof DocumentLost ? staleUid() : await refusalFrom(chosen.id, at.url, error);
  }
}

/**
 * Waits for this document's turn, and gives up at the deadline or when the page shows no sign of
 * life.
 * @template T
 * @param {PageDocument} page
 * @param {Deadline} deadline
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function takeTurn(page, deadline, work) {
  const mine = inTurn(page.id, async () => {
    if (!deadline.left()) throw new DeadlineExceeded();
    return await within(deadline, work());
  });
  return page.guard(within(deadline, mine));
}

/**
 * @param {number} tab
 * @param {Whereabouts} at
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {Early | null} early
 * @param {Promise<string | null> | null} [put] where its recorder may have been injected already
 * @returns {Promise<DocumentRead>}
 */
export function readDocument(tab, at, request, deadline, early, put = null) {
  return (
    early?.reads.get(at.document) ??
    readPage(new PageDocument(tab, at.document, put), at.url, request, deadline)
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
  takeTurn(page, deadline, () => readInTurn(page, url, request.find(page.id), request, deadline));
