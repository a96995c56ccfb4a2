//! The acts that this worker is doing: who comes second in a tab waits for its turn, and who asks
//! how an act ended waits for its end.

/** @type {Map<string, Promise<unknown>>} acts that have not ended, by their ids */
const underWay = new Map();

/** @type {Map<number | string, Promise<unknown>>} the last act of each tab, and under each id */
const turns = new Map();

/**
 * Does an act that is not bound to a tab's turn.
 * @template T
 * @param {string} id of the act
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileUnderWay(id, work) {
  const done = work();
  underWay.set(id, done);
  try {
    return await done;
  } finally {
    underWay.delete(id);
  }
}

/**
 * Agents that act in one tab take turns, action by action.
 * @template T
 * @param {string} id of the act
 * @param {number} tab
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const inTabTurn = (id, tab, work) => whileUnderWay(id, () => inTurn(tab, work));

/**
 * Waits for an act that this worker is still doing.
 * @param {string} id
 */
export async function ended(id) {
  await underWay.get(id)?.catch(() => {});
}

/**
 * What is asked twice under one id waits for what was asked first.
 * @template T
 * @param {number | string} of a tab, or the id of an act
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(of, work) {
  const mine = (turns.get(of) ?? Promise.resolve()).then(work, work);
  const settled = mine
    .catch(() => {})
    .then(() => {
      if (turns.get(of) === settled) turns.delete(of);
    });
  turns.set(of, settled);
  return mine;
}
