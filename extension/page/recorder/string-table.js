//! The string table of a walk that continues another one: strings that no operation uses any more
//! are removed, and new strings take their places.

import { OPERATION, TEXT_FACTS } from './record-format.js';

/** The length of the operation that opens an element, before its pairs. */
const OPEN_LENGTH = 5;

/**
 * @param {number[]} ints
 * @returns {number[]} the positions of string indices in it
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
 * Removes strings that no operation uses any more, such as the value of a field that is now secret.
 * New strings take the vacant places, so that most of a record stays the same.
 * @param {import('./walk.js').Walk} walk
 * @param {number} known the number of strings before the walk
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
