//! The strings of a walk that goes on from another's: those that no operation names any more are
//! taken out, and new ones take their places.

import { OPERATION, TEXT_FACTS } from './record-format.js';

/** Numbers of the operation that opens an element, before its pairs. */
const OPEN_LENGTH = 5;

/**
 * @param {number[]} ints
 * @returns {number[]} where the numbers of strings are in it
 */
function stringPlaces(ints) {
  const places = [];
  for (let at = 0; at < ints.length;) {
    const operation = ints[at];
    if (operation === OPERATION.open) {
      places.push(at + 2);
      const end = at + OPEN_LENGTH + 2 * ints[at + 4];
      for (at += OPEN_LENGTH; at < end; at += 2) {
        if (ints[at] >= 0) places.push(at, at + 1);
        else if (TEXT_FACTS.has(ints[at])) places.push(at + 1);
      }
    } else {
      if (operation === OPERATION.text) places.push(at + 1);
      at += operation === OPERATION.close ? 1 : 2;
    }
  }
  return places;
}

/**
 * Takes out what no operation names any more, such as what a field held that is secret now; new
 * strings take the vacant places, so that most of a record stays as it was.
 * @param {import('./walk.js').Walk} walk
 * @param {number} known how many strings there were
 */
export function compactStrings({ ints, strings, indices }, known) {
  const used = new Uint8Array(strings.length);
  const places = stringPlaces(ints);
  for (const at of places) used[ints[at]] = 1;
  const drop = (/** @type {number} */ index) => {
    if (indices.get(strings[index]) === index) indices.delete(strings[index]);
    strings[index] = '';
  };
  const vacant = [];
  for (let index = 0; index < known; index++) {
    if (used[index]) continue;
    drop(index);
    vacant.push(index);
  }
  /** @type {Map<number, number>} */
  const moved = new Map();
  let end = known;
  for (let index = known; index < strings.length; index++) {
    const text = strings[index];
    const interned = indices.get(text) === index;
    drop(index);
    if (!used[index]) continue;
    const place = vacant[moved.size] ?? end++;
    strings[place] = text;
    if (interned) indices.set(text, place);
    moved.set(index, place);
  }
  strings.length = end;
  if (moved.size > 0) for (const at of places) ints[at] = moved.get(ints[at]) ?? ints[at];
}
