//! Errors of a document, equal ones as one, in the order of their last occurrences.

import { MAX_ERRORS } from '../../shared/error-limits.js';

/** @typedef {Required<import('../../types/protocol').PageError>} PageError */
/** @typedef {Omit<PageError, 'time' | 'last' | 'times' | 'isEarlier'>} Occurrence */

/** Characters of all errors that are kept. */
const MAX_CHARACTERS = 200_000;

/** The last ones. */
export class KeptErrors {
  /** @type {Map<string, PageError>} by all that makes two errors equal, the last one last */
  #errors = new Map();
  #characters = 0;
  /** Some are missing. */
  isPartial = false;

  /** @returns {PageError[]} */
  all() {
    return [...this.#errors.values()];
  }

  /** @param {Occurrence} occurrence @param {boolean} isEarlier @param {number} last */
  add(occurrence, isEarlier, last) {
    const key = JSON.stringify(occurrence);
    const known = this.#errors.get(key);
    const { time, times, isEarlier: wasEarlier } = known ?? { time: last, times: 0, isEarlier };
    // The last one is at the end.
    this.#errors.delete(key);
    this.#errors.set(key, { ...occurrence, time, last, times: times + 1, isEarlier: wasEarlier });
    if (!known) this.#characters += key.length;
    this.#dropExcess();
  }

  #dropExcess() {
    for (const key of this.#errors.keys()) {
      if (this.#errors.size <= MAX_ERRORS && this.#characters <= MAX_CHARACTERS) return;
      this.#errors.delete(key);
      this.#characters -= key.length;
      this.isPartial = true;
    }
  }
}
