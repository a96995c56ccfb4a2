//! Reads the documents of a tab, each frame with a deadline of its own, and says why frames can't
//! be read. Which frames there are is frames.js's business, how one document is read
//! understand.js's.

import { Deadline, TooLate, within } from './deadline.js';
import { inTurn, Lost, PageDocument, injectEarly, Refused } from './documents.js';
import * as ext from './ext.js';
import { Fault, staleUid, timedOut } from './faults.js';
import { areAllMissing, lackingFrames, parentOf, placeFailed } from './frame-places.js';
import { access, allowedFrames, askChrome, frameNow } from './frames.js';
import { forgetAll } from './record-cache.js';
import { couldNotLoad, perhapsBlank, refusalFrom } from './tabs.js';
import { readBatch } from './batch.js';
import { readInTurn } from './understand.js';

/** @typedef {import('./tabs.js').Chosen} Chosen */
/** @typedef {import('./understand.js').Find} Find */
/** @typedef {import('./understand.js').DocumentRead} DocumentRead */
/** @typedef {import('./frames.js').FrameAt} FrameAt */
/** @typedef {import('./frames.js').TabFacts} TabFacts */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/**
 * How a tab is to be read. `find` of a document: what to look for there; `inPage`: with the engine
 * in the page, where it may; `have`: names of answers that need not be sent again; `haveTrees`: of
 * trees, of which what has changed is enough.
 * @typedef {{find: (document: string) => Find, places: string, inPage: boolean, children: boolean,
 *   only: {document: string, world: number} | null, have: string[], haveTrees: string[]}}
 *   ReadRequest
 */

/** A child frame never holds up the answer for longer, however long the query may take. */
const CHILD_DEADLINE = 5000;
const FIND_UNLISTED = 500;

/** The tab holds nothing, and no script may look. */
export class Blank extends Error {}

/**
 * What was begun before it was known what the tab shows: reading the documents that it showed last;
 * where it was never read, injecting the recorder.
 * @typedef {{facts: TabFacts, reads: Map<string, Promise<DocumentRead>>, put: Promise<string |
 *   null>
 *   | null}} Early
 */
/** @typedef {{document: string, url: string}} Whereabouts */

/**
 * What was read last, by tab, until the tab gets another main document: that one, those of its
 * frames, and which of these can't be asked through its recorder.
 * @type {Map<number, {main: Whereabouts, inner: Whereabouts[], unreached: Set<string>}>}
 */
const lastRead = new Map();
/**
 * @type {Map<number, FrameAt[]>} frames that Chrome did not list, as they were found last, by tab,
 * until the tab gets another document
 */
const lastUnlisted = new Map();
/**
 * @type {Set<string>} documents of child frames that are Chrome's own pages of an error: they are
 * that for as long as they live
 */
const errorPages = new Set();
const MOST_ERROR_PAGES = 1000;

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

/**
 * Asks all that is to be asked at once, and begins to read the documents that the tab showed last:
 * most often they are there still. Whether they are, and may be read, is known before anything is
 * said of them.
 * @param {number} tab
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @returns {Early}
 */
export function beginEarly(tab, request, deadline) {
  const facts = askChrome(tab);
  const last = lastRead.get(tab);
  if (!access.everywhere || request.only) return { facts, reads: new Map(), put: null };
  if (!last) return { facts, reads: new Map(), put: injectEarly(tab) };
  const { main, unreached } = last;
  const inner =
    request.children && !request.inPage
      ? last.inner.filter((at) => !unreached.has(at.document))
      : [];
  const urls = new Map([main, ...inner].map((at) => [at.document, at.url]));
  const read = (/** @type {PageDocument} */ page) =>
    readPage(
      page,
      urls.get(page.id) ?? '',
      request,
      page.id === main.document ? deadline : childDeadline(deadline),
    );
  const pages = inner.map((at) => new PageDocument(tab, at.document));
  const reads = readBatch(new PageDocument(tab, main.document), pages, read, (ids) =>
    ids.forEach((id) => unreached.add(id)),
  );
  for (const begun of reads.values()) begun.catch(() => {});
  return { facts, reads, put: null };
}

/** @param {Deadline} deadline @returns {Deadline} of child frames */
const childDeadline = (deadline) =>
  deadline.atMost(Math.min(CHILD_DEADLINE, deadline.left() * 0.8));

/**
 * Reads the frames of a tab, the main frame first.
 * @param {Chosen} chosen
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {Early | null} early
 * @returns {Promise<(FrameRead | FrameFailed)[]>} rejects with `Blank`, or the fault that explains
 *   why the main frame can't be read
 */
export async function readTab(chosen, request, deadline, early) {
  try {
    return await readOnce(chosen, request, deadline, early);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (request.only) throw staleUid();
    // The tab went to another document meanwhile. That one is read, once.
    chosen.tab = await ext.getTab(chosen.id).catch(() => chosen.tab);
    return await readOnce(chosen, request, deadline, null).catch(async (again) => {
      throw again instanceof Blank
        ? again
        : await refusalFrom(chosen.id, chosen.tab.url ?? '', again);
    });
  }
}

/**
 * Runs `work` in turn in one document that the query names, for queries that mean that document and
 * no other.
 * @template T
 * @param {Chosen} chosen
 * @param {{document: string, world: number}} only
 * @param {Deadline} deadline
 * @param {(page: PageDocument, at: FrameAt) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inDocument(chosen, only, deadline, work) {
  const at = (await allowedFrames(chosen)).find((frame) => frame.document === only.document);
  if (!at) throw staleUid();
  const page = new PageDocument(chosen.id, at.document);
  const same = async () => {
    const there = await page.askThere({ axlens: 'ping' });
    if (there?.world !== only.world) throw staleUid();
    return await work(page, at);
  };
  try {
    return await takeTurn(page, deadline, same);
  } catch (error) {
    throw error instanceof Lost ? staleUid() : await refusalFrom(chosen.id, at.url, error);
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
    if (!deadline.left()) throw new TooLate();
    return await within(deadline, work());
  });
  return page.guard(within(deadline, mine));
}

/**
 * @param {Chosen} chosen @param {ReadRequest} request @param {Deadline} deadline @param {Early |
 *   null} early
 */
async function readOnce(chosen, request, deadline, early) {
  const frames = await allowedFrames(chosen, early?.facts);
  const [main, ...children] = request.children ? frames : frames.slice(0, 1);
  const shorter = childDeadline(deadline);
  const others = children.map((at) => readChild(chosen, at, request, shorter, early));
  const unlisted = request.children ? readKnownUnlisted(chosen, request, shorter, early) : [];
  const first = await readMain(chosen, main, request, deadline, early);
  const read = [first, ...(await Promise.all(others))];
  if (request.children)
    read.push(...(await readUnlisted(chosen, read, await Promise.all(unlisted), request, shorter)));
  if (request.children || lastRead.get(chosen.id)?.main.document !== main.document)
    rememberRead(chosen.id, read);
  placeFailed(read);
  return read;
}

/** @param {number} tab @param {(FrameRead | FrameFailed)[]} read the main document first */
function rememberRead(tab, read) {
  const [main, ...inner] = read.filter((each) => 'recorded' in each).map(({ at }) => at);
  const before = lastRead.get(tab)?.unreached;
  const unreached = inner.map((at) => at.document).filter((document) => before?.has(document));
  lastRead.set(tab, { main, inner, unreached: new Set(unreached) });
}

/**
 * @param {Chosen} chosen @param {FrameAt} at @param {ReadRequest} request @param {Deadline}
 *   deadline @param
 * {Early | null} early
 */
async function readMain(chosen, at, request, deadline, early) {
  try {
    return { ...(await readDocument(chosen.id, at, request, deadline, early, early?.put)), at };
  } catch (error) {
    if (error instanceof Lost || error instanceof Blank) throw error;
    if (error instanceof Refused && perhapsBlank({ ...chosen.tab, url: at.url })) throw new Blank();
    throw await refusalFrom(chosen.id, at.url, error);
  }
}

/**
 * A child frame that can't be read is an answer too.
 * @param {Chosen} chosen
 * @param {FrameAt} at
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {Early | null} early
 * @returns {Promise<FrameRead | FrameFailed>}
 */
async function readChild(chosen, at, request, deadline, early) {
  if (at.refused) return { at, fault: at.refused };
  if (errorPages.has(at.document)) return { at, fault: couldNotLoad() };
  try {
    return { ...(await readDocument(chosen.id, at, request, deadline, early)), at };
  } catch (error) {
    if (error instanceof Refused && error.isErrorPage) rememberErrorPage(at.document);
    const now = error instanceof Lost ? await frameNow(chosen, at) : null;
    if (!now) return { at, fault: await childFault(chosen, at, error) };
    return await readDocument(chosen.id, now, request, deadline, null).then(
      (read) => ({ ...read, at: now }),
      async (again) => ({ at: now, fault: await childFault(chosen, now, again) }),
    );
  }
}

/** @param {string} document */
function rememberErrorPage(document) {
  if (errorPages.size >= MOST_ERROR_PAGES) errorPages.clear();
  errorPages.add(document);
}

/** @param {Chosen} chosen @param {FrameAt} at @param {unknown} error */
async function childFault(chosen, at, error) {
  if (error instanceof Lost)
    return new Fault('stale_uid', 'The frame went away while it was read.');
  if (error instanceof TooLate) return timedOut('The frame');
  return await refusalFrom(chosen.id, at.url, error);
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
function readDocument(tab, at, request, deadline, early, put = null) {
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
const readPage = (page, url, request, deadline) =>
  takeTurn(page, deadline, () => readInTurn(page, url, request.find(page.id), request, deadline));

/**
 * Reads the frames that Chrome did not list last time either; most often they are there still.
 * @param {Chosen} chosen
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {Early | null} early
 * @returns {Promise<FrameRead | null>[]} null of one that is gone
 */
function readKnownUnlisted(chosen, request, deadline, early) {
  // Where access is withheld from some sites, only running a script shows whether this one is among
  // them.
  const known = (access.everywhere && lastUnlisted.get(chosen.id)) || [];
  return known.map((at) =>
    readDocument(chosen.id, at, request, deadline, early).then(
      (read) => ({ ...read, at: { ...at, parent: -1 } }),
      () => null,
    ),
  );
}

/**
 * Chrome does not list every frame (it leaves out those of `blob:` addresses). Where a document has
 * more frames than were read, the ones left out are looked for by running a script everywhere; not
 * where those that were found last time are all.
 * @param {Chosen} chosen
 * @param {(FrameRead | FrameFailed)[]} read
 * @param {(FrameRead | null)[]} before those that were found last time
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 */
async function readUnlisted(chosen, read, before, request, deadline) {
  const lacking = lackingFrames(read);
  lastUnlisted.delete(chosen.id);
  if (!lacking.length) return [];
  const listed = new Set(read.map((each) => each.at.frame));
  const still = before.filter((each) => each !== null).filter((each) => !listed.has(each.at.frame));
  const answers = areAllMissing(still, lacking, read)
    ? still
    : await findUnlisted(chosen, listed, request, deadline);
  const found = answers.filter((answer) => 'recorded' in answer);
  lastUnlisted.set(
    chosen.id,
    found.map((answer) => answer.at),
  );
  for (const answer of found) {
    answer.at.parent = parentOf(answer, lacking, read)?.frame ?? answer.at.parent;
  }
  return answers;
}

/**
 * @param {Chosen} chosen
 * @param {Set<number>} listed frames that are read
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @returns {Promise<(FrameRead | FrameFailed)[]>} all others in which a script may run
 */
async function findUnlisted(chosen, listed, request, deadline) {
  const found = await within(deadline.atMost(FIND_UNLISTED), ext.probeFrames(chosen.id)).catch(
    () => [],
  );
  const more = found
    .filter((each) => !listed.has(each.frameId))
    .map((each) => ({ frame: each.frameId, parent: -1, document: each.documentId, url: '' }));
  return await Promise.all(more.map((at) => readChild(chosen, at, request, deadline, null)));
}
