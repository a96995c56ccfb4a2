//! The time that a query still has. It knows no query; it only counts and gives up.

/** Thrown by `within` when the time is up. */
export class DeadlineExceeded extends Error {}

/** How often a deadline that stands still is looked at. */
const HELD_MS = 100;

/** A moment in the future, which moves on while it is held. */
export class Deadline {
  /** @type {number | null} since when it has been held */
  #held = null;

  /** @param {number} milliseconds from now */
  constructor(milliseconds) {
    this.end = performance.now() + milliseconds;
  }

  /** @returns {number} milliseconds left, never negative */
  left() {
    return Math.max(0, this.end - (this.#held ?? performance.now()));
  }

  /** From now on no time passes: a person is asked. */
  hold() {
    this.#held ??= performance.now();
  }

  /** Time passes again. */
  release() {
    if (this.#held !== null) this.end += performance.now() - this.#held;
    this.#held = null;
  }

  /** Whether no time passes. */
  isHeld() {
    return this.#held !== null;
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
 * @returns {Promise<T>} rejects with `DeadlineExceeded` when the time is up
 */
export function within(deadline, work) {
  return new Promise((resolve, reject) => {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const look = () => {
      if (deadline.left() === 0) reject(new DeadlineExceeded());
      else wait();
    };
    const wait = () => {
      timer = setTimeout(look, deadline.isHeld() ? HELD_MS : deadline.left());
    };
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
