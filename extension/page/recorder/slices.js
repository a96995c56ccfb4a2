//! Work in slices, between which the page goes on. It knows nothing of what the work is.

/** After so many milliseconds the page has a turn. */
const SLICE_MS = 25;

/**
 * Pauses in which the page's own tasks wait behind the record, between two in which they have
 * their turn.
 */
const PAUSES_BEFORE_FAIR = 3;

/**
 * Lets the page go on. In a hidden tab a timer would wait for half a second, a frame for ever.
 * @param {boolean} fair after `scheduler.yield` the record goes on before tasks that were there
 *   first: input and frames have their turn, but the page's messages do not, nor does a ping
 */
export const nextTask = (fair) => {
  const scheduler = /** @type {any} */ (globalThis).scheduler;
  if (!fair && scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve(undefined);
    };
    channel.port2.postMessage(0);
  });
};

/** Work in slices, each with its time. */
export class Slices {
  /** @type {number[]} */
  times = [];
  #begun = performance.now();

  get until() {
    return this.#begun + SLICE_MS;
  }

  get spent() {
    return performance.now() - this.#begun;
  }

  async pause() {
    this.times.push(this.spent);
    await nextTask(this.times.length % (PAUSES_BEFORE_FAIR + 1) === 0);
    this.#begun = performance.now();
  }

  end() {
    this.times.push(this.spent);
    return this.times.map((time) => Math.round(time * 10) / 10);
  }
}
