//! Reads one document: requests a record from its recorder, turns it into a tree with the engine,
//! stores the registry in the document, and measures boxes. The engine runs in the worker, or in
//! the page if that is harmless; the result is the same. Records, trees and registries are
//! uninterpreted text.

import { fieldsOf } from '../../shared/fields.js';
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
import { PdfViewer } from '../browser/tabs.js';
import { PDF_TYPE } from '../../shared/pdf-limits.js';

/** @typedef {import('./documents.js').PageDocument} PageDocument */
/** @typedef {import('../deadline.js').Deadline} Deadline */

/**
 * The scope in a document: a selector or a node. `plain`: without the elements' selectors.
 * `targets`: what an action looks for.
 * @typedef {{selector?: string, node?: number, plain?: boolean,
 *   targets?: import('../../types/protocol').TargetQuery}} Find
 */
/**
 * The answer of a recorder. `same`: the record equals the one with this name; `splices`: the ranges
 * of the record named `from` that are replaced, with their replacements; `length`: the length of
 * the record without the registry; `lastChanges`: for each element that has changed recently, its
 * node id and three numbers, see `lastChangeNumbers` in page/background/background-mutations.js.
 * @typedef {{record?: string, same?: string, from?: string, splices?: [number, number, string][],
 *   name?: string, length?: number, pieces?: number, id?: number, index?: number, element?: number,
 *   frames?: number, unlisted?: number, target?: string, lastChanges?: number[], tools?: number,
 *   contentType?: string, world?: number, recordMs?: number, slice?: number, error?: string,
 *   message?: string}} Recorded
 */
/**
 * `tree` and `places` are JSON text; `places` is empty if not requested. `treeNumber` is unique.
 * `before`: the document's previous tree.
 * @typedef {{recorded: Recorded, tree: string, treeNumber: number,
 *   before?: {tree: string, treeNumber: number},
 *   places: string, engine: 'worker' | 'page', timings: Record<string, number>}} DocumentRead
 */

const ENGINE_IN_PAGE = ['engine/axlens_engine_page.js', 'page/page-engine.js'];

/**
 * Reads a document. Must be called in the document's turn.
 * @param {PageDocument} page
 * @param {string} url
 * @param {Find} find
 * @param {{places: string, inPage: boolean}} options `places`: `none`, `uids`, `all`, or node ids
 * @param {Deadline} deadline of the query
 * @returns {Promise<DocumentRead>}
 */
export async function readInTurn(page, url, find, { places, inPage }, deadline) {
  const read =
    inPage && csp.isKnownWithoutPolicy(page.id, url)
      ? await readInPage(page, find, places, deadline)
      : null;
  return read ?? (await readInWorker(page, find, places, deadline));
}

/**
 * Records a document, runs the engine and stores the registry in the document. The registry is sent
 * before any uid leaves the worker, so that no uid is assigned twice. The engine does not run again
 * for an unchanged document. Must be called in the document's turn.
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
  const result = await understandAndCommit(page, text, recorded, places, deadline);
  const understood = { ...result, treeNumber: nextTreeNumber() };
  const { name, length } = recorded;
  if (name)
    cacheDocument(page.id, {
      tab: page.tab,
      name,
      places,
      ...understood,
      record: text.slice(0, length),
      registry: result.registry || text.slice(length),
    });
  return {
    recorded,
    understood,
    before: last,
    timings: { ...timings, understand: result.ms, understandSlice: result.slice },
  };
}

/**
 * Like `recordAndUnderstand`, but returns the record. Must be called in the document's turn.
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
  const understood = await engine.understand(text, { places, check: () => checkTime(deadline) });
  const { registry } = understood;
  // After the deadline it may be the turn of another query.
  checkTime(deadline);
  if (registry) commit(page, { axlens: 'commit', registry, name: recorded.name });
  return understood;
}

/**
 * @type {Map<string, object>} by document: messages with registries that could not be delivered.
 *   The document may be restored from the back/forward cache.
 */
const uncommitted = new Map();
const MAX_UNCOMMITTED = 100;

/**
 * Sends a registry to the document. Only the next record waits for it, not the answer.
 * @param {PageDocument} page
 * @param {object} message
 */
function commit(page, message) {
  const onFailure = () => {
    if (uncommitted.size >= MAX_UNCOMMITTED) uncommitted.clear();
    uncommitted.set(page.id, message);
  };
  const sent = page
    .sendIfInjected(message)
    .then((answer) => (answer ? undefined : onFailure()), onFailure);
  commits.set(page.id, sent);
  sent.then(() => commits.delete(page.id));
}

/** @param {PageDocument} page whose registry is stored when this resolves */
async function committed(page) {
  await commits.get(page.id);
  const message = uncommitted.get(page.id);
  // Without a recorder, the next one starts with a new registry.
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
  const boxes = nodes ? checkedPlaces(await sendToSame(page, { axlens: 'place', nodes })) : '';
  const place = nodes ? performance.now() - start : 0;
  const { tree, treeNumber } = understood;
  return {
    recorded,
    tree,
    treeNumber,
    before,
    places: boxes,
    engine: 'worker',
    timings: { ...timings, place },
  };
}

/**
 * @param {PageDocument} page
 * @param {Find} find
 * @param {string} places
 * @param {Deadline} deadline
 * @returns {Promise<DocumentRead | null>} null if the engine can't run in this page
 */
async function readInPage(page, find, places, deadline) {
  const start = performance.now();
  // The page itself may contain a policy. This also injects the recorder.
  if (fieldsOf(await page.send({ axlens: 'ping' })).metaCsp !== false) return null;
  const message = () => ({ axlensEngine: 'read', find, places, left: deadline.left() });
  let answer = await page.sendIfInjected(message());
  if (!answer || fieldsOf(answer).error === 'not_loaded') {
    if (!(await loadEngineInPage(page))) return null;
    answer = await sendToSame(page, message());
  }
  checkTime(deadline);
  if (fieldsOf(answer).error) return null;
  const recorded = checked(fieldsOf(answer).recorded);
  const { pieces, places: boxes, timings: engineTimings } = checkedEngineAnswer(answer);
  const requests = Array.from({ length: pieces }, (_, index) =>
    sendToSame(page, { axlensEngine: 'piece', index }),
  );
  const tree = (await Promise.all(requests)).map(checkedPiece).join('');
  const { understand, place } = engineTimings;
  const timings = {
    ...timingsOf(page, recorded, performance.now() - start - understand - place),
    ...engineTimings,
  };
  return { recorded, tree, treeNumber: nextTreeNumber(), places: boxes, engine: 'page', timings };
}

/** @param {Deadline} deadline */
export function checkTime(deadline) {
  if (!deadline.left()) throw new DeadlineExceeded();
}

/** @param {PageDocument} page @returns {Promise<boolean>} whether the engine is loaded */
async function loadEngineInPage(page) {
  try {
    await page.inject(ENGINE_IN_PAGE);
    const bytes = await engine.bytes();
    return fieldsOf(await sendToSame(page, { axlensEngine: 'load', bytes })).ok === true;
  } catch (error) {
    if (error instanceof DocumentLost) throw error;
    return false;
  }
}

/**
 * Records one document.
 * @param {PageDocument} page
 * @param {Find} find
 * @param {import('./record-cache.js').CachedDocument} [last] its last record, of which only the
 *   differences are needed
 * @returns {Promise<{text: string, recorded: Recorded}>} the text is empty if it equals the last
 *   record
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
    return { text: applySplices(last.record, recorded.splices ?? []) + last.registry, recorded };
  if (typeof recorded.record === 'string') return { text: recorded.record, recorded };
  const requests = Array.from({ length: recorded.pieces ?? 0 }, (_, index) =>
    sendToSame(page, { axlens: 'piece', id: recorded.id, index }),
  );
  return { text: (await Promise.all(requests)).map(checkedPiece).join(''), recorded };
}

/**
 * @param {string} record @param {[number, number, string][]} splices
 * @returns {string} the changed record
 */
function applySplices(record, splices) {
  let text = '';
  let at = 0;
  for (const [from, to, replacement] of splices) {
    text += record.slice(at, from) + replacement;
    at = to;
  }
  return text + record.slice(at);
}

/** @param {unknown} answer of a recorder @returns {Recorded} rejects with a fault for its errors */
function checked(answer) {
  const recorded = checkedRecorded(answer);
  if (recorded.error === 'bad_selector') throw badRequest(recorded.message || 'bad selector');
  if (recorded.error) throw new Error(recorded.message ?? recorded.error);
  if (recorded.contentType === PDF_TYPE) throw new PdfViewer();
  return recorded;
}

/**
 * Sends a message to the same recorder as before: a new one would not know the record.
 * @param {PageDocument} page
 * @param {object} message
 */
async function sendToSame(page, message) {
  const answer = await page.sendIfInjected(message);
  if (answer === undefined) throw new DocumentLost('the recorder disappeared');
  return answer;
}

/**
 * @param {PageDocument} page
 * @param {Recorded} recorded
 * @param {number} took from request to response
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
