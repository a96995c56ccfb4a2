//! Whether an element is stable, that is, does not move. Waits with a timeout, because a hidden tab
//! renders no frames.

import { isConnected } from '../../dom/dom.js';
import { boundingBoxOf } from './checks.js';
import { isHidden } from '../dom-methods.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

/** An element that moves for longer than this is not acted on. */
const TIMEOUT_MS = 1000;
/** A visible tab that renders no frame for this long is treated as hidden. */
const FRAME_MS = 100;

/** @param {Element} element */
const boxOf = (element) => {
  const { x, y, width, height } = boundingBoxOf(element);
  return [x, y, width, height].join();
};

/** @param {ActionHooks} hooks Resolves with the next frame, or after two tasks in a hidden tab. */
export async function nextFrame({ nextTask }) {
  await nextTask();
  if (isHidden.call(document)) return nextTask();
  const frame = { drawn: false };
  const drawn = new Promise((resolve) =>
    requestAnimationFrame(() => resolve((frame.drawn = true))),
  );
  const timeout = async () => {
    const until = performance.now() + FRAME_MS;
    while (!frame.drawn && performance.now() < until) await nextTask();
  };
  await Promise.race([drawn, timeout()]);
}

/**
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} its box was the same in two frames before the timeout
 */
export async function isStable(element, hooks) {
  const until = performance.now() + TIMEOUT_MS;
  let last = boxOf(element);
  while (isConnected.call(element)) {
    await nextFrame(hooks);
    const now = boxOf(element);
    if (now === last) return true;
    if (performance.now() > until) return false;
    last = now;
  }
  return true;
}
