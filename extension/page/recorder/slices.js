//! Runs work in slices, between which the page continues. It is independent of the work.

/** The page gets a turn after this many milliseconds. */
const SLICE_MS = 25;

/**
 * The page's own tasks wait behind the record for this many pauses, and get a turn in the next one.
 */
const PAUSES_BEFORE_FAIR = 3;

/**
 * Lets the page continue. In a hidden tab a timer would wait for half a second, an animation frame
 * forever.
 * @param {boolean} fair after `scheduler.yield` the record continues before tasks that were queued
 *   earlier: input and frames get a turn, but the page's messages and pings do not
 */
export const nextTask = (fair) => {
  /** @type {typeof globalThis & {scheduler?: {yield?: () => Promise<void>}}} */
  const { scheduler } = globalThis;
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

/** Work in slices, each with its duration. */
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
