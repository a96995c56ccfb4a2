//! Reads the documents of a tab: asks each frame's recorder, has the engine understand, keeps the registry, measures places.
//! Every frame has a deadline of its own. Records, trees and registries are carried as text; none is looked into.

import { Deadline, TooLate, within } from './deadline.js';
import { inTurn, Lost, PageDocument, Refused } from './documents.js';
import * as engine from './engine.js';
import * as ext from './ext.js';
import { badRequest, Fault, scopeNotFound, staleUid, tabCrashed, timedOut } from './faults.js';
import { couldNotLoad, pdfViewer, perhapsBlank, refusalAtSight, refusalByUser, refusalFrom } from './tabs.js';

/** @typedef {import('./tabs.js').Chosen} Chosen */
/** @typedef {import('./types/protocol').FrameAnswer} FrameAnswer */
/** @typedef {{selector?: string, node?: number}} Find */
/** @typedef {{frame: number, parent: number, document: string, url: string}} FrameAt */
/**
 * What a recorder says beside its record, which stays closed to us.
 * @typedef {{record?: string, pieces?: number, id?: number, index?: number, element?: number, frames?: number, target?: string,
 *   contentType?: string, world?: number, recordMs?: number, slice?: number, error?: string, message?: string}} Recorded
 */
/** @typedef {{at: FrameAt, recorded: Recorded, tree: string, places: string, timings: Record<string, number>}} FrameRead */
/** @typedef {{at: FrameAt, fault: Fault}} FrameFailed */
/**
 * How a tab is to be read. `find` of a document: what to look for there.
 * @typedef {{find: (document: string) => Find, places: string, children: boolean, only: {document: string, world: number} | null}} Ask
 */

/** A child frame never holds up the answer for longer, however long the query may take. */
const CHILD_DEADLINE = 5000;
const FIND_UNLISTED = 500;

/** The tab holds nothing, and no script may look. */
export class Blank extends Error {}

/**
 * Reads the frames of a tab, the main frame first.
 * @param {Chosen} chosen
 * @param {Ask} ask
 * @param {Deadline} deadline
 * @returns {Promise<(FrameRead | FrameFailed)[]>} rejects with `Blank`, or the fault that explains why the main frame can't be read
 */
export async function readTab(chosen, ask, deadline) {
  try {
    return await readOnce(chosen, ask, deadline);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (ask.only) throw staleUid();
    // The tab went to another document meanwhile. That one is read, once.
    return await readOnce(chosen, ask, deadline).catch(async (again) => {
      throw again instanceof Blank ? again : await refusalFrom(chosen.id, chosen.tab.url ?? '', again);
    });
  }
}

/**
 * Runs `work` in turn in one document that the query names, for queries that mean that document and no other.
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
 * @param {Chosen} chosen
 * @returns {Promise<FrameAt[]>} the frames that Chrome lists, the main frame first; rejects when the user or Chrome forbids reading the tab
 */
export async function allowedFrames(chosen) {
  const refusal = refusalAtSight(chosen.tab);
  if (refusal) throw refusal;
  const [listed, everywhere] = await Promise.all([ext.listFrames(chosen.id), ext.mayRead(['<all_urls>'])]);
  const frames = listed
    .filter((frame) => frame.documentLifecycle === 'active')
    .map(asFrameAt)
    .sort((a, b) => a.frame - b.frame);
  const main = frames.find((frame) => frame.frame === 0);
  if (!main) throw await ext.getTab(chosen.id).then(tabCrashed, () => new Lost('the tab is gone'));
  const forbidden = everywhere ? null : await refusalByUser(main.url);
  if (forbidden) throw forbidden;
  return [main, ...frames.filter((frame) => frame !== main)];
}

/**
 * Records one document, whole. To be called in turn.
 * @param {PageDocument} page
 * @param {Find} find
 * @returns {Promise<{record: string, recorded: Recorded}>}
 */
export async function record(page, find) {
  /** @type {Recorded} */
  const recorded = await page.ask({ axlens: 'record', ...find });
  if (recorded.error === 'bad_selector') throw badRequest(`'${find.selector}' is not a CSS selector: ${recorded.message}`);
  if (recorded.error) throw new Error(recorded.message ?? recorded.error);
  if (recorded.contentType === 'application/pdf') throw pdfViewer();
  if (typeof recorded.record === 'string') return { record: recorded.record, recorded };
  const asks = Array.from({ length: recorded.pieces ?? 0 }, (_, index) => page.ask({ axlens: 'piece', id: recorded.id, index }));
  const pieces = await Promise.all(asks);
  return { record: pieces.map((piece) => piece.piece).join(''), recorded };
}

/**
 * Records, understands and keeps the registry. To be called in turn: a number is kept before anybody sees it, so that it is
 * never given twice.
 * @param {PageDocument} page
 * @param {Find} find
 */
export async function recordAndUnderstand(page, find) {
  const start = performance.now();
  const { record: text, recorded } = await record(page, find);
  const recordedAt = performance.now();
  const understood = await engine.understand(text);
  if (understood.registry) await page.ask({ axlens: 'commit', registry: understood.registry });
  const timings = {
    record: recorded.recordMs ?? 0,
    slice: recorded.slice ?? 0,
    inject: page.injectMs,
    carry: recordedAt - start - (recorded.recordMs ?? 0) - page.injectMs,
    understand: understood.ms,
  };
  return { text, recorded, understood, timings };
}

/**
 * Waits for this document's turn, and gives up at the deadline or when the page shows no sign of life.
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

/** @param {Chosen} chosen @param {Ask} ask @param {Deadline} deadline */
async function readOnce(chosen, ask, deadline) {
  const frames = await allowedFrames(chosen);
  const [main, ...children] = ask.children ? frames : frames.slice(0, 1);
  const childDeadline = deadline.atMost(Math.min(CHILD_DEADLINE, deadline.left() * 0.8));
  const others = children.map((at) => readChild(chosen, at, ask, childDeadline));
  const first = await readMain(chosen, main, ask, deadline);
  const read = [first, ...(await Promise.all(others))];
  if (ask.children) read.push(...(await readUnlisted(chosen, read, ask, childDeadline)));
  return read;
}

/** @param {Chosen} chosen @param {FrameAt} at @param {Ask} ask @param {Deadline} deadline */
async function readMain(chosen, at, ask, deadline) {
  try {
    return await readDocument(chosen, at, ask, deadline);
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
 * @param {Ask} ask
 * @param {Deadline} deadline
 * @returns {Promise<FrameRead | FrameFailed>}
 */
async function readChild(chosen, at, ask, deadline) {
  try {
    return await readDocument(chosen, at, ask, deadline);
  } catch (error) {
    const now = error instanceof Lost ? await whereNow(chosen, at) : null;
    if (!now) return { at, fault: await childFault(chosen, at, error) };
    return await readDocument(chosen, now, ask, deadline).catch(async (again) => ({
      at: now,
      fault: await childFault(chosen, now, again),
    }));
  }
}

/** @param {Chosen} chosen @param {FrameAt} at @param {unknown} error */
async function childFault(chosen, at, error) {
  if (error instanceof Lost) return new Fault('stale_uid', 'The frame went away while it was read.');
  if (error instanceof TooLate) return timedOut('The frame');
  const fault = await refusalFrom(chosen.id, at.url, error);
  return fault.code === 'bad_request' ? new Fault('bad_request', fault.message) : fault;
}

/** @param {Chosen} chosen @param {FrameAt} at @returns {Promise<FrameAt | null>} the frame with its new document, if it has one */
async function whereNow(chosen, at) {
  const listed = await ext.listFrames(chosen.id).catch(() => []);
  const frame = listed.find((each) => each.frameId === at.frame);
  return frame && frame.documentId !== at.document ? asFrameAt(frame) : null;
}

/**
 * @param {Chosen} chosen
 * @param {FrameAt} at
 * @param {Ask} ask
 * @param {Deadline} deadline
 * @returns {Promise<FrameRead>}
 */
async function readDocument(chosen, at, ask, deadline) {
  const page = new PageDocument(chosen.id, at.document);
  return await takeTurn(page, deadline, () => readInTurn(page, at, ask));
}

/** @param {PageDocument} page @param {FrameAt} at @param {Ask} ask @returns {Promise<FrameRead>} */
export async function readInTurn(page, at, ask) {
  const { recorded, understood, timings } = await recordAndUnderstand(page, ask.find(at.document));
  const start = performance.now();
  const nodes = ask.places === 'uids' ? understood.nodes : ask.places === 'none' ? '' : ask.places;
  const places = nodes ? (await page.ask({ axlens: 'place', nodes })).places : '';
  return { at, recorded, tree: understood.tree, places, timings: { ...timings, place: nodes ? performance.now() - start : 0 } };
}

/**
 * Chrome does not list every frame (it leaves out those of `blob:` addresses). Where a document has more frames than were
 * read, the ones left out are looked for by running a script everywhere.
 * @param {Chosen} chosen
 * @param {(FrameRead | FrameFailed)[]} read
 * @param {Ask} ask
 * @param {Deadline} deadline
 */
async function readUnlisted(chosen, read, ask, deadline) {
  const lacking = read.filter((each) => 'recorded' in each && missing(each, read).length);
  if (!lacking.length) return [];
  const known = new Set(read.map((each) => each.at.document));
  const found = await within(deadline.atMost(FIND_UNLISTED), ext.probeFrames(chosen.id)).catch(() => []);
  const more = found
    .filter((each) => !known.has(each.documentId))
    .map((each) => ({ frame: each.frameId, parent: -1, document: each.documentId, url: '' }));
  const answers = await Promise.all(more.map((at) => readChild(chosen, at, ask, deadline)));
  for (const answer of answers) {
    const parents = lacking.filter((each) => 'recorded' in answer && missing(each, read).includes(answer.recorded.index ?? -1));
    // With two parents that it could belong to, its place is unknown, and the snapshot says so.
    if (parents.length === 1) answer.at.parent = parents[0].at.frame;
  }
  return answers;
}

/**
 * @param {FrameRead | FrameFailed} parent
 * @param {(FrameRead | FrameFailed)[]} read
 * @returns {number[]} indexes among the parent's frames that no frame that was read has
 */
function missing(parent, read) {
  const count = 'recorded' in parent ? (parent.recorded.frames ?? 0) : 0;
  const children = read.filter((each) => each.at.parent === parent.at.frame && each !== parent);
  const silent = children.filter((each) => !('recorded' in each)).length;
  const indexes = new Set(children.map((each) => ('recorded' in each ? (each.recorded.index ?? -1) : -1)));
  const left = Array.from({ length: count }, (_, index) => index).filter((index) => !indexes.has(index));
  return left.length > silent ? left : [];
}

/** @param {ext.Frame} frame @returns {FrameAt} */
const asFrameAt = (frame) => ({ frame: frame.frameId, parent: frame.parentFrameId, document: frame.documentId, url: frame.url });
