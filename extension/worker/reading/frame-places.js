//! Counts the frames of each document against those that were read or could not be read: how many
//! are in no list, and in which place each is. It sends no messages.
//!
//! A document's frames are those in its list of windows (`recorded.frames`), each with an index,
//! and those in shadow roots (`recorded.unlisted`), which have none.

/** @typedef {import('./understand.js').DocumentRead} DocumentRead */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../faults.js').Fault} Fault */
/** @typedef {DocumentRead & {at: FrameInfo}} FrameRead */
/** `index`: its window's among its parent's, where that is known.
 * @typedef {{at: FrameInfo, fault: Fault, index?: number}} FrameFailed */
/** @typedef {FrameRead | FrameFailed} Frame */

/** The index of a frame in a shadow root. */
const NO_INDEX = -1;

/**
 * @param {Frame[]} frames all that Chrome lists
 * @returns {FrameRead[]} those whose documents have frames that are not among them
 */
export const lackingFrames = (frames) =>
  frames.filter((each) => 'recorded' in each).filter((each) => missingCount(each, frames) > 0);

/**
 * Frames of a document that are not among `frames` at all: as many as there are more places in its
 * list of windows than there are frames that may have them, or as many as it has more frames, in
 * shadow roots too, than are known. Neither is ever too many.
 * @param {FrameRead} parent
 * @param {Frame[]} frames
 */
function missingCount(parent, frames) {
  const children = frames.filter((each) => each.at.parent === parent.at.frame);
  const failed = children.filter((each) => 'fault' in each).length;
  const all = (parent.recorded.frames ?? 0) + (parent.recorded.unlisted ?? 0);
  return Math.max(unclaimed(parent, frames).length - failed, all - children.length);
}

/**
 * Whether frames that Chrome does not list can be all that are missing: there are as many, and each
 * is in a place that is left.
 * @param {FrameRead[]} found
 * @param {FrameRead[]} lacking documents with frames that are missing
 * @param {Frame[]} frames
 */
export function areAllMissing(found, lacking, frames) {
  const places = lacking.flatMap((parent) => freePlaces(parent, frames));
  for (const frame of found) {
    const place = places.indexOf(indexOf(frame));
    if (place < 0) return false;
    places.splice(place, 1);
  }
  const missing = lacking.reduce((sum, parent) => sum + missingCount(parent, frames), 0);
  return found.length === missing;
}

/**
 * The document whose frame it is, where only one comes into question: with two, its place is
 * unknown, which the snapshot states.
 * @param {FrameRead} found
 * @param {FrameRead[]} lacking documents with frames that are missing
 * @param {Frame[]} frames
 * @returns {FrameInfo | null}
 */
export function parentOf(found, lacking, frames) {
  const parents = lacking.filter((each) => freePlaces(each, frames).includes(indexOf(found)));
  return parents.length === 1 ? parents[0].at : null;
}

/**
 * A frame that could not be read can't say where it is. But where it is the only such one of its
 * parent, and just one place is left, that place is its own.
 * @param {Frame[]} frames
 */
export function placeFailed(frames) {
  for (const parent of frames) {
    if (!('recorded' in parent) || parent.recorded.unlisted) continue;
    const failed = frames.filter((each) => 'fault' in each && each.at.parent === parent.at.frame);
    const left = unclaimed(parent, frames);
    if (failed.length === 1 && left.length === 1) Object.assign(failed[0], { index: left[0] });
  }
}

/**
 * @param {FrameRead} parent
 * @param {Frame[]} frames
 * @returns {number[]} indexes of its frames that no frame that was read has; NO_INDEX for each in a
 *   shadow root
 */
function freePlaces(parent, frames) {
  const claimed = claimedBy(parent, frames).filter((index) => index === NO_INDEX).length;
  const free = Math.max(0, (parent.recorded.unlisted ?? 0) - claimed);
  return [...unclaimed(parent, frames), ...Array(free).fill(NO_INDEX)];
}

/**
 * @param {FrameRead} parent
 * @param {Frame[]} frames
 * @returns {number[]} indexes among the parent's windows that no frame that was read has
 */
function unclaimed(parent, frames) {
  const claimed = claimedBy(parent, frames);
  const all = Array.from({ length: parent.recorded.frames ?? 0 }, (_, index) => index);
  return all.filter((index) => !claimed.includes(index));
}

/** @param {FrameRead} parent @param {Frame[]} frames @returns {number[]} */
const claimedBy = (parent, frames) =>
  frames
    .filter((each) => 'recorded' in each)
    .filter((each) => each.at.parent === parent.at.frame)
    .map(indexOf);

/** @param {FrameRead} frame */
const indexOf = (frame) => frame.recorded.index ?? NO_INDEX;
