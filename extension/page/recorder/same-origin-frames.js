//! The recorders of this page's frames and of its parent, where they are of its origin: asked
//! directly, since a message from the worker takes Chrome half a millisecond or more.

import { nextTask } from './slices.js';

/**
 * Documents that took longer are not recorded beside another, whose answer would wait for them:
 * null is sent for them.
 */
const QUICK_MS = 20;
/** After so many milliseconds the page has a turn. */
const SLICE_MS = 8;
/** For so long a document is waited for that took less last time. */
const TIMEOUT_MS = 2 * QUICK_MS;

/**
 * What a recorder offers to those of other frames, to the engine in the page and to what acts.
 * @typedef {{nodeId(element: Element): number, element(id: number): Element | undefined,
 *   answer(message: object): any, wasSecret(element: Element): boolean,
 *   id(): string | undefined, spent(): number,
 *   roots(): Node[], backgroundMutators(): Element[], beginAct(): void, endAct(): void,
 *   hasChangedAround(element: Element): boolean}} Recorder
 */

/**
 * @param {Window} other
 * @returns {Recorder | undefined} the recorder there, if there is one; throws where the window is
 *   of another origin
 */
const recorderOf = (other) => Object.getOwnPropertyDescriptor(other, 'axlensRecorder')?.value;

/**
 * Node id that the parent's recorder gives this window's own frame element; 0 where the parent is
 * of another origin.
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
 * @returns {Recorder[]} the recorders in its frames and in theirs, where they can be reached
 */
function recordersIn(outer) {
  const found = [];
  for (let index = 0; index < outer.length; index++) {
    try {
      const recorder = recorderOf(outer[index]);
      // What a window of another origin has by that name is one of its frames.
      if (recorder && Object.hasOwn(recorder, 'answer')) found.push(recorder);
    } catch {
      // Of another origin; there may be one of ours in it.
    }
    found.push(...recordersIn(outer[index]));
  }
  return found;
}

/**
 * Asks the recorders in this window's frames, as far as they can be reached and are quick.
 * @param {Record<string, object>} messages by the ids of their documents
 * @param {number} begun when this slice began
 * @returns {Promise<Record<string, object | null>>}
 */
export async function askBeside(messages, begun) {
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
    answers[id] = isQuick ? await withTimeout(inner.answer(messages[id])) : null;
  }
  return answers;
}

/**
 * @param {Promise<object>} answer
 * @returns {Promise<object | null>} null where there is none in time, or never
 */
function withTimeout(answer) {
  let over = false;
  const late = async () => {
    for (const begun = performance.now(); !over && performance.now() - begun < TIMEOUT_MS;) {
      await nextTask(true);
    }
    return null;
  };
  const soon = answer.catch(() => null).finally(() => (over = true));
  return Promise.race([soon, late()]);
}
