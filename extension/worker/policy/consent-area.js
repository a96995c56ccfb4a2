//! Where the consent window opens: at the right edge of the user's window, because pages show the
//! most at their left and in their middle. It is not below a window that is always on top, such as
//! the picture-in-picture window of a page, which could cover a part of the question.

import * as browserApi from '../../shared/browser-api.js';
import { overlap } from '../../shared/window-areas.js';

/** @typedef {import('../../shared/window-areas.js').Area} Area */
/** @typedef {{width: number, height: number}} Size in CSS pixels */

/** @type {Size} for one action */
const SIZE = { width: 420, height: 616 };
/** @type {Size} for several */
const LIST_SIZE = { width: 560, height: 720 };
/** The distance from the corners of the window below, in CSS pixels. At the top are its tabs. */
const INSET = { x: 0, y: 40 };

/**
 * @param {browserApi.Window | null} below the window that has the focus
 * @param {boolean} isList whether the question is about several actions
 * @returns {Promise<Size & {left?: number, top?: number}>} without a position if Chrome may choose
 *   it
 */
export async function consentArea(below, isList) {
  const size = isList ? LIST_SIZE : SIZE;
  const onTop = await browserApi.listAreasOnTop().catch(() => []);
  // The focus may be in the window on top, which is smaller.
  const windows = below?.alwaysOnTop ? await browserApi.listBrowsingWindows() : [below];
  const base = windows.find((each) => each?.alwaysOnTop === false);
  const all = base ? places(base, size) : [];
  const free = all.find((place) => !onTop.some((area) => overlap(area, place)));
  // If there is none, the page in the window detects that it is covered.
  return free ?? size;
}

/** @param {browserApi.Window} below @param {Size} size @returns {Area[]} in its corners */
function places({ left = 0, top = 0, width = 0, height = 0 }, size) {
  const lefts = [left + width - size.width - INSET.x, left + INSET.x];
  const tops = [top + INSET.y, top + height - size.height - INSET.y];
  // Not beyond the left and upper edge of a small window, where another screen may be.
  return tops.flatMap((y) =>
    lefts.map((x) => ({ ...size, left: Math.max(left, x), top: Math.max(top, y) })),
  );
}
