//! Waits for what a page brings about late: a list that opens, a text that is drawn. It looks again
//! at intervals, since nothing says when such a thing has come.

/** @typedef {import('../events.js').Hooks} Hooks */

const LOOK_MS = 15;

/**
 * @param {() => boolean | Promise<boolean>} isSo
 * @param {number} patienceMs
 * @param {Hooks} hooks
 * @param {number} [lookMs] between two looks
 * @returns {Promise<boolean>} whether it is so by then
 */
export async function comesTrue(isSo, patienceMs, hooks, lookMs = LOOK_MS) {
  const until = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    await hooks.task();
  }
  return true;
}
