//! Where the consent window opens: not below a window that is always on top, such as the
//! picture-in-picture window of a page, which could cover a part of the question.

import * as browserApi from '../../shared/browser-api.js';
import { overlap } from '../../shared/window-areas.js';

/** @typedef {import('../../shared/window-areas.js').Area} Area */

const SIZE = { width: 420, height: 520 };
/** The distance from the corners of the window below, in CSS pixels. */
const INSET = 40;

/**
 * @param {browserApi.Window | null} below the window that has the focus
 * @returns {Promise<{width: number, height: number, left?: number, top?: number}>} without a
 *   position if Chrome may choose it
 */
export async function consentArea(below) {
  const onTop = await browserApi.listAreasOnTop().catch(() => []);
  if (!onTop.length) return SIZE;
  // The focus may be in the window on top, which is smaller.
  const windows = below?.alwaysOnTop ? await browserApi.listBrowsingWindows() : [below];
  const base = windows.find((each) => each?.alwaysOnTop === false);
  const all = base ? places(base) : [];
  const free = all.find((place) => !onTop.some((area) => overlap(area, place)));
  // If there is none, the page in the window detects that it is covered.
  return free ?? SIZE;
}

/** @param {browserApi.Window} below @returns {Area[]} in its corners */
function places({ left = 0, top = 0, width = 0, height = 0 }) {
  const lefts = [left + INSET, left + width - SIZE.width - INSET];
  const tops = [top + INSET, top + height - SIZE.height - INSET];
  return tops.flatMap((top) =>
    lefts.map((left) => ({ ...SIZE, left: Math.max(0, left), top: Math.max(0, top) })),
  );
}
