//! Makes a record of the document: walks it, unless the last walk is still valid, and joins the
//! record's sections.

import { lastChangeNumbers } from '../background/background-mutations.js';
import { encodeItems, encodeResponse } from './encode.js';
import {
  documentInfo,
  extent,
  focusedNode,
  ownIndex,
  reachWindows,
  rememberRoots,
  selectorError,
  targets as findTargets,
  world,
} from './document-info.js';
import { documentProperty, updateStyle } from '../dom/dom.js';
import { noteChange } from '../background/last-change.js';
import { LiveRecord } from './live-record.js';
import { beginGeneration } from '../dom/node-ids.js';
import { SECTION_SEPARATOR, STRING_SEPARATOR } from './record-format.js';
import { ownElement } from './same-origin-frames.js';
import { Slices } from './slices.js';
import { compactStrings } from './string-table.js';
import { forgetStyleSheets } from '../style/style-sheets.js';
import { walkDocument } from './walk-document.js';

/**
 * `document`: Chrome's document id; `have`: name of the record that the worker has; `targets`: what
 * an action looks for, for the engine.
 * @typedef {{document?: string, selector?: string, node?: number, plain?: boolean, have?: string,
 *   targets?: import('../../types/protocol').TargetQuery}} RecordRequest
 */
/**
 * @typedef {{walk: import('./walk.js').Walk, pageMoved: boolean, body: string[],
 *   target: number[] | null, focused: number, lastChanges: number[]}} Walked
 */

/** Cached findings are renewed after this many records. */
const RECORDS_IN_ERA = 8;
/** Milliseconds of a slice after which no step starts that can't be paused. */
const SPENT_MS = 8;
const SPENT_WALKING_MS = 12;

const state = {
  records: 0,
  /** @type {string | undefined} this document's id, if it was sent */
  id: undefined,
  /** The duration of this document's last record, in milliseconds. */
  spent: 0,
};

export const ownId = () => state.id;
export const spentOnRecord = () => state.spent;

/**
 * Records the document.
 * @param {RecordRequest} request
 * @returns {Promise<object>} see docs/extension.md
 */
export async function record(request) {
  state.id = request.document ?? state.id;
  const wrong = typeof request.selector === 'string' ? selectorError(request.selector) : null;
  if (wrong !== null) return { error: 'bad_selector', message: wrong };
  if (++state.records % RECORDS_IN_ERA === 0) {
    beginGeneration();
    forgetStyleSheets();
  }
  const started = performance.now();
  const slices = new Slices();
  updateStyle();
  if (slices.spent > SPENT_MS) await slices.pause();
  await reachWindows(slices);
  const walked = await walkUnlessLive(slices, request);
  if (slices.spent > SPENT_MS) await slices.pause();
  const index = ownIndex();
  const head = headOf(walked, index, request);
  state.spent = performance.now() - started;
  return responseOf(walked, head, index, slices, request.have);
}

/**
 * @param {Walked} walked
 * @param {number} index
 * @param {RecordRequest} request
 * @returns {string} JSON text
 */
const headOf = ({ walk, pageMoved, target, focused }, index, { plain, targets }) =>
  JSON.stringify({
    ...documentInfo(),
    focused,
    ...extent(),
    pageMoved,
    elements: walk.elements,
    queryDomBytes: walk.bytes,
    index,
    top: window.top === window,
    contentType: documentProperty.contentType.call(document),
    target,
    plain: plain === true,
    ...(targets ? { includeTargets: true, ...targets } : {}),
  });

/**
 * @param {Walked} walked
 * @param {string} head
 * @param {number} index
 * @param {Slices} slices
 * @param {string | undefined} have
 */
function responseOf({ walk, pageMoved, target, body, lastChanges }, head, index, slices, have) {
  const name = `${world}.${state.records}`;
  return {
    ...encodeResponse(name, [head + SECTION_SEPARATOR, ...body], pageMoved, have),
    index,
    element: ownElement(),
    frames: window.length,
    unlisted: walk.unlisted,
    contentType: documentProperty.contentType.call(document),
    world,
    pageMoved,
    ...(target ? { target: target.join(',') } : {}),
    ...(lastChanges.length ? { lastChanges } : {}),
    slice: Math.max(...slices.end()),
    recordMs: Math.round(state.spent * 10) / 10,
  };
}

/**
 * Walks the document, unless the last walk is still valid.
 * @param {Slices} slices
 * @param {RecordRequest} request
 * @returns {Promise<Walked>}
 */
async function walkUnlessLive(slices, request) {
  const previous = (await LiveRecord.current?.findChanges(slices)) ?? null;
  const live = LiveRecord.current;
  if (live) return { ...found(live.walk, request), pageMoved: false, body: live.body };
  // The document may have changed while it was not observed.
  if (!previous) noteChange();
  const known = previous?.walk.strings.length ?? 0;
  const walked = await walkDocument(slices, previous, (walk, pageMoved, still) => {
    rememberRoots(walk.roots);
    const isLive = still && walk.observed.isComplete;
    return { ...found(walk, request), pageMoved, live: isLive ? new LiveRecord(walk) : null };
  });
  const { walk } = walked;
  if (slices.spent > SPENT_WALKING_MS) await slices.pause();
  if (walk.strings === previous?.walk.strings) compactStrings(walk, known);
  if (slices.spent > SPENT_WALKING_MS) await slices.pause();
  const body = await encodeWalk(slices, walk, previous?.walk ?? null);
  if (walked.live) walked.live.body = body;
  return { ...walked, body };
}

/**
 * Reads what the query requests in addition to the walk, in the task that ends the walk.
 * @param {import('./walk.js').Walk} walk
 * @param {RecordRequest} request
 */
const found = (walk, request) => ({
  walk,
  target: findTargets(request, walk.roots),
  focused: focusedNode(walk.roots),
  lastChanges: lastChangeNumbers().flat(),
});

/**
 * @param {Slices} slices
 * @param {import('./walk.js').Walk} walk
 * @param {import('./walk.js').Walk | null} previous
 * @returns {Promise<string[]>} the sections of operations and strings
 */
async function encodeWalk(slices, walk, previous) {
  const before = previous?.encoded;
  const ints = await encodeItems(slices, walk.ints, ',', before?.ints);
  // The next walk continues with the strings of this one.
  const copy = walk.strings.slice();
  const strings = await encodeItems(slices, copy, STRING_SEPARATOR, before?.strings);
  walk.encoded = { ints, strings };
  return [
    ints.texts.join(',') + SECTION_SEPARATOR,
    strings.texts.join(STRING_SEPARATOR) + SECTION_SEPARATOR,
  ];
}
