//! Opens windows with questions to the user: at the right edge of the user's window, because pages
//! show the most at their left and in their middle. They are not below a window that is always on
//! top, such as the picture-in-picture window of a page, which could cover a part of the question.

import * as browserApi from '../../shared/browser-api.js';
import { overlap } from '../../shared/window-areas.js';
import { extensionWindowClosed, extensionWindowOpened } from '../browser/tabs.js';

/** @typedef {import('../../shared/window-areas.js').Area} Area */
/** @typedef {{width: number, height: number}} Size in CSS pixels */

/** The distance from the corners of the window below, in CSS pixels. At the top are its tabs. */
const INSET = { x: 0, y: 40 };

browserApi.onWindowClosed(extensionWindowClosed);

/**
 * Opens a window next to the one that has the focus.
 * @param {string} path of the extension's page
 * @param {Size} size
 * @returns {Promise<number | undefined>} its id
 */
export async function openQuestionWindow(path, size) {
  const below = await browserApi.getLastFocusedWindow().catch(() => null);
  const area = await placeOf(below, size);
  // Chrome rejects a place that is for the most part outside of the screens.
  const openAnywhere = () => browserApi.openPopupWindow(path, size);
  const window = await browserApi.openPopupWindow(path, area).catch(openAnywhere);
  if (window !== undefined) extensionWindowOpened(window, below?.id ?? -1);
  return window;
}

/**
 * @param {browserApi.Window | null} below the window that has the focus
 * @param {Size} size
 * @returns {Promise<Size & {left?: number, top?: number}>} without a position if Chrome may choose
 *   it
 */
async function placeOf(below, size) {
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
