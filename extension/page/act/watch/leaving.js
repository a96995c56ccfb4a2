//! Whether something in the page is fading out or collapsing: pages often remove an element, such
//! as a dialog that was closed, when its animation has ended.

import { getter, matches, querySelector, textContent } from '../../dom/dom.js';
import { runningIn } from '../../geometry/animated-movement.js';

const effectOf = getter(Animation.prototype, 'effect');
const startOf = getter(Animation.prototype, 'startTime');
const targetOf = getter(KeyframeEffect.prototype, 'target');
const pseudoOf = getter(KeyframeEffect.prototype, 'pseudoElement');
const { getKeyframes } = KeyframeEffect.prototype;
const { getComputedTiming } = AnimationEffect.prototype;

/** Properties with the value 0 when nothing is left of an element. */
const EXTENTS = ['opacity', 'scale', 'height', 'maxHeight', 'width', 'maxWidth'];
/** An effect without a text and without these, such as a ripple, is no content. */
const CONTENT = 'slot, input, button, select, textarea, a, img, [role], [aria-label], [title]';

/** @param {KeyframeEffect} effect @returns {boolean} it ends with nothing left of its element */
function endsWithNothing(effect) {
  const frames = getKeyframes.call(effect);
  const isReversed = getComputedTiming.call(effect).direction === 'reverse';
  const final = (isReversed ? frames : frames.toReversed())[0] ?? {};
  return (
    EXTENTS.some((property) => parseFloat(String(final[property] ?? 1)) === 0) ||
    final.visibility === 'hidden' ||
    final.display === 'none'
  );
}

/** @param {Element} element */
const hasContent = (element) =>
  textContent.call(/** @type {ChildNode} */ (/** @type {unknown} */ (element))).trim() !== '' ||
  matches.call(element, CONTENT) ||
  querySelector.call(element, CONTENT) !== null;

/**
 * @param {Animation} animation that is running
 * @param {number} since
 * @returns {number} milliseconds until it ends, if it began since then and nothing is left of its
 *   element afterwards; otherwise 0
 */
function msLeft(animation, since) {
  const effect = effectOf.call(animation);
  if (!(effect instanceof KeyframeEffect) || pseudoOf.call(effect) !== null) return 0;
  const target = targetOf.call(effect);
  const start = startOf.call(animation);
  if (!target || (start !== null && Number(start) < since)) return 0;
  const { endTime, localTime } = getComputedTiming.call(effect);
  const left = Number(endTime) - Number(localTime ?? 0);
  return Number.isFinite(left) && endsWithNothing(effect) && hasContent(target) ? left : 0;
}

/**
 * @param {Node[]} roots the shadow roots of the document
 * @param {number} since
 * @param {number} withinMs
 * @returns {number} milliseconds until everything has left that has begun to since then, and will
 *   have left within `withinMs`
 */
export const msLeaving = (roots, since, withinMs) =>
  Math.max(
    0,
    ...runningIn(roots)
      .map((animation) => msLeft(animation, since))
      .filter((left) => left <= withinMs),
  );
