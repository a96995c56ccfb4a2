//! The keys that click the focused element.

const CLICKS = /(?:^|\+)(?:Enter|Return| |Space|Spacebar)$/;

/** @param {string} chord such as `Control+Enter` @returns {boolean} */
export const clicksByKey = (chord) => CLICKS.test(chord);
