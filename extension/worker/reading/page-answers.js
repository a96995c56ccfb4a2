//! Validates the responses of page processes. A compromised process can send anything, so that
//! types and bounds are checked before a value is used. Records and trees are not interpreted.

import { garbled } from '../faults.js';

/** @typedef {import('./understand.js').Recorded} Recorded */

/** Tools of a document. */
const MAX_TOOLS = 1_000_000;
/** No page has more frames in one document. */
const MAX_FRAMES = 10_000;
/** Pieces of a record or a tree, each of up to 4 M characters. */
const MAX_PIECES = 64;
/** Characters of the boxes of one document. */
const MAX_PLACES_LEN = 16_000_000;
/** Characters of an error message, a name, or a list of node ids. */
const MAX_TEXT_LEN = 1_000_000;
/** Numbers of the last changes of a document. */
const MAX_LAST_CHANGES = 4000;
const MAX_NODE = 2 ** 32 - 1;
const STAGES = ['understand', 'understandSlice', 'place'];

/**
 * @param {unknown} value
 * @param {number} from
 * @param {number} to
 * @param {number} [missing] the result for `undefined`
 * @returns {number} an integer within these bounds
 */
function integer(value, from, to, missing = 0) {
  if (value === undefined) return missing;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < from || value > to)
    throw garbled();
  return value;
}

/** @param {unknown} value @returns {number[]} empty for `undefined` */
function integers(value) {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_LAST_CHANGES) throw garbled();
  return value.map((each) => integer(each, 0, MAX_NODE));
}

/** @param {unknown} value @param {number} [longest] @returns {string} empty for `undefined` */
function text(value, longest = MAX_TEXT_LEN) {
  if (value === undefined) return '';
  if (typeof value !== 'string' || value.length > longest) throw garbled();
  return value;
}

/** @param {unknown} value @returns {number} milliseconds */
const time = (value) => (typeof value === 'number' && value >= 0 && value < 1e9 ? value : 0);

/** @param {unknown} answer @returns {Record<string, unknown>} the same value, which is an object */
function object(answer) {
  if (typeof answer !== 'object' || answer === null) throw garbled();
  return /** @type {Record<string, unknown>} */ (answer);
}

/** @param {unknown} answer @returns {Recorded} the answer of a recorder, within its bounds */
export function checkedRecorded(answer) {
  const recorded = object(answer);
  if (recorded.splices !== undefined && !Array.isArray(recorded.splices)) throw garbled();
  if (recorded.record !== undefined && typeof recorded.record !== 'string') throw garbled();
  const target = recorded.target === undefined ? undefined : text(recorded.target);
  if (target !== undefined && !/^[\d,]*$/.test(target)) throw garbled();
  return {
    ...recorded,
    ...(target === undefined ? {} : { target }),
    ...(recorded.error === undefined ? {} : { error: text(recorded.error) || 'recorder' }),
    message: text(recorded.message).slice(0, 500),
    name: text(recorded.name),
    lastChanges: integers(recorded.lastChanges),
    tools: integer(recorded.tools, 0, MAX_TOOLS),
    index: integer(recorded.index, -1, MAX_FRAMES, -1),
    element: integer(recorded.element, 0, MAX_NODE),
    frames: integer(recorded.frames, 0, MAX_FRAMES),
    unlisted: integer(recorded.unlisted, 0, MAX_FRAMES),
    pieces: integer(recorded.pieces, 0, MAX_PIECES),
    world: integer(recorded.world, 0, Number.MAX_SAFE_INTEGER),
    recordMs: time(recorded.recordMs),
    slice: time(recorded.slice),
  };
}

/** @param {unknown} answer @returns {string} JSON text of boxes */
export const checkedPlaces = (answer) => text(object(answer).places, MAX_PLACES_LEN);

/** @param {unknown} answer @returns {string} a piece of a record or a tree */
export function checkedPiece(answer) {
  const { piece } = object(answer);
  if (typeof piece !== 'string') throw garbled();
  return piece;
}

/**
 * @param {unknown} answer of the engine in the page
 * @returns {{pieces: number, places: string, timings: Record<string, number>}}
 */
export function checkedEngineAnswer(answer) {
  const { pieces, timings: stages } = object(answer);
  const timings = object(stages);
  return {
    pieces: integer(pieces, 0, MAX_PIECES),
    places: checkedPlaces(answer),
    timings: Object.fromEntries(STAGES.map((stage) => [stage, time(timings[stage])])),
  };
}
