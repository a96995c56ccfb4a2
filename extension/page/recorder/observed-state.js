//! State that changes without a mutation: style, values of fields, focus and the like. For each
//! value read for a record, it stores the source, the function and the result. If no mutation
//! occurred and all values are the same, the record is still valid. The callers decide what is
//! read.

/** The number of observations that are stored. Documents with more are walked every time. */
const MAX_OBSERVATIONS = 400_000;
/** If more elements have changed, the whole document is walked. */
export const MAX_CHANGED = 500;
/** Observations between two checks of the time. */
const STEPS = 200;

/** Values that were read and may change without a mutation. */
export class ObservedState {
  /** @type {((source: unknown) => unknown)[]} */
  #reads = [];
  /** @type {unknown[]} */
  #sources = [];
  /** @type {unknown[]} */
  #values = [];

  /**
   * Reads a value and stores the observation.
   * @template Source, Value
   * @param {(source: Source) => Value} read
   * @param {Source} source
   * @returns {Value}
   */
  read(read, source) {
    const value = read(source);
    if (this.#values.length < MAX_OBSERVATIONS) {
      this.#reads.push(/** @type {(source: unknown) => Value} */ (read));
      this.#sources.push(source);
      this.#values.push(value);
    }
    return value;
  }

  get length() {
    return this.#values.length;
  }

  /** All observations are stored. */
  get isComplete() {
    return this.#values.length < MAX_OBSERVATIONS;
  }

  /**
   * Copies a range of another's observations.
   * @param {ObservedState} other
   * @param {number} start
   * @param {number} end
   */
  copy(other, start, end) {
    for (let at = start; at < end; at++) {
      this.#reads.push(other.#reads[at]);
      this.#sources.push(other.#sources[at]);
      this.#values.push(other.#values[at]);
    }
  }

  /**
   * @param {import('./slices.js').Slices} slices
   * @returns {Promise<number[]>} the observations that differ now, at most MAX_CHANGED
   */
  async changed(slices) {
    const changed = [];
    for (let at = 0; at < this.#values.length && changed.length < MAX_CHANGED; at++) {
      if (this.#reads[at](this.#sources[at]) !== this.#values[at]) changed.push(at);
      if (at % STEPS === STEPS - 1 && performance.now() > slices.until) await slices.pause();
    }
    return changed;
  }
}
