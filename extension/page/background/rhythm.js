//! Determines from the times at which an element has changed whether it changes periodically.

/**
 * A change of an element. `isAfterGap`: changes may be missing between this one and the one before;
 * `isFree`: it was not during an action, or the element was already known to change periodically.
 * @typedef {{at: number, isAfterGap: boolean, isFree: boolean}} Tick
 */

/** Changes closer together than this count as one. */
export const ONE_CHANGE_MS = 100;
/** An element that has not changed for this long is idle. */
export const AT_REST_MS = 5000;
/** Fewer changes than this are no pattern: a text may be loaded and then set twice. */
const MANY_TIMES = 4;
/** This many of them are free: an agent may act periodically, too. */
const MIN_FREE = 2;
/** The longest interval between changes may be this many times the shortest. */
const UNEVEN = 1.5;
/** The longest time in which an element has to prove that it changes periodically. */
const MAX_PROOF_MS = 2500;
/** With this many changes, one of them may be late: the page was busy. */
const TIMES_WITH_LATE = 6;

/** @param {number[]} gaps @returns {boolean} whether these intervals are about equal */
const isEven = (gaps) =>
  Math.max(...gaps) < Math.min(AT_REST_MS, UNEVEN * Math.min(...gaps) + ONE_CHANGE_MS);

/** @param {number[]} gaps @returns {boolean} whether they are even if one change was late */
const isEvenButOne = (gaps) =>
  gaps.slice(1).some((gap, index) => {
    const middle = (gaps[index] + gap) / 2;
    return isEven([...gaps.slice(0, index), middle, middle, ...gaps.slice(index + 2)]);
  });

/**
 * The intervals between changes. Where changes are missing, the interval is divided by their
 * number. Empty if every interval may miss one.
 * @param {Tick[]} ticks
 */
function gapsOf(ticks) {
  const gaps = ticks.slice(1).map(({ at }, index) => at - ticks[index].at);
  const complete = gaps.filter((_, index) => !ticks[index + 1].isAfterGap);
  if (complete.length === 0) return [];
  const period = Math.min(...complete);
  return gaps.map((gap, index) =>
    ticks[index + 1].isAfterGap ? gap / Math.max(1, Math.round(gap / period)) : gap,
  );
}

/** @param {Tick[]} ticks */
const freeTicks = (ticks) => ticks.slice(-MANY_TIMES).filter(({ isFree }) => isFree).length;

/** @param {Tick[]} ticks @returns {boolean} whether they come at regular intervals */
export function isPeriodic(ticks) {
  const last = gapsOf(ticks.slice(-MANY_TIMES));
  if (last.length < MANY_TIMES - 1 || freeTicks(ticks) < MIN_FREE) return false;
  return isEven(last) || (ticks.length >= TIMES_WITH_LATE && isEvenButOne(gapsOf(ticks)));
}

/** @param {Tick[]} ticks @returns {number} the usual interval; Infinity if it is unknown */
function periodOf(ticks) {
  const gaps = gapsOf(ticks).sort((a, b) => a - b);
  return gaps[Math.floor((gaps.length - 1) / 2)] ?? Infinity;
}

/**
 * @param {Tick[]} ticks
 * @returns {number} when the next change is overdue, as a time of `performance.now()`
 */
export function overdueAt(ticks) {
  const last = ticks.at(-1)?.at ?? -Infinity;
  return last + Math.min(AT_REST_MS, UNEVEN * periodOf(ticks) + ONE_CHANGE_MS);
}

/**
 * @param {Tick[]} ticks that are not periodic so far
 * @returns {number} the milliseconds within which the next change shows that they are, or that more
 *   changes are needed; 0 if they are not, or if the proof takes too long
 */
export function msUntilProof(ticks) {
  const last = gapsOf(ticks.slice(-3));
  const wasPeriodic = isPeriodic(ticks.slice(0, -1));
  if (last.length === 0 || !(isEven(last) || wasPeriodic)) return 0;
  const missing = Math.max(1, MANY_TIMES - ticks.length, MIN_FREE - freeTicks(ticks));
  if (missing * periodOf(ticks) > MAX_PROOF_MS) return 0;
  return Math.max(0, overdueAt(ticks) - performance.now());
}
