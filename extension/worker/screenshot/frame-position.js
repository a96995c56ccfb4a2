//! Finds where the viewport of a frame is in the viewport of the tab.

import { exactPosition, measureFrames, moved, overlap, scrollportOf } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('../../types/protocol').FramePosition} FramePosition */

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {string} document Chrome's id of the frame's document
 * @param {import('../deadline.js').Deadline} deadline
 * @returns {Promise<FramePosition | null>} null if it is not known exactly; rejects with the fault
 *   that explains why the page can't be measured
 */
export async function framePosition(chosen, document, deadline) {
  const { main } = await measureFrames(chosen, deadline, () => ({}));
  return main && positionIn(main, document, [0, 0], scrollportOf(main));
}

/**
 * @param {FrameTree} frame
 * @param {string} document
 * @param {[number, number]} origin of the frame's viewport
 * @param {Edges} visible the visible part of it
 * @returns {FramePosition | null}
 */
function positionIn(frame, document, origin, visible) {
  if (frame.at.document === document) return { origin, visible };
  for (const child of frame.placed) {
    const position = exactPosition(child);
    if (!position) continue;
    const edges = moved(position, [...origin, 0, 0]);
    const [left, top] = edges;
    const found = positionIn(child.frame, document, [left, top], overlap(edges, visible));
    if (found) return found;
  }
  return null;
}
