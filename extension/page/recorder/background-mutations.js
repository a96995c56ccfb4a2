//! Detects elements that change repeatedly without an action: clocks, carousels, progress bars.
//! Their changes during an action are not attributed to the action.

/** Changes closer together than this count as one. */
const ONE_CHANGE_MS = 100;
/** An element that has not changed for this long is idle. */
const AT_REST_MS = 5000;
/** Fewer changes than this are no pattern: a text may be loaded and then set twice. */
const MANY_TIMES = 4;
/** The longest interval between changes may be this many times the shortest. */
const UNEVEN = 1.5;
/** A page with more changing elements is not tracked element by element. */
const MAX = 1000;

/**
 * @type {Map<Element, number[]>} the times of the last few changes of each recently changed
 *   element; the most recently changed element is last
 */
const changes = new Map();

/** Actions in progress. Changes during an action are attributed to it. */
const state = { acts: 0, began: 0 };

/** @param {Iterable<Element>} elements that have just changed */
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
 * Returns whether an element changes at regular intervals and its next change is not overdue. An
 * element that the page changes irregularly may also be changed by the next action.
 * @param {number[]} times of its last few changes
 */
function hasBackgroundMutations(times) {
  if (times.length < MANY_TIMES) return false;
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  const longest = UNEVEN * Math.min(...gaps) + ONE_CHANGE_MS;
  const since = performance.now() - lastOf(times);
  return Math.max(...gaps, since) < Math.min(AT_REST_MS, longest);
}

/** @returns {Element[]} elements that currently change without an action */
export const backgroundMutators = () =>
  [...changes].filter(([, times]) => hasBackgroundMutations(times)).map(([element]) => element);

/** Marks the start of an action in this document. */
export function beginAct() {
  if (state.acts === 0) state.began = performance.now();
  state.acts += 1;
}

/**
 * Marks the end of an action in this document. Nothing was noted during the action, so the recorded
 * times are shifted by its duration.
 */
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
