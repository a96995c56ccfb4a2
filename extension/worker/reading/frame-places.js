//! Compares the number of frames in each document with the frames that were read or failed: how
//! many are missing, and at which index each one is. A document has frames in its list of windows
//! (`recorded.frames`), each with an index, and frames in shadow roots (`recorded.unlisted`),
//! without an index.

/** @typedef {import('./understand.js').DocumentRead} DocumentRead */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../faults.js').Fault} Fault */
/** @typedef {DocumentRead & {at: FrameInfo}} FrameRead */
/** `index`: the index of its window among those of its parent, if known.
 * @typedef {{at: FrameInfo, fault: Fault, index?: number}} FrameFailed */
/** @typedef {FrameRead | FrameFailed} Frame */

/** The index of a frame in a shadow root. */
const NO_INDEX = -1;

/**
 * @param {Frame[]} frames all that Chrome lists
 * @returns {FrameRead[]} those whose documents have frames that Chrome does not list
 */
export const incompleteFrames = (frames) =>
  frames.filter((each) => 'recorded' in each).filter((each) => missingCount(each, frames) > 0);

/**
 * The number of frames of a document that are not among `frames`. Both estimates are lower bounds:
 * the unclaimed indexes in its list of windows without the frames that failed, and the number of
 * all its frames, in shadow roots too, without those that are known.
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
 * Whether the found frames can be all missing ones: the number is the same, and each has a free
 * index.
 * @param {FrameRead[]} found
 * @param {FrameRead[]} incomplete documents with missing frames
 * @param {Frame[]} frames
 */
export function areAllMissing(found, incomplete, frames) {
  const free = incomplete.flatMap((parent) => freeIndexes(parent, frames));
  for (const frame of found) {
    const position = free.indexOf(indexOf(frame));
    if (position < 0) return false;
    free.splice(position, 1);
  }
  const missing = incomplete.reduce((sum, parent) => sum + missingCount(parent, frames), 0);
  return found.length === missing;
}

/**
 * The document that contains the frame, if there is only one candidate. With two, its place is
 * unknown, which the snapshot states.
 * @param {FrameRead} found
 * @param {FrameRead[]} incomplete documents with missing frames
 * @param {Frame[]} frames
 * @returns {FrameInfo | null}
 */
export function parentOf(found, incomplete, frames) {
  const parents = incomplete.filter((each) => freeIndexes(each, frames).includes(indexOf(found)));
  return parents.length === 1 ? parents[0].at : null;
}

/**
 * Sets the index of frames that could not be read: if a parent has only one such frame and one
 * unclaimed index, the frame has this index.
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
 * @returns {number[]} indexes of its windows that no read frame has; NO_INDEX for each free frame
 *   in a shadow root
 */
function freeIndexes(parent, frames) {
  const claimed = claimedBy(parent, frames).filter((index) => index === NO_INDEX).length;
  const free = Math.max(0, (parent.recorded.unlisted ?? 0) - claimed);
  return [...unclaimed(parent, frames), ...Array(free).fill(NO_INDEX)];
}

/**
 * @param {FrameRead} parent
 * @param {Frame[]} frames
 * @returns {number[]} indexes among the parent's windows that no read frame has
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
