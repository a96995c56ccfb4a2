//! Finds the boxes of secrets in a tab's viewport. Everything that was not measured counts as a
//! secret: a frame that could not be measured; all frame elements that may contain it, if it is
//! unknown which one does; or the whole document.

import { exactPosition, isEmpty, moved, overlap, viewportOf } from './frame-geometry.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameBox} FrameBox */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** `id`: the same for the same thing in every measurement; `clip`: nothing outside is visible;
 * `isMeasured`: it is known to be a secret, and must not move during the capture.
 * @typedef {{id: string, box: Edges, clip: Edges, isMeasured: boolean}} Secret */

/**
 * @param {FrameTree} frame
 * @returns {Secret[]} in the document and its frames, in its own viewport
 */
export function secretsIn(frame) {
  const { at, boxes, placed, unusedBoxes } = frame;
  const clip = viewportOf(frame);
  const secretAt = (
    /** @type {string | number} */ name,
    /** @type {Edges} */ box,
    isMeasured = true,
  ) => ({ id: `${at.document} ${name}`, box, clip, isMeasured });
  const found = boxes.fields.map(([id, ...box]) => secretAt(id, box));
  const copiesOf = (/** @type {FrameBox} */ { id, copies = [] }, isMeasured = true) =>
    copies.map((box, index) => secretAt(`${id} copy ${index}`, box, isMeasured));
  for (const child of placed) {
    const secrets = secretsIn(child.frame);
    if (secrets.length === 0) continue;
    const position = exactPosition(child);
    if (position) found.push(...secrets.map((secret) => movedInto(secret, position, clip)));
    else found.push(secretAt(child.frameBox.id, child.frameBox.box));
    found.push(...copiesOf(child.frameBox));
  }
  const unplaced = frame.unplaced.map((child) => child && secretsIn(child));
  const isHarmless = unplaced.every((secrets) => secrets?.length === 0);
  // If all frames are known and have no secrets, their positions do not matter.
  if (!isHarmless || unplaced.length !== unusedBoxes.length)
    for (const frame of unusedBoxes)
      found.push(secretAt(frame.id, frame.box, false), ...copiesOf(frame, false));
  if (!isHarmless && unplaced.length > unusedBoxes.length) found.push(secretAt('all', clip, false));
  return found;
}

/**
 * @param {FrameTree} frame
 * @returns {boolean} a frame in it shows a secret, or may
 */
export function hasSecretFrames({ placed, unplaced, unusedBoxes, errorPages }) {
  const children = [...placed.map((child) => child.frame), ...unplaced];
  const measured = children.filter((child) => child !== null);
  const isKnown =
    unplaced.length === unusedBoxes.length &&
    (errorPages === 0 || errorPages === unplaced.length) &&
    children.length - measured.length === errorPages;
  return (
    !isKnown || measured.some((child) => child.boxes.fields.length > 0 || hasSecretFrames(child))
  );
}

/** @param {Secret} secret @param {Edges} position @param {Edges} clip @returns {Secret} */
const movedInto = ({ id, box, clip: ownClip, isMeasured }, position, clip) => ({
  id,
  isMeasured,
  box: moved(box, position),
  clip: overlap(moved(ownClip, position), clip),
});

/**
 * @param {FrameTree} frame
 * @returns {boolean} a secret in it or in a frame of it has moved since the last measurement
 */
export const hasMovedSecret = ({ boxes, placed, unplaced }) =>
  boxes.moved === true ||
  placed.some((child) => hasMovedSecret(child.frame)) ||
  unplaced.some((child) => child !== null && hasMovedSecret(child));

/**
 * @param {FrameTree} frame
 * @returns {Map<string, Edges>} the visible parts of the measured secrets
 */
export const visibleSecrets = (frame) =>
  new Map(
    secretsIn(frame)
      .filter(({ isMeasured }) => isMeasured)
      .map(({ id, box, clip }) => /** @type {[string, Edges]} */ ([id, overlap(box, clip)]))
      .filter(([, box]) => !isEmpty(box)),
  );
