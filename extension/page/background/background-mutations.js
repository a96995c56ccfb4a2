//! Detects elements that change repeatedly without an action: clocks, carousels, progress bars.
//! Their changes during an action are not attributed to the action.

import { elementOf } from '../dom/dom.js';
import { nodeId } from '../dom/node-ids.js';
import { AT_REST_MS, isPeriodic, msUntilProof, ONE_CHANGE_MS, overdueAt } from './rhythm.js';
import { isRendered, namedAround, textsOf } from './texts.js';

/** @typedef {import('./rhythm.js').Tick} Tick */
/**
 * An element that has changed recently. `hasGap`: it has changed since its last tick, in a way that
 * is no tick; `changed`: the number of its last change, which is larger than those of all changes
 * before; `texts`: a hash of its own texts after that change.
 * @typedef {{node: number, ticks: Tick[], hasGap: boolean, changed: number, texts: number}}
 *   Changing
 */

/** The number of changes of an element that are stored. */
const MAX_TICKS = 8;
/** A page with more changing elements is not tracked element by element. */
const MAX = 1000;
/** A record lists the changes of at most this many elements. */
const MAX_LISTED = 200;

/** @type {Map<Element, Changing>} the most recently changed element is last */
const changes = new Map();

/** `acts`: actions in progress, to which changes are attributed. */
const state = { acts: 0, lastChange: 0, seed: crypto.getRandomValues(new Uint32Array(1))[0] };

/** @param {MutationRecord[]} records that have just been observed */
export function noteChanges(records) {
  const elements = new Set(records.flatMap(({ target }) => elementOf(target) ?? []));
  for (const element of elements) noteNumber(element);
  if (state.acts > 0) return;
  noteTicks(elements);
  const now = performance.now();
  for (const [oldest, { ticks }] of changes) {
    if (changes.size <= MAX && now - lastOf(ticks) < AT_REST_MS) break;
    changes.delete(oldest);
  }
}

/** @param {Element} element that has just changed */
function noteNumber(element) {
  if (state.acts === 0 && !changes.has(element))
    changes.set(element, { node: nodeId(element), ticks: [], hasGap: false, changed: 0, texts: 0 });
  const changing = changes.get(element);
  if (!changing) return;
  changing.changed = ++state.lastChange;
  changing.texts = hashOf(textsOf(element));
}

/**
 * A hash of texts (FNV-1a). Its seed never leaves the document, so that it reveals no text.
 * @param {string[]} texts
 */
function hashOf(texts) {
  let hash = state.seed;
  for (const character of texts.join('\n'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** @param {Iterable<Element>} elements that have just changed, not because of an action */
function noteTicks(elements) {
  const at = performance.now();
  for (const element of elements) {
    const changing = changes.get(element);
    if (!changing || at - lastOf(changing.ticks) < ONE_CHANGE_MS) continue;
    const tick = { at, isAfterGap: changing.hasGap, isFree: true };
    setTicks(element, [...changing.ticks, tick]);
  }
}

/**
 * @param {Element} element
 * @param {Tick[]} ticks all its changes: those during an action too, which did not cause them
 */
export function setTicks(element, ticks) {
  const changing = changes.get(element);
  if (!changing) return;
  changing.hasGap = false;
  changing.ticks = ticks.slice(-MAX_TICKS);
  changes.delete(element);
  changes.set(element, changing);
}

/** @param {Element} element that was changed by an action */
export function noteGap(element) {
  const changing = changes.get(element);
  if (changing) changing.hasGap = true;
}

/** @param {Tick[]} ticks */
const lastOf = (ticks) => ticks.at(-1)?.at ?? -Infinity;

/**
 * Returns whether an element changes at regular intervals and its next change is not overdue. An
 * element that the page changes irregularly may also be changed by the next action.
 * @param {Tick[]} ticks of its last changes
 */
const hasBackgroundMutations = (ticks) => isPeriodic(ticks) && performance.now() < overdueAt(ticks);

/** @returns {Element[]} elements that currently change without an action */
export const backgroundMutators = () =>
  [...changes].filter(([, { ticks }]) => hasBackgroundMutations(ticks)).map(([element]) => element);

/** @returns {[Element, Tick[]][]} elements that have changed recently without an action */
export function changingElements() {
  const since = performance.now() - AT_REST_MS;
  return [...changes]
    .filter(([, { ticks }]) => lastOf(ticks) > since)
    .map(([element, { ticks }]) => [element, ticks]);
}

/**
 * The last changes of elements, to determine which have changed between two records.
 * @returns {number[][]} node id, number of the last change, hash of the
 *   texts, and 1 if the element changes periodically, the milliseconds in which more changes may
 *   prove it, or 0 if it does not
 */
export const lastChangeNumbers = () =>
  [...changes].slice(-MAX_LISTED).flatMap(([element, { node, changed, texts, ticks }]) => {
    const rhythm = rhythmOf(ticks);
    const around = namedAround(element);
    // The name of the element around it changes with it.
    const isOther = around !== null && !changes.has(around);
    return [
      // The texts of an element that is not rendered are in no snapshot.
      [node, changed, isRendered(element) ? texts : 0, rhythm],
      ...(isOther ? [[nodeId(around), changed, 0, rhythm]] : []),
    ];
  });

/** @param {Tick[]} ticks */
const rhythmOf = (ticks) =>
  hasBackgroundMutations(ticks) ? 1 : Math.ceil(msUntilProof(ticks) / 2) * 2;

/** Marks the start of an action in this document. */
export function beginAct() {
  state.acts += 1;
}

/** Marks the end of an action in this document. */
export function endAct() {
  state.acts -= 1;
}
