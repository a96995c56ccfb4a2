//! Runs the engine in slices, so that the page or other queries of the worker wait for at most one
//! slice. Frees the engine's memory after a page that needed much of it.

import { splitPieces } from './pieces.js';

/**
 * The duration after which other tasks run. A portion of work that starts just before its end adds
 * a few milliseconds.
 */
const SLICE_MS = 15;
/** Steps between two checks of the time, about a millisecond on a slow machine. */
const STEPS_PER_CHECK = 1000;
/** Characters that are passed to the engine at once: a string is copied and encoded in one step. */
const PIECE_LEN = 1_000_000;
/**
 * In bytes. The memory of a module never shrinks: above this limit the idle engine is replaced by a
 * new instance.
 */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const state = {
  /** The number of running works, in all instances of the engine. */
  running: 0,
  /** The current instance has failed, so that its state is invalid. */
  isBroken: false,
};

/**
 * @param {AxlensEngine} engine
 * @param {string} record
 * @param {AxlensUnderstandOptions} options
 * @returns {Promise<AxlensUnderstood>}
 */
export const understand = (engine, record, { places, check }) =>
  runWork(
    engine,
    () => engine.Work.understand(record.length),
    record,
    check,
    (work) => ({
      registry: work.registry,
      nodes: places === 'all' ? work.elements : work.nodes,
    }),
  );

/**
 * @param {AxlensEngine} engine
 * @param {string} record
 * @param {number} node
 * @param {() => void} check
 * @returns {Promise<{pieces: string[]}>}
 */
export const explain = (engine, record, node, check) =>
  runWork(
    engine,
    () => engine.Work.explain(record.length, node),
    record,
    check,
    () => ({}),
  );

/**
 * Runs a work and frees it afterwards.
 * @template T
 * @param {AxlensEngine} engine
 * @param {() => AxlensWork} begin
 * @param {string} record
 * @param {() => void} check throws an error to abort the work
 * @param {(work: AxlensWork) => T} result
 * @returns {Promise<T & {pieces: string[], slice: number, ms: number}>}
 */
async function runWork(engine, begin, record, check, result) {
  /** @type {AxlensWork | null} */
  let work = null;
  state.running += 1;
  const start = performance.now();
  const slices = new EngineSlices(check);
  try {
    work = begin();
    const pieces = await run(work, record, slices);
    const results = result(work);
    return { ...results, pieces, slice: slices.end(), ms: performance.now() - start };
  } catch (error) {
    // A trap is the only way in which the module fails.
    state.isBroken ||= error instanceof Error && error.name === 'RuntimeError';
    throw error;
  } finally {
    state.running -= 1;
    release(engine, work);
  }
}

/**
 * @param {AxlensWork} work
 * @param {string} record
 * @param {EngineSlices} slices
 * @returns {Promise<string[]>} the result, in pieces
 */
async function run(work, record, slices) {
  for (const piece of splitPieces(record, PIECE_LEN)) {
    work.add(piece);
    if (slices.isSpent) await slices.pause();
  }
  while (!work.step(STEPS_PER_CHECK)) if (slices.isSpent) await slices.pause();
  const pieces = [];
  for (let piece = work.piece(); piece !== undefined; piece = work.piece()) {
    pieces.push(piece);
    if (slices.isSpent) await slices.pause();
  }
  return pieces;
}

/** @param {AxlensEngine} engine @param {AxlensWork | null} work */
function release(engine, work) {
  if (state.running || !(state.isBroken || engine.held() > MAX_MEMORY_BYTES)) {
    if (!state.isBroken) work?.free();
    return;
  }
  engine.renew();
  // The first call creates the new instance.
  engine.held();
  state.isBroken = false;
}

/** Measures slices of work, between which other tasks run. */
class EngineSlices {
  #start = performance.now();
  #longest = 0;

  /** @param {() => void} check */
  constructor(check) {
    this.check = check;
  }

  get isSpent() {
    return performance.now() - this.#start >= SLICE_MS;
  }

  /** Lets other tasks run. Rejects with the error of `check`. */
  async pause() {
    this.end();
    await nextTask();
    this.#start = performance.now();
    this.check();
  }

  /** @returns {number} the longest slice so far, this one included */
  end() {
    this.#longest = Math.max(this.#longest, performance.now() - this.#start);
    return this.#longest;
  }
}

const tasks = {
  /** @type {MessageChannel | null} created on first use */
  channel: null,
  /** @type {((value?: unknown) => void)[]} resolve functions, the oldest first */
  waiters: [],
};

/**
 * Resolves after all tasks in the queue. After `scheduler.yield` the work would continue before
 * messages and network events.
 */
const nextTask = () =>
  new Promise((resolve) => {
    if (!tasks.channel) {
      tasks.channel = new MessageChannel();
      tasks.channel.port1.onmessage = () => tasks.waiters.shift()?.();
    }
    tasks.waiters.push(resolve);
    tasks.channel.port2.postMessage(0);
  });
