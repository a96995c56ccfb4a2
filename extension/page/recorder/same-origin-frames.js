//! Access to the recorders of this page's frames and of its parent, if they are of the same origin.
//! They are called directly, since a message from the worker takes Chrome half a millisecond or
//! more.

import { nextTask } from './slices.js';

/**
 * Documents whose last record took longer are not recorded together with another one, which would
 * have to wait for them. Their response is null.
 */
const QUICK_MS = 20;
/** The page gets a turn after this many milliseconds. */
const SLICE_MS = 8;
/** The longest wait for a document whose last record was quick. */
const TIMEOUT_MS = 2 * QUICK_MS;

/**
 * What a recorder offers to the recorders of other frames, to the engine in the page and to the
 * script that acts.
 * @typedef {{nodeId(element: Element): number, element(id: number): Element | undefined,
 *   answer(message: object): unknown, wasSecret(element: Element): boolean,
 *   id(): string | undefined, spent(): number,
 *   roots(): Node[], backgroundMutators(): Element[],
 *   changingElements(): [Element, import('../background/rhythm.js').Tick[]][],
 *   setTicks(element: Element, ticks: import('../background/rhythm.js').Tick[]): void,
 *   noteGap(element: Element): void, beginAct(): void, endAct(): void,
 *   hasChangedWithin(around: Element): boolean, lastChange(): number}} Recorder
 */

/**
 * @param {Window} other
 * @returns {Recorder | undefined} the recorder in that window, if any; throws if the window is of
 *   another origin
 */
const recorderOf = (other) => Object.getOwnPropertyDescriptor(other, 'axlensRecorder')?.value;

/**
 * Returns the node id that the parent's recorder assigned to this window's frame element, or 0 if
 * the parent is of another origin.
 */
export function ownElement() {
  try {
    const element = window.frameElement;
    return element ? (recorderOf(window.parent)?.nodeId(element) ?? 0) : 0;
  } catch {
    return 0;
  }
}

/**
 * @param {Window} outer
 * @returns {Recorder[]} the recorders in its frames and their frames that can be reached
 */
function recordersIn(outer) {
  const found = [];
  for (let index = 0; index < outer.length; index++) {
    try {
      const recorder = recorderOf(outer[index]);
      // In a window of another origin, a property of that name is one of its frames.
      if (recorder && Object.hasOwn(recorder, 'answer')) found.push(recorder);
    } catch {
      // A frame of another origin may contain a frame of this origin.
    }
    found.push(...recordersIn(outer[index]));
  }
  return found;
}

/**
 * Sends messages to the recorders in this window's frames that can be reached and are quick.
 * @param {Record<string, object>} messages by document id
 * @param {number} begun start of this slice
 * @returns {Promise<Record<string, object | null>>}
 */
export async function askFrames(messages, begun) {
  /** @type {Record<string, object | null>} */
  const answers = {};
  for (const inner of recordersIn(window)) {
    const id = inner.id();
    if (id === undefined || !(id in messages)) continue;
    if (performance.now() - begun > SLICE_MS) {
      await nextTask(false);
      begun = performance.now();
    }
    const isQuick = inner.spent() <= QUICK_MS;
    answers[id] = isQuick
      ? await withTimeout(/** @type {object} */ (inner.answer(messages[id])))
      : null;
  }
  return answers;
}

/**
 * @param {object | Promise<object>} answer
 * @returns {Promise<object | null>} null if there is no response in time
 */
function withTimeout(answer) {
  let over = false;
  const late = async () => {
    for (const begun = performance.now(); !over && performance.now() - begun < TIMEOUT_MS;) {
      await nextTask(true);
    }
    return null;
  };
  const soon = Promise.resolve(answer)
    .catch(() => null)
    .finally(() => (over = true));
  return Promise.race([soon, late()]);
}
