//! Areas of windows on the screen.

/** In CSS pixels. @typedef {{left: number, top: number, width: number, height: number}} Area */

/** @param {Area} one @param {Area} other @returns {boolean} */
export const overlap = (one, other) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;
