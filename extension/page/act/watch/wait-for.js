//! Waits for a condition in the page, such as a list that opens. Checks at intervals, because no
//! event signals it.

const INTERVAL_MS = 15;

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} timeoutMs
 * @param {import('../action.js').ActionHooks} hooks
 * @param {number} [intervalMs]
 * @returns {Promise<boolean>} whether the condition became true before the timeout
 */
export async function waitFor(condition, timeoutMs, hooks, intervalMs = INTERVAL_MS) {
  const until = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    await hooks.nextTask();
  }
  return true;
}
