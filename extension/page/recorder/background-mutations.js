//! Elements that change again and again without anybody acting: clocks, carousels, progress. What
//! changes there during an action is not the action's doing.

/** Changes closer together than this are one. */
const ONE_CHANGE_MS = 100;
/** What has not changed for so long is at rest. */
const AT_REST_MS = 5000;
/** A text that was loaded and then set twice more is at rest: less than this is no habit. */
const MANY_TIMES = 4;
/** So much longer than another may one wait for the next change be. */
const UNEVEN = 1.5;
/** A page in which everything moves is not followed element by element. */
const MAX = 1000;

/** @type {Map<Element, number[]>} elements that changed lately, and when: the last few times. What
 *   changed last is at the end */
const changes = new Map();

/** Actions under way: what changes meanwhile is theirs. */
const state = { acts: 0, began: 0 };

/** @param {Iterable<Element>} elements that have changed just now */
export function noteChanges(elements) {
  if (state.acts > 0) return;
  const now = performance.now();
  for (const element of elements) {
    const times = changes.get(element) ?? [];
    if (now - lastOf(times) < ONE_CHANGE_MS) continue;
    changes.delete(element);
    changes.set(element, [...times.slice(1 - MANY_TIMES), now]);
  }
  for (const [oldest, times] of changes) {
    if (changes.size <= MAX && now - lastOf(times) < AT_REST_MS) break;
    changes.delete(oldest);
  }
}

/** @param {number[]} times */
const lastOf = (times) => times.at(-1) ?? -Infinity;

/**
 * A clock changes evenly, and has not missed its turn. What the page has changed now and then may
 * be changed by the next action.
 * @param {number[]} times when it changed, the last few of them
 */
function hasBackgroundMutations(times) {
  if (times.length < MANY_TIMES) return false;
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  const longest = UNEVEN * Math.min(...gaps) + ONE_CHANGE_MS;
  const since = performance.now() - lastOf(times);
  return Math.max(...gaps, since) < Math.min(AT_REST_MS, longest);
}

/** @returns {Element[]} those that change by themselves now, without an action */
export const backgroundMutators = () =>
  [...changes].filter(([, times]) => hasBackgroundMutations(times)).map(([element]) => element);

/** An action begins in this document. */
export function beginAct() {
  if (state.acts === 0) state.began = performance.now();
  state.acts += 1;
}

/** An action has ended in this document. Meanwhile nothing was noted: no time has passed. */
export function endAct() {
  state.acts -= 1;
  if (state.acts > 0) return;
  const passed = performance.now() - state.began;
  for (const [element, times] of changes)
    changes.set(
      element,
      times.map((time) => time + passed),
    );
}
