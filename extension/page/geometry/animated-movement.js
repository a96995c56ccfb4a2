//! Which animations may move an element: CSS animations and transitions, and those of scripts.

import { getter } from '../dom/dom.js';

const animationsOf = {
  document: Document.prototype.getAnimations,
  root: /** @type {DocumentOrShadowRoot} */ (ShadowRoot.prototype).getAnimations,
};
const effectOf = getter(Animation.prototype, 'effect');
const playState = getter(Animation.prototype, 'playState');
const timelineOf = getter(Animation.prototype, 'timeline');
const timeOf = getter(Animation.prototype, 'currentTime');
const rateOf = getter(Animation.prototype, 'playbackRate');
const targetOf = getter(KeyframeEffect.prototype, 'target');
const pseudoOf = getter(KeyframeEffect.prototype, 'pseudoElement');
const { getKeyframes } = KeyframeEffect.prototype;
const { getComputedTiming } = AnimationEffect.prototype;

/** What a keyframe has in addition to its properties. */
const KEYFRAME = /^(?:offset|computedOffset|easing|composite)$/;
/** Properties that an animation can change without moving anything. */
const IN_PLACE = /^(?:opacity|color|.*Color|visibility|boxShadow|cursor)$/;
/** Properties that move or paint their element and its contents, and nothing around it. */
const OWN =
  /^(?:transform|translate|rotate|scale|perspective|filter|backdropFilter|clipPath|textShadow|(?:offset[A-Z]|background|outline|mask|stroke|fill).*)$/;
const UNKNOWN = '';
/** Pseudo-elements whose boxes are not around the contents of their element. */
const NEXT_TO_CONTENTS = /^::(?:before|after|marker|backdrop|view-transition)/;
/** More animations than this are not examined. */
const MAX_ANIMATIONS = 100;

/**
 * @param {Node[]} roots of the document, without the document
 * @returns {Animation[]} that are running in the document
 */
export const runningIn = (roots) =>
  [document, ...roots]
    .flatMap((root) =>
      root === document
        ? animationsOf.document.call(document)
        : animationsOf.root.call(/** @type {ShadowRoot} */ (root)),
    )
    .filter((animation) => playState.call(animation) === 'running');

/**
 * @param {Animation} animation
 * @returns {{target: Element, isNextToContents: boolean, properties: string[]} | null}
 *   `properties`: those that may move something
 */
function movementOf(animation) {
  const effect = effectOf.call(animation);
  if (!(effect instanceof KeyframeEffect)) return null;
  const target = targetOf.call(effect);
  if (!target) return null;
  const keys = getKeyframes.call(effect).flatMap((frame) => Object.keys(frame));
  const animated = keys.filter((key) => !KEYFRAME.test(key));
  // Custom properties are not listed: what they move is unknown.
  const properties = animated.length
    ? animated.filter((property) => !IN_PLACE.test(property))
    : [UNKNOWN];
  const isNextToContents = NEXT_TO_CONTENTS.test(pseudoOf.call(effect) ?? '');
  return properties.length ? { target, isNextToContents, properties } : null;
}

/**
 * @param {Set<Node>} around elements, and what is around them
 * @param {Node[]} [roots] of the document, without the document
 * @returns {Animation[]} those that may move or resize one of them
 */
const animationsOfThese = (around, roots = []) =>
  runningIn(roots).filter((animation) => {
    const movement = movementOf(animation);
    return movement !== null && around.has(movement.target);
  });

/** @param {Set<Node>} around elements, and what is around them */
export const isAnimated = (around) => animationsOfThese(around).length > 0;

/** @param {Animation} animation which is running @returns {number} milliseconds; may be infinite */
function timeLeft(animation) {
  const rate = rateOf.call(animation);
  const now = Number(timeOf.call(animation));
  const { endTime } = getComputedTiming.call(effectOf.call(animation));
  return (rate < 0 ? now : Number(endTime) - now) / Math.abs(rate);
}

/**
 * @param {Set<Node>} around elements, and what is around them
 * @param {Node[]} roots of the document, without the document
 * @param {number} withinMs
 * @returns {boolean} an animation of one of them ends within this time
 */
export const hasEndingAnimation = (around, roots, withinMs) =>
  animationsOfThese(around, roots).some((animation) => timeLeft(animation) <= withinMs);

/**
 * Whether an animation may move an element. Those of other elements count too if they may change
 * the layout.
 * Those that follow a scroll position do not: scrolling is observed by itself.
 * @param {Set<Node>} around an element, and what is around it
 * @param {Node[]} roots of the document, without the document
 */
export function mayBeMovedByAnimation(around, roots) {
  const running = runningIn(roots).filter(
    (animation) => timelineOf.call(animation) instanceof DocumentTimeline,
  );
  if (running.length > MAX_ANIMATIONS) return true;
  return running.some((animation) => {
    const movement = movementOf(animation);
    if (movement === null) return false;
    if (around.has(movement.target) && !movement.isNextToContents) return true;
    return movement.properties.some((property) => !OWN.test(property));
  });
}
