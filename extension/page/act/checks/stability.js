//! Whether an element is stable, that is, does not move. Waits for a frame only if something may be
//! moving it, with a timeout, because a hidden tab renders no frames.
//!
//! A single change of the layout, by an image, a font or a rule of a style sheet, is no movement:
//! the next read has it, and the point of a click is read right before the press. A script that
//! moves an element in each frame by rules of style sheets alone is not detected.

import { isConnected, localName, querySelectorAll } from '../../dom/dom.js';
import {
  endingMovements,
  isRunning,
  mayBeMovedByAnimation,
} from '../../geometry/animated-movement.js';
import { boundingBoxOf } from './boxes.js';
import { isHidden, isSvg } from '../dom-methods.js';
import { flatPath } from '../flat-tree.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

/** An element that moves for longer than this is not acted on. */
const TIMEOUT_MS = 1000;
/** A visible tab that renders no frame for this long is treated as hidden. */
const FRAME_MS = 100;
/** A script that moves an element changes the document, or scrolls, at least this often. */
const CHANGE_INTERVAL_MS = 100;
/** Animations of SVG's own, which are no animations of CSS. */
const SVG_ANIMATION = 'animate, animateMotion, animateTransform';
/** Those that may resize a drawing in the page. */
const RESIZING_ANIMATION = 'svg > animate';

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

/** @param {Element[]} path @param {Node[]} roots */
function hasSvgAnimation(path, roots) {
  const selector = path.some(isSvg) ? SVG_ANIMATION : RESIZING_ANIMATION;
  return (
    querySelectorAll.document.call(document, selector).length > 0 ||
    roots.some(
      (root) => querySelectorAll.root.call(/** @type {ShadowRoot} */ (root), selector).length > 0,
    )
  );
}

/**
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @returns {boolean} whether something that moves the element may be under way
 */
function mayMove(element, hooks) {
  if (performance.now() - hooks.lastChange() < CHANGE_INTERVAL_MS) return true;
  const path = flatPath(element);
  const roots = hooks.roots();
  return (
    path.some((node) => localName.call(node) === 'marquee') ||
    hasSvgAnimation(path, roots) ||
    mayBeMovedByAnimation(new Set(path), roots)
  );
}

/**
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} nothing moves it, or {@link isStable}
 */
export const isAtRest = async (element, hooks) =>
  !mayMove(element, hooks) || (await isStable(element, hooks));

/**
 * The first frames of an animation may be equal, so that the element would move between press and
 * release: animations that end before the timeout are waited for. In a hidden tab none ends.
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} its box was the same in two frames before the timeout; in three if an
 *   animation may still move it
 */
export async function isStable(element, hooks) {
  const until = performance.now() + TIMEOUT_MS;
  let last = boxOf(element);
  await nextFrame(hooks);
  // Only those that run now: an animation that is started again and again would never end.
  const ending = isHidden.call(document)
    ? []
    : endingMovements(new Set(flatPath(element)), hooks.roots(), TIMEOUT_MS);
  let equal = 0;
  while (isConnected.call(element)) {
    const now = boxOf(element);
    equal = now === last ? equal + 1 : 0;
    last = now;
    if (equal > 1 && !ending.some(isRunning)) return true;
    if (equal > 0 && !mayBeMovedByAnimation(new Set(flatPath(element)), hooks.roots())) return true;
    if (performance.now() > until) return equal > 1;
    await nextFrame(hooks);
  }
  return true;
}
