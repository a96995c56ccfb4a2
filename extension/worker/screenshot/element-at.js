//! Finds the element at a point of the tab's viewport: from the main frame into the frame at the
//! point, as far as the positions of the frames are known.

import { within } from '../deadline.js';
import { fieldsOf } from '../../shared/fields.js';
import { PageDocument } from '../reading/documents.js';
import { exactPosition, measureFrames } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** @typedef {import('../../types/protocol').PointHit} PointHit */
/** @typedef {{x: number, y: number}} Point */

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {Point} point
 * @param {import('../deadline.js').Deadline} deadline
 * @returns {Promise<PointHit | null>} null if the point is outside of the viewport, or in a frame
 *   that cannot be read; rejects with the fault that explains why the page can't be read
 */
export async function elementAt(chosen, point, deadline) {
  const { main } = await measureFrames(chosen, deadline, () => ({}));
  return main && (await hitIn(chosen.id, main, point, deadline));
}

/**
 * @param {number} tab
 * @param {FrameTree} frame
 * @param {Point} point of its viewport
 * @param {import('../deadline.js').Deadline} deadline
 * @returns {Promise<PointHit | null>}
 */
async function hitIn(tab, frame, { x, y }, deadline) {
  const { document } = frame.at;
  const page = new PageDocument(tab, document);
  const response = await page.guard(within(deadline, page.send({ axlens: 'hitAt', x, y })));
  const { world, node, position, isFrame } =
    /** @type {{world: number, node: number, position: [number, number], isFrame: boolean}} */ (
      fieldsOf(response)
    );
  if (!node) return null;
  if (!isFrame) return { node: { document, world, node }, position };
  const child = frame.placed.find(({ frameBox }) => frameBox.id === node);
  const origin = child && exactPosition(child);
  if (!child || !origin) return null;
  return await hitIn(tab, child.frame, { x: x - origin[0], y: y - origin[1] }, deadline);
}
