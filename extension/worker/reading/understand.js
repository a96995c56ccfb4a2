//! Reads one document: has its recorder record it, has the engine understand the record, stores the
//! registry, measures places. The engine works in the worker, or in the page where that can't do
//! harm; the result is the same. Records, trees and registries are carried as text; none is looked
//! into.

import * as csp from './csp.js';
import { DeadlineExceeded } from '../deadline.js';
import { commits, DocumentLost } from './documents.js';
import * as engine from './engine.js';
import { badRequest } from '../faults.js';
import {
  checkedEngineAnswer,
  checkedPiece,
  checkedPlaces,
  checkedRecorded,
} from './page-answers.js';
import { cacheDocument, cachedDocument, nextTreeNumber } from './record-cache.js';
import { pdfViewer } from '../browser/tabs.js';

/** @typedef {import('./documents.js').PageDocument} PageDocument */
/** @typedef {import('../deadline.js').Deadline} Deadline */

/** What to look for in a document; `plain`: its elements' selectors are not wanted.
 * @typedef {{selector?: string, node?: number, plain?: boolean}} Find */
/**
 * What a recorder says beside its record, which stays closed to us. `same`: the record equals
 * the one of this name; `splices`: how it differs from the one of the name `from`: which ranges of
 * that one are replaced, and by what. `length`: of the record without the registry.
 * @typedef {{record?: string, same?: string, from?: string, splices?: [number, number, string][],
 *   name?: string, length?: number, pieces?: number, id?: number, index?: number, element?: number,
 *   frames?: number, unlisted?: number, target?: string,
 *   contentType?: string, world?: number, recordMs?: number, slice?: number, error?: string,
 *   message?: string}} Recorded
 */
/**
 * `tree` and `places` are JSON text; `places` is empty when none were asked for. `made`: no two
 * trees have the same number. `before`: the document's last tree.
 * @typedef {{recorded: Recorded, tree: string, made: number, before?: {tree: string, made: number},
 *   places: string, engine: 'worker' | 'page', timings: Record<string, number>}} DocumentRead
 */

const ENGINE_IN_PAGE = ['engine/axlens_engine_page.js', 'page/page-engine.js'];

/**
 * Reads a document. To be called in turn.
 * @param {PageDocument} page
 * @param {string} url
 * @param {Find} find
 * @param {{places: string, inPage: boolean}} how `places`: `none`, `uids`, `all`, or node ids
 * @param {Deadline} deadline of the query
 * @returns {Promise<DocumentRead>}
 */
export async function readInTurn(page, url, find, { places, inPage }, deadline) {
  const there =
    inPage && csp.knownFree(page.id, url) ? await readInPage(page, find, places, deadline) : null;
  return there ?? (await readInWorker(page, find, places, deadline));
}

/**
 * Records, understands and has the recorder store the registry: it is on its way there before any
 * uid is sent, so that none is ever given twice. A document that has not changed is not understood
 * again. To be called in turn.
 * @param {PageDocument} page
 * @param {Find} find
 * @param {string} places
 * @param {Deadline} deadline
 */
async function recordAndUnderstand(page, find, places, deadline) {
  const start = performance.now();
  const last = cachedDocument(page.id, places);
  const { text, recorded } = await record(page, find, last);
  const timings = timingsOf(page, recorded, performance.now() - start);
  if (last && recorded.same === last.name)
    return { recorded, understood: last, before: last, timings };
  const made = await understandAndCommit(page, text, recorded, places, deadline);
  const understood = { ...made, made: nextTreeNumber() };
  const { name, length } = recorded;
  if (name)
    cacheDocument(page.id, {
      tab: page.tab,
      name,
      places,
      ...understood,
      record: text.slice(0, length),
      registry: made.registry || text.slice(length),
    });
  return {
    recorded,
    understood,
    before: last,
    timings: { ...timings, understand: made.ms, understandSlice: made.slice },
  };
}

/**
 * Records and understands, for whoever needs the record itself. To be called in turn.
 * @param {PageDocument} page
 * @param {Find} find
 * @param {Deadline} deadline
 */
export async function recordAndNumber(page, find, deadline) {
  const { text, recorded } = await record(page, find);
  await understandAndCommit(page, text, recorded, 'none', deadline);
  return { text, recorded };
}

/**
 * @param {PageDocument} page
 * @param {string} text
 * @param {Recorded} recorded
 * @param {string} places
 * @param {Deadline} deadline
 */
async function understandAndCommit(page, text, recorded, places, deadline) {
  const understood = await engine.understand(text, { places, check: () => inTime(deadline) });
  const { registry } = understood;
  // After the deadline another query may have its turn already.
  inTime(deadline);
  if (registry) commit(page, { axlens: 'commit', registry, name: recorded.name });
  return understood;
}

/**
 * @type {Map<string, object>} by document: what did not get there. The document may come back from
 * the back/forward cache.
 */
const uncommitted = new Map();
const MAX_UNCOMMITTED = 100;

/**
 * The answer need not wait for it, only the next record.
 * @param {PageDocument} page
 * @param {object} message
 */
function commit(page, message) {
  const failed = () => {
    if (uncommitted.size >= MAX_UNCOMMITTED) uncommitted.clear();
    uncommitted.set(page.id, message);
  };
  const done = page
    .sendIfInjected(message)
    .then((answer) => (answer ? undefined : failed()), failed);
  commits.set(page.id, done);
  done.then(() => commits.delete(page.id));
}

/** @param {PageDocument} page whose registry is stored when this resolves */
async function committed(page) {
  await commits.get(page.id);
  const message = uncommitted.get(page.id);
  // Where no recorder is there any more, the next one begins anew.
  if (message) await page.sendIfInjected(message);
  uncommitted.delete(page.id);
}

/**
 * @param {PageDocument} page @param {Find} find @param {string} places @param {Deadline} deadline
 * @returns {Promise<DocumentRead>}
 */
async function readInWorker(page, find, places, deadline) {
  const { recorded, understood, before, timings } = await recordAndUnderstand(
    page,
    find,
    places,
    deadline,
  );
  const start = performance.now();
  const nodes =
    places === 'uids' || places === 'all' ? understood.nodes : places === 'none' ? '' : places;
  const placed = nodes ? checkedPlaces(await askSame(page, { axlens: 'place', nodes })) : '';
  const place = nodes ? performance.now() - start : 0;
  const { tree, made } = understood;
  return {
    recorded,
    tree,
    made,
    before,
    places: placed,
    engine: 'worker',
    timings: { ...timings, place },
  };
}

/**
 * @param {PageDocument} page
 * @param {Find} find
 * @param {string} places
 * @param {Deadline} deadline
 * @returns {Promise<DocumentRead | null>} null where the engine can't work in this page after all
 */
async function readInPage(page, find, places, deadline) {
  const start = performance.now();
  // The page itself may contain a policy. This also puts the recorder there.
  if ((await page.send({ axlens: 'ping' })).metaCsp !== false) return null;
  const message = () => ({ axlensEngine: 'read', find, places, left: deadline.left() });
  let answer = await page.sendIfInjected(message());
  if (!answer || answer.error === 'not_loaded') {
    if (!(await putEngine(page))) return null;
    answer = await askSame(page, message());
  }
  inTime(deadline);
  if (answer.error) return null;
  const recorded = checked(answer.recorded);
  const { pieces, places: placed, timings: engineTimings } = checkedEngineAnswer(answer);
  const asks = Array.from({ length: pieces }, (_, index) =>
    askSame(page, { axlensEngine: 'piece', index }),
  );
  const tree = (await Promise.all(asks)).map(checkedPiece).join('');
  const { understand, place } = engineTimings;
  const timings = {
    ...timingsOf(page, recorded, performance.now() - start - understand - place),
    ...engineTimings,
  };
  return { recorded, tree, made: nextTreeNumber(), places: placed, engine: 'page', timings };
}

/** @param {Deadline} deadline */
export function inTime(deadline) {
  if (!deadline.left()) throw new DeadlineExceeded();
}

/** @param {PageDocument} page @returns {Promise<boolean>} whether the engine is there now */
async function putEngine(page) {
  try {
    await page.inject(ENGINE_IN_PAGE);
    const bytes = await engine.bytes();
    return (await askSame(page, { axlensEngine: 'load', bytes })).ok === true;
  } catch (error) {
    if (error instanceof DocumentLost) throw error;
    return false;
  }
}

/**
 * Records one document, whole.
 * @param {PageDocument} page
 * @param {Find} find
 * @param {import('./record-cache.js').CachedDocument} [last] its last record, where what has not
 *   changed since need
 *   not be sent again
 * @returns {Promise<{text: string, recorded: Recorded}>} no text where it says the same as that one
 */
async function record(page, find, last) {
  await committed(page);
  /** @type {Recorded} */
  const recorded = checked(
    await page.send({
      axlens: 'record',
      document: page.id,
      ...find,
      ...(last ? { have: last.name } : {}),
    }),
  );
  if (recorded.same) return { text: '', recorded };
  if (last && recorded.from === last.name)
    return { text: changed(last.record, recorded.splices ?? []) + last.registry, recorded };
  if (typeof recorded.record === 'string') return { text: recorded.record, recorded };
  const asks = Array.from({ length: recorded.pieces ?? 0 }, (_, index) =>
    askSame(page, { axlens: 'piece', id: recorded.id, index }),
  );
  return { text: (await Promise.all(asks)).map(checkedPiece).join(''), recorded };
}

/**
 * @param {string} record @param {[number, number, string][]} splices @returns {string} the record,
 * put together
 */
function changed(record, splices) {
  let text = '';
  let at = 0;
  for (const [from, to, put] of splices) {
    text += record.slice(at, from) + put;
    at = to;
  }
  return text + record.slice(at);
}

/** @param {unknown} given @returns {Recorded} */
function checked(given) {
  const recorded = checkedRecorded(given);
  if (recorded.error === 'bad_selector') throw badRequest(recorded.message || 'bad selector');
  if (recorded.error) throw new Error(recorded.message ?? recorded.error);
  if (recorded.contentType === 'application/pdf') throw pdfViewer();
  return recorded;
}

/**
 * Asks the recorder that has been asked before: another one in its place would know nothing of it.
 * @param {PageDocument} page
 * @param {object} message
 */
async function askSame(page, message) {
  const answer = await page.sendIfInjected(message);
  if (answer === undefined) throw new DocumentLost('the recorder went away');
  return answer;
}

/**
 * @param {PageDocument} page @param {Recorded} recorded @param {number} took from question to
 * answer
 */
function timingsOf(page, recorded, took) {
  const record = recorded.recordMs ?? 0;
  return {
    record,
    slice: recorded.slice ?? 0,
    inject: page.injectMs,
    carry: Math.max(0, took - record - page.injectMs),
  };
}
