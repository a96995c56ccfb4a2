//! The results of the latest actions by their ids, for a worker that was stopped while an action
//! ran: the action continues without it.

/** @typedef {import('./action-run.js').ActionEnd} ActionEnd */

const MAX_REMEMBERED = 50;

/** @type {Map<string, {end: Promise<ActionEnd>, resolve: (end: ActionEnd) => void}>} */
const actions = new Map();

/** @param {string} id of an action that begins now */
export function rememberBegin(id) {
  actions.set(id, pendingEnd());
  for (const oldest of actions.keys()) {
    if (actions.size <= MAX_REMEMBERED) break;
    actions.delete(oldest);
  }
}

/** @param {string} id @param {ActionEnd} end */
export function rememberEnd(id, end) {
  actions.get(id)?.resolve(end);
}

/**
 * @param {string} id
 * @returns {Promise<{begun: boolean, end: ActionEnd | null}>} after the action has ended;
 *   `begun: false`: no event of this action was sent in this document
 */
export async function answerOf(id) {
  const action = actions.get(id);
  return action ? { begun: true, end: await action.end } : { begun: false, end: null };
}

function pendingEnd() {
  /** @type {(end: ActionEnd) => void} */
  let resolve = () => {};
  /** @type {Promise<ActionEnd>} */
  const end = new Promise((resolveEnd) => {
    resolve = resolveEnd;
  });
  return { end, resolve };
}
