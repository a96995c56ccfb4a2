//! Whether an element stays where it is. It never waits for a frame alone: a hidden tab has none.

import { getBoundingClientRect, isConnected } from '../../dom/dom.js';
import { isHidden } from '../dom-methods.js';

/** @typedef {import('../events.js').Hooks} Hooks */

/** An element that moves for longer than this is not acted on. */
const TIMEOUT_MS = 1000;
/** A visible tab that draws no frame for so long is treated as a hidden one. */
const FRAME_MS = 100;

/** @param {Element} element */
const boxOf = (element) => {
  const { x, y, width, height } = getBoundingClientRect.call(element);
  return [x, y, width, height].join();
};

/** @param {Hooks} hooks resolves with the next frame, or after two tasks where there is none */
export async function nextReading({ task }) {
  await task();
  if (isHidden.call(document)) return task();
  const frame = { drawn: false };
  const drawn = new Promise((resolve) =>
    requestAnimationFrame(() => resolve((frame.drawn = true))),
  );
  const given = async () => {
    const until = performance.now() + FRAME_MS;
    while (!frame.drawn && performance.now() < until) await task();
  };
  await Promise.race([drawn, given()]);
}

/**
 * @param {Element} element
 * @param {Hooks} hooks
 * @returns {Promise<boolean>} two readings of its box were the same, before patience ended
 */
export async function isStill(element, hooks) {
  const until = performance.now() + TIMEOUT_MS;
  let last = boxOf(element);
  while (isConnected.call(element)) {
    await nextReading(hooks);
    const now = boxOf(element);
    if (now === last) return true;
    if (performance.now() > until) return false;
    last = now;
  }
  return true;
}
