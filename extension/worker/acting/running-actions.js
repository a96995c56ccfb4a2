//! The actions that this worker executes now, and the queues of each tab and of each action id.

/** @type {Map<string, Promise<unknown>>} by the action's id */
const running = new Map();

/** @type {Map<number | string, Promise<unknown>>} the last work in the queue of a tab or an id */
const queues = new Map();

/** @type {Map<() => void, number>} ends the action that runs in a tab → the tab */
const stops = new Map();

/**
 * Runs an action that the user can end.
 * @template T
 * @param {number} tab
 * @param {() => void} stop ends it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runStoppable(tab, stop, work) {
  stops.set(stop, tab);
  try {
    return await work();
  } finally {
    stops.delete(stop);
  }
}

/** @param {number} tab in which all actions end now */
export function stopActionsIn(tab) {
  for (const [stop, of] of stops) if (of === tab) stop();
}

/**
 * Executes an action without waiting for other actions in its tab.
 * @template T
 * @param {string} id of the action
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runAction(id, work) {
  const result = work();
  running.set(id, result);
  try {
    return await result;
  } finally {
    running.delete(id);
  }
}

/**
 * Executes an action, or a list of actions on fields, after the earlier actions in their tab.
 * Agents in one tab take turns, action by action or list by list.
 * @template T
 * @param {string[]} ids of the actions
 * @param {number} tab
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const runActionsInTab = ([id, ...others], tab, work) =>
  runAction(id, () => (others.length ? runActionsInTab(others, tab, work) : enqueue(tab, work)));

/**
 * Waits for the end of an action, if this worker executes it.
 * @param {string} id
 */
export async function waitForAction(id) {
  await running.get(id)?.catch(() => {});
}

/**
 * Executes an action after the earlier actions in its tab.
 * @template T
 * @param {string} id of the action
 * @param {number} tab
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const runActionInTab = (id, tab, work) => runActionsInTab([id], tab, work);

/**
 * Runs the work after all earlier work in each of these queues.
 * @template T
 * @param {string[]} keys ids of actions
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const enqueueInAll = ([key, ...others], work) =>
  enqueue(key, () => (others.length ? enqueueInAll(others, work) : work()));

/**
 * Runs the work after all earlier work in the same queue.
 * @template T
 * @param {number | string} key a tab, or the id of an action
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function enqueue(key, work) {
  const result = (queues.get(key) ?? Promise.resolve()).then(work, work);
  const settled = result
    .catch(() => {})
    .then(() => {
      if (queues.get(key) === settled) queues.delete(key);
    });
  queues.set(key, settled);
  return result;
}
