//! Which keys click what has the focus. It presses none.

const CLICKS = /(?:^|\+)(?:Enter|Return| |Space|Spacebar)$/;

/** @param {string} chord as an agent writes it: `Control+Enter` @returns {boolean} */
export const clicksByKey = (chord) => CLICKS.test(chord);
