//! Has the engine work in slices, so that nothing beside it, be it a page or another query of the
//! worker, is held up for longer than one; and gives the engine's memory back after a page that
//! took much of it. It knows neither Chrome nor what is in a record or a tree.

import { splitPieces } from './pieces.js';

/**
 * After so many milliseconds other tasks have a turn. A portion that begins just before comes on
 * top: a few more.
 */
const SLICE_MS = 15;
/** Steps between two looks at the clock: on a slow machine about a millisecond. */
const STEPS = 1000;
/** Characters that go to the engine at once: a long string is copied and encoded in one go. */
const PIECE = 1_000_000;
/**
 * Memory of a module only grows: above so many bytes the engine begins again with a new one, once
 * it has nothing to do.
 */
const MAX_MEMORY = 64 * 1024 * 1024;

const state = {
  /** How many works are under way, in whatever instance of the engine. */
  running: 0,
  /** The instance in use has failed: what it holds can't be relied on. */
  broken: false,
};

/**
 * @param {AxlensEngine} engine
 * @param {string} record
 * @param {AxlensUnderstandOptions} options
 * @returns {Promise<AxlensUnderstood>}
 */
export const understand = (engine, record, { places, check }) =>
  use(
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
  use(
    engine,
    () => engine.Work.explain(record.length, node),
    record,
    check,
    () => ({}),
  );

/**
 * Does a work, and lets go of it however it ends.
 * @template T
 * @param {AxlensEngine} engine
 * @param {() => AxlensWork} begin
 * @param {string} record
 * @param {() => void} check throws what the work is to be given up with
 * @param {(work: AxlensWork) => T} result
 * @returns {Promise<T & {pieces: string[], slice: number, ms: number}>}
 */
async function use(engine, begin, record, check, result) {
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
    // A trap of the module: it has no other way to fail.
    state.broken ||= error instanceof Error && error.name === 'RuntimeError';
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
  for (const piece of splitPieces(record, PIECE)) {
    work.add(piece);
    if (slices.isSpent) await slices.pause();
  }
  while (!work.step(STEPS)) if (slices.isSpent) await slices.pause();
  const pieces = [];
  for (let piece = work.piece(); piece !== undefined; piece = work.piece()) {
    pieces.push(piece);
    if (slices.isSpent) await slices.pause();
  }
  return pieces;
}

/** @param {AxlensEngine} engine @param {AxlensWork | null} work */
function release(engine, work) {
  if (state.running || !(state.broken || engine.held() > MAX_MEMORY)) {
    if (!state.broken) work?.free();
    return;
  }
  engine.renew();
  // The first call goes to the new instance; the old one is not used from here on.
  engine.held();
  state.broken = false;
}

/** Work in slices, between which all other tasks have a turn. */
class EngineSlices {
  #begun = performance.now();
  #longest = 0;

  /** @param {() => void} check */
  constructor(check) {
    this.check = check;
  }

  get isSpent() {
    return performance.now() - this.#begun >= SLICE_MS;
  }

  /** Rejects with what `check` throws. */
  async pause() {
    this.end();
    await nextTask();
    this.#begun = performance.now();
    this.check();
  }

  /** @returns {number} the longest slice so far, this one included */
  end() {
    this.#longest = Math.max(this.#longest, performance.now() - this.#begun);
    return this.#longest;
  }
}

const tasks = {
  /** @type {MessageChannel | null} made when it is needed first */
  channel: null,
  /** @type {((value?: unknown) => void)[]} who waits for its next task, the first come first */
  waiting: [],
};

/**
 * Behind all tasks that are there already: after `scheduler.yield` the work would go on before
 * messages and network.
 */
const nextTask = () =>
  new Promise((resolve) => {
    if (!tasks.channel) {
      tasks.channel = new MessageChannel();
      tasks.channel.port1.onmessage = () => tasks.waiting.shift()?.();
    }
    tasks.waiting.push(resolve);
    tasks.channel.port2.postMessage(0);
  });
