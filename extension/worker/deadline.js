//! The time that a query has left.

/** Thrown by `within` at the deadline. */
export class DeadlineExceeded extends Error {}

/** The interval at which a held deadline is checked. */
const HELD_CHECK_INTERVAL_MS = 100;

/** A time in the future. It moves on while it is held. */
export class Deadline {
  /** @type {number | null} the time since which it is held */
  #held = null;

  /** @param {number} milliseconds from now */
  constructor(milliseconds) {
    this.end = performance.now() + milliseconds;
  }

  /** @returns {number} milliseconds left, never negative */
  left() {
    return Math.max(0, this.end - (this.#held ?? performance.now()));
  }

  /** Stops the time, for example while the user is prompted. */
  hold() {
    this.#held ??= performance.now();
  }

  /** Lets the time pass again. */
  release() {
    if (this.#held !== null) this.end += performance.now() - this.#held;
    this.#held = null;
  }

  /** @returns {boolean} whether the time is stopped */
  isHeld() {
    return this.#held !== null;
  }

  /**
   * @param {number} milliseconds that are left at its end, or a tenth of those that are left now
   * @returns {Pick<Deadline, 'left' | 'isHeld'>} this deadline without them, also while it moves
   */
  reserving(milliseconds) {
    const reserved = Math.min(milliseconds, this.left() / 10);
    return {
      left: () => Math.max(0, this.left() - reserved),
      isHeld: () => this.isHeld(),
    };
  }

  /**
   * @param {number} milliseconds
   * @returns {Deadline} the earlier of this deadline and that time from now
   */
  atMost(milliseconds) {
    return new Deadline(Math.min(milliseconds, this.left()));
  }
}

/**
 * @template T
 * @param {Pick<Deadline, 'left' | 'isHeld'>} deadline
 * @param {Promise<T>} work which continues after the deadline, without effect
 * @returns {Promise<T>} rejects with `DeadlineExceeded` at the deadline
 */
export function within(deadline, work) {
  return new Promise((resolve, reject) => {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const check = () => {
      if (deadline.left() === 0) reject(new DeadlineExceeded());
      else wait();
    };
    const wait = () => {
      timer = setTimeout(check, deadline.isHeld() ? HELD_CHECK_INTERVAL_MS : deadline.left());
    };
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {number} milliseconds @returns {Promise<void>} */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
