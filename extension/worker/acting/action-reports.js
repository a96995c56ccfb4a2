//! The reports of the actions that were executed with one wait: what was observed of the page is in
//! the last one.

/** @typedef {import('./actor-port.js').ActionObserved} ActionObserved */
/** @typedef {import('./page-idle.js').IdleWait} IdleWait */
/** @typedef {Extract<import('./actor-port.js').ActionEnd, {done: object}>['done']} DoneEnd */
/** @typedef {{mutations: number, touched?: number[]}} ActionReport */
/**
 * What was observed of the page. `actions`: of those whose document still exists; `isLost`: the
 * document does not respond.
 * @typedef {{actions: ActionObserved[], isLost: boolean, mutations: number}} Observations
 */

/**
 * @param {DoneEnd[]} ends at least one
 * @param {IdleWait} idle
 * @param {Observations} observations
 * @returns {ActionReport[]}
 */
export function reportsOf(ends, idle, { actions, isLost, ...common }) {
  const earlier = ends.slice(0, -1).map((end, index) => ({
    ...withoutReaction(end),
    ...reportInList(end, actions.at(index)),
    watchedMs: idle.watchedMs,
  }));
  const [end] = ends.slice(-1);
  const last = actions.at(ends.length - 1);
  const before = earlier.reduce((sum, { mutations }) => sum + mutations, 0);
  return [
    ...earlier,
    {
      ...withoutReaction(end),
      ...idle,
      ...common,
      ...(last?.verified ? { verified: last.verified } : {}),
      ...(isLost && !end.already ? { unseen: true } : {}),
      ...(last?.changed.touched.length ? { touched: last.changed.touched } : {}),
      mutations: Math.max(common.mutations - before, 0),
    },
  ];
}

/** @param {DoneEnd} end */
function withoutReaction(end) {
  const { reactsLate, ...done } = end;
  return reactsLate === undefined ? end : done;
}

/**
 * @param {DoneEnd} end of an action in a list, but not of the last one
 * @param {ActionObserved | undefined} observed undefined: the document does not exist any more, or
 *   does not respond
 */
const reportInList = (end, observed) => ({
  settled: 'quiet',
  waitedMs: 0,
  mutations: observed?.changed.mutations ?? 0,
  touched: observed?.changed.touched ?? [],
  backgroundMutations: [],
  opened: [],
  ...(observed?.verified ? { verified: observed.verified } : {}),
  ...(observed || end.already ? {} : { unseen: true }),
});
