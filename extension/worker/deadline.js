//! The time that a query still has. It knows no query; it only counts and gives up.

/** Thrown by `within` when the time is up. */
export class TooLate extends Error {}

/** A moment in the future. */
export class Deadline {
  /** @param {number} milliseconds from now */
  constructor(milliseconds) {
    this.end = performance.now() + milliseconds;
  }

  /** @returns {number} milliseconds left, never negative */
  left() {
    return Math.max(0, this.end - performance.now());
  }

  /** @param {number} milliseconds @returns {Deadline} this moment, or one sooner */
  atMost(milliseconds) {
    return new Deadline(Math.min(milliseconds, this.left()));
  }
}

/**
 * @template T
 * @param {Deadline} deadline
 * @param {Promise<T>} work goes on unheard when the time is up
 * @returns {Promise<T>} rejects with `TooLate` when the time is up
 */
export function within(deadline, work) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate()), deadline.left());
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
