//! The names that are most similar to a misspelled one.

const MAX_NAMES = 3;

/**
 * @param {string} one
 * @param {string} other
 * @returns {number} the Levenshtein distance, regardless of case
 */
function distance(one, other) {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const replaced = row[column - 1] + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column] + 1, next[column - 1] + 1));
    }
    row = next;
  }
  return row[to.length];
}

/**
 * @param {string} name
 * @param {string[]} known
 * @returns {string[]} the most similar names, best first; empty if none is similar
 */
export function nearestNames(name, known) {
  const limit = Math.max(1, Math.floor(name.length / 2));
  return known
    .filter((each) => each.length > 1)
    .map((each) => ({ each, distance: distance(name.slice(0, 40), each) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_NAMES)
    .map(({ each }) => each);
}
