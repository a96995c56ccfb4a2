//! Finds the boxes of secrets in a tab's viewport. Everything that was not measured counts as a
//! secret: a frame that could not be measured; all frame elements that may contain it, if it is
//! unknown which one does; or the whole document.

import { exactPosition, moved, overlap, viewportOf } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** `id`: the same for the same thing in every measurement; `clip`: nothing outside is visible.
 * @typedef {{id: string, box: Edges, clip: Edges}} Secret */

/**
 * @param {FrameTree} frame
 * @returns {Secret[]} in the document and its frames, in its own viewport
 */
export function secretsIn(frame) {
  const { at, boxes, placed, unusedBoxes } = frame;
  const clip = viewportOf(frame);
  const secretAt = (/** @type {string | number} */ name, /** @type {Edges} */ box) => ({
    id: `${at.document} ${name}`,
    box,
    clip,
  });
  const found = boxes.fields.map(([id, ...box]) => secretAt(id, box));
  for (const child of placed) {
    const secrets = secretsIn(child.frame);
    if (secrets.length === 0) continue;
    const position = exactPosition(child);
    if (position) found.push(...secrets.map((secret) => movedInto(secret, position, clip)));
    else found.push(secretAt(child.frameBox.id, child.frameBox.box));
  }
  const unplaced = frame.unplaced.map((child) => child && secretsIn(child));
  const isHarmless = unplaced.every((secrets) => secrets?.length === 0);
  // If all frames are known and have no secrets, their positions do not matter.
  if (!isHarmless || unplaced.length !== unusedBoxes.length)
    found.push(...unusedBoxes.map(({ id, box }) => secretAt(id, box)));
  if (!isHarmless && unplaced.length > unusedBoxes.length) found.push(secretAt('all', clip));
  return found;
}

/** @param {Secret} secret @param {Edges} position @param {Edges} clip @returns {Secret} */
const movedInto = ({ id, box, clip: ownClip }, position, clip) => ({
  id,
  box: moved(box, position),
  clip: overlap(moved(ownClip, position), clip),
});
