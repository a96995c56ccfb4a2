//! State whose changes cause no mutation: style, what fields hold, focus and the like. Each time
//! one of these is read for a record, it is noted from what it was read and what it was. Where no
//! mutation came and all of it is still the same, the record would be the same, and need not be
//! made. What is read is the callers' business.

/** More is not noted: such documents are walked each time. */
const MAX_OBSERVATIONS = 400_000;
/** Where more elements have changed, the whole document is walked. */
export const MAX_CHANGED = 500;
/** Observations between two looks at the clock. */
const STEPS = 200;

/** What was read that may change without a mutation. */
export class ObservedState {
  /** @type {((from: any) => unknown)[]} */
  #reads = [];
  /** @type {unknown[]} */
  #sources = [];
  /** @type {unknown[]} */
  #values = [];

  /**
   * Reads and notes what was read.
   * @template Source, Value
   * @param {(source: Source) => Value} read
   * @param {Source} source
   * @returns {Value}
   */
  read(read, source) {
    const value = read(source);
    if (this.#values.length < MAX_OBSERVATIONS) {
      this.#reads.push(read);
      this.#sources.push(source);
      this.#values.push(value);
    }
    return value;
  }

  get length() {
    return this.#values.length;
  }

  /** All that was read is noted. */
  get isComplete() {
    return this.#values.length < MAX_OBSERVATIONS;
  }

  /**
   * Takes over some of another's observations.
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
   * @returns {Promise<number[]>} the observations that differ now, up to a number of them
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
