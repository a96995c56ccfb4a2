//! Cuts long texts into pieces, never within a surrogate pair: half a pair is not preserved in
//! messages between processes.

/**
 * @param {number} unit of UTF-16
 * @returns {boolean} whether it is the first half of a surrogate pair
 */
export const isHighSurrogate = (unit) => unit >= 0xd800 && unit < 0xdc00;

/**
 * @param {string} text
 * @param {number} from
 * @param {number} size
 * @returns {number} the end of a piece of at most this size
 */
function endOfPiece(text, from, size) {
  const to = Math.min(from + size, text.length);
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
}

/** @param {string} text @param {number} length @returns {string} its beginning */
export const truncate = (text, length) => text.slice(0, endOfPiece(text, 0, length));

/** @param {string} text @param {number} size @returns {string[]} */
export function splitPieces(text, size) {
  const pieces = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfPiece(text, from, size);
    pieces.push(text.slice(from, to));
  }
  return pieces;
}
