//! Where the secrets of a tab are in its viewport. What was not looked at counts as a secret: a
//! frame that can't be asked, whole, and where it can't be known which iframe a frame is in, all
//! iframes that it may be in, or all of the page around it. It knows nothing of pictures.

import { exactPlace, moved, overlap, viewportOf } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** `id`: of one thing in the page, whenever it is looked at; `clip`: more of it is not seen.
 * @typedef {{id: string, box: Edges, clip: Edges}} Secret */

/**
 * @param {FrameTree} frame
 * @returns {Secret[]} in the document and its frames, in its own viewport
 */
export function secretsIn(frame) {
  const { at, boxes, placed, left } = frame;
  const clip = viewportOf(frame);
  const secret = (/** @type {string | number} */ what, /** @type {Edges} */ box) => ({
    id: `${at.document} ${what}`,
    box,
    clip,
  });
  const found = boxes.fields.map(([id, ...box]) => secret(id, box));
  for (const child of placed) {
    const secrets = secretsIn(child.frame);
    if (secrets.length === 0) continue;
    const place = exactPlace(child);
    if (place) found.push(...secrets.map((each) => movedInto(each, place, clip)));
    else found.push(secret(child.place.id, child.place.box));
  }
  const lost = frame.lost.map((child) => child && secretsIn(child));
  // As many frames as iframes, and none with a secret: it is all the same which is where.
  const harmless = lost.every((secrets) => secrets?.length === 0);
  if (!harmless || lost.length !== left.length)
    found.push(...left.map((place) => secret(place.id, place.box)));
  if (!harmless && lost.length > left.length) found.push(secret('all', clip));
  return found;
}

/** @param {Secret} secret @param {Edges} place @param {Edges} clip @returns {Secret} */
const movedInto = ({ id, box, clip: own }, place, clip) => ({
  id,
  box: moved(box, place),
  clip: overlap(moved(own, place), clip),
});
