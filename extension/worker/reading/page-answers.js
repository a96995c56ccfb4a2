//! What a page's process may answer. A page may have taken its process over, and then it answers
//! whatever it likes: here numbers are numbers within bounds and texts are texts, before anything
//! is reckoned with them or put into an answer. What is in a record or a tree is not looked at.

import { garbled } from '../faults.js';

/** @typedef {import('./understand.js').Recorded} Recorded */

/** More frames of one document than any page has. */
const MAX_FRAMES = 10_000;
/** Of records and trees: each is up to 4 M characters long. */
const MAX_PIECES = 64;
/** Characters of the boxes of one document. */
const MAX_PLACES_LEN = 16_000_000;
/** Characters of a message of the page's own browser, of a name, of a list of node ids. */
const MAX_TEXT_LEN = 1_000_000;
const MAX_NODE = 2 ** 32 - 1;
const STAGES = ['understand', 'understandSlice', 'place'];

/**
 * @param {unknown} value
 * @param {number} from
 * @param {number} to
 * @param {number} [missing] what a value stands for that is not there
 * @returns {number} a whole number between these
 */
function whole(value, from, to, missing = 0) {
  if (value === undefined) return missing;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < from || value > to)
    throw garbled();
  return value;
}

/** @param {unknown} value @param {number} [longest] @returns {string} empty where there is none */
function text(value, longest = MAX_TEXT_LEN) {
  if (value === undefined) return '';
  if (typeof value !== 'string' || value.length > longest) throw garbled();
  return value;
}

/** @param {unknown} value @returns {number} milliseconds */
const time = (value) => (typeof value === 'number' && value >= 0 && value < 1e9 ? value : 0);

/** @param {any} answer @returns {any} the same, which is at least an object */
function object(answer) {
  if (typeof answer !== 'object' || answer === null) throw garbled();
  return answer;
}

/** @param {any} given @returns {Recorded} what a recorder says beside its record, in its bounds */
export function checkedRecorded(given) {
  const recorded = object(given);
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
    index: whole(recorded.index, -1, MAX_FRAMES, -1),
    element: whole(recorded.element, 0, MAX_NODE),
    frames: whole(recorded.frames, 0, MAX_FRAMES),
    unlisted: whole(recorded.unlisted, 0, MAX_FRAMES),
    pieces: whole(recorded.pieces, 0, MAX_PIECES),
    world: whole(recorded.world, 0, Number.MAX_SAFE_INTEGER),
    recordMs: time(recorded.recordMs),
    slice: time(recorded.slice),
  };
}

/** @param {any} answer @returns {string} JSON text of boxes, unread */
export const checkedPlaces = (answer) => text(object(answer).places, MAX_PLACES_LEN);

/** @param {any} answer @returns {string} a piece of a record or a tree */
export function checkedPiece(answer) {
  if (typeof object(answer).piece !== 'string') throw garbled();
  return answer.piece;
}

/**
 * @param {any} answer of the engine in the page
 * @returns {{pieces: number, places: string, timings: Record<string, number>}}
 */
export function checkedEngineAnswer(answer) {
  const timings = object(answer.timings);
  return {
    pieces: whole(answer.pieces, 0, MAX_PIECES),
    places: checkedPlaces(answer),
    timings: Object.fromEntries(STAGES.map((stage) => [stage, time(timings[stage])])),
  };
}
