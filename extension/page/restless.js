//! Elements that change again and again without anybody acting: clocks, carousels, progress. What
//! changes there during an action is not the action's doing.

/** Changes closer together than this are one. */
const ONE_CHANGE_MS = 100;
/** What has not changed for so long is at rest. */
const AT_REST_MS = 5000;
/** A page in which everything moves is not followed element by element. */
const MOST = 1000;

/** @type {Map<Element, {times: number, last: number}>} elements that changed lately, the last at
 *   the end */
const changes = new Map();

/** Actions under way: what changes meanwhile is theirs. */
const state = { acts: 0 };

/** @param {Iterable<Element>} elements that have changed just now */
export function noteChanges(elements) {
  if (state.acts > 0) return;
  const now = performance.now();
  for (const element of elements) {
    const { times, last } = changes.get(element) ?? { times: 0, last: -Infinity };
    if (now - last < ONE_CHANGE_MS) continue;
    changes.delete(element);
    changes.set(element, { times: now - last < AT_REST_MS ? times + 1 : 1, last: now });
  }
  for (const [oldest, { last }] of changes) {
    if (changes.size <= MOST && now - last < AT_REST_MS) break;
    changes.delete(oldest);
  }
}

/** @returns {Element[]} those that change by themselves now, without an action */
export function restlessElements() {
  const now = performance.now();
  const restless = [...changes].filter(
    ([, { times, last }]) => times > 1 && now - last < AT_REST_MS,
  );
  return restless.map(([element]) => element);
}

/** An action begins in this document. */
export const beginAct = () => {
  state.acts += 1;
};

/** An action has ended in this document. */
export const endAct = () => {
  state.acts -= 1;
};
