//! Has the engine work in portions, so that nobody beside it, be it a page or another query of the
//! worker, is held up for longer than a slice; and gives the engine's memory back after a page that
//! took much of it. It knows neither Chrome nor what is in a record or a tree.
//!
//! A classic script for a page's isolated world, where it is injected; the worker imports it for
//! what it leaves there. Running it again does nothing.

'use strict';

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensPortions')) {
  /**
   * After so many milliseconds everybody else has a turn. A portion that begins just before comes
   * on top: a few more.
   */
  const SLICE = 15;
  /** Steps between two looks at the clock: on a slow machine about a millisecond. */
  const STEPS = 1000;
  /** Characters that go to the engine at once: a long string is copied and encoded in one go. */
  const PIECE = 1_000_000;
  /**
   * Memory of a module only grows: above so many bytes the engine begins again with a new one, once
   * it has nothing to do.
   */
  const KEPT = 64 * 1024 * 1024;

  /** How many works are under way, in whatever instance of the engine. */
  let running = 0;
  /** The instance in use has failed: what it holds can't be relied on. */
  let broken = false;

  /**
   * @param {AxlensEngine} engine
   * @param {string} record
   * @param {AxlensHow} how
   * @returns {Promise<AxlensUnderstood>}
   */
  const understand = (engine, record, { places, check }) =>
    use(engine, () => engine.Work.understand(record.length), record, check, (work) => ({
      registry: work.registry,
      nodes: places === 'all' ? work.elements : work.nodes,
    }));

  /**
   * @param {AxlensEngine} engine
   * @param {string} record
   * @param {number} node
   * @param {() => void} check
   * @returns {Promise<{pieces: string[]}>}
   */
  const explain = (engine, record, node, check) =>
    use(engine, () => engine.Work.explain(record.length, node), record, check, () => ({}));

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
    running += 1;
    const start = performance.now();
    const slices = new Slices(check);
    try {
      work = begin();
      const pieces = await run(work, record, slices);
      const results = result(work);
      return { ...results, pieces, slice: slices.end(), ms: performance.now() - start };
    } catch (error) {
      // A trap of the module: it has no other way to fail.
      broken ||= error instanceof Error && error.name === 'RuntimeError';
      throw error;
    } finally {
      running -= 1;
      leave(engine, work);
    }
  }

  /**
   * @param {AxlensWork} work @param {string} record @param {Slices} slices @returns
   * {Promise<string[]>} the result, in pieces
   */
  async function run(work, record, slices) {
    for (let from = 0, to = 0; from < record.length; from = to) {
      to = endOfPiece(record, from);
      work.add(record.slice(from, to));
      if (slices.spent) await slices.pause();
    }
    while (!work.step(STEPS)) if (slices.spent) await slices.pause();
    const pieces = [];
    for (let piece = work.piece(); piece !== undefined; piece = work.piece()) {
      pieces.push(piece);
      if (slices.spent) await slices.pause();
    }
    return pieces;
  }

  /**
   * @param {string} text @param {number} from @returns {number} never within a surrogate pair: half
   * of one would not survive
   */
  function endOfPiece(text, from) {
    const to = Math.min(from + PIECE, text.length);
    const last = text.charCodeAt(to - 1);
    return to < text.length && last >= 0xd800 && last < 0xdc00 ? to - 1 : to;
  }

  /** @param {AxlensEngine} engine @param {AxlensWork | null} work */
  function leave(engine, work) {
    if (running || !(broken || engine.held() > KEPT)) {
      if (!broken) work?.free();
      return;
    }
    engine.renew();
    // The first call goes to the new instance; the old one is nobody's from here on.
    engine.held();
    broken = false;
  }

  /** Work in slices, between which everybody else has a turn. */
  class Slices {
    #begun = performance.now();
    #longest = 0;

    /** @param {() => void} check */
    constructor(check) {
      this.check = check;
    }

    get spent() {
      return performance.now() - this.#begun >= SLICE;
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

  /** @type {MessageChannel | null} made when it is needed first */
  let channel = null;
  /** @type {((value?: unknown) => void)[]} who waits for its next task, the first come first */
  const waiting = [];

  /**
   * Behind all tasks that are there already: after `scheduler.yield` the work would go on before
   * messages and network.
   */
  const nextTask = () =>
    new Promise((resolve) => {
      if (!channel) {
        channel = new MessageChannel();
        channel.port1.onmessage = () => waiting.shift()?.();
      }
      waiting.push(resolve);
      channel.port2.postMessage(0);
    });

  Object.defineProperty(globalThis, 'axlensPortions', { value: { understand, explain } });
}
