//! What of a text is not as it was: its middle, between a beginning and an end that are. It does
//! not look into what stands there.
//!
//! A classic script for the page's isolated world, where it is injected before the recorder; the
//! worker imports it for what it leaves there. Running it again does nothing.

'use strict';

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensChange')) {
  /**
   * @param {string} before
   * @param {string} text
   * @returns {AxlensChange}
   */
  const changeOf = (before, text) => {
    if (before === text) return { head: text.length, middle: '', tail: 0 };
    const most = Math.min(before.length, text.length);
    let head = alike(most, (from, to) => before.slice(from, to) === text.slice(from, to));
    const end = (/** @type {string} */ of, /** @type {number} */ from, /** @type {number} */ to) => of.slice(of.length - to, of.length - from);
    let tail = alike(most - head, (from, to) => end(before, from, to) === end(text, from, to));
    // Half of a surrogate pair does not survive the way.
    if (isHigh(text.charCodeAt(head - 1))) head--;
    if (isHigh(text.charCodeAt(text.length - tail - 1))) tail--;
    return { head, middle: text.slice(head, text.length - tail), tail };
  };

  /** @param {number} unit of UTF-16 */
  const isHigh = (unit) => unit >= 0xd800 && unit < 0xdc00;

  /**
   * For how long two texts are alike: whole parts are compared, the largest first.
   * @param {number} most
   * @param {(from: number, to: number) => boolean} areAlike
   */
  function alike(most, areAlike) {
    let length = 0;
    for (let step = 2 ** 16; step >= 1;) {
      if (length + step <= most && areAlike(length, length + step)) length += step;
      else step /= 2;
    }
    return length;
  }

  Object.defineProperty(globalThis, 'axlensChange', { value: changeOf });
}
