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
/** Properties that move their element and its contents, and nothing around it. */
const OWN = /^(?:transform|translate|rotate|scale|perspective|offset[A-Z].*)$/;
/** Properties that change where something is painted, but no box. */
const PAINTED =
  /^(?:filter|backdropFilter|clipPath|textShadow|(?:background|outline|mask|stroke|fill).*)$/;
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
    .filter(isRunning);

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
 * @param {Animation} animation
 * @param {Set<Node>} around
 * @returns {boolean} it animates one of these elements
 */
function isOf(animation, around) {
  const effect = effectOf.call(animation);
  const target = effect instanceof KeyframeEffect ? targetOf.call(effect) : null;
  return target !== null && around.has(target);
}

/**
 * @param {Set<Node>} around elements, and what is around them
 * @returns {boolean} an animation may move or resize one of them
 */
export const isAnimated = (around) =>
  runningIn([]).some((animation) => isOf(animation, around) && movementOf(animation) !== null);

/** @param {Animation} animation */
export const isRunning = (animation) => playState.call(animation) === 'running';

/** @param {Animation} animation which is running @returns {number} milliseconds; may be infinite */
function timeLeft(animation) {
  const rate = rateOf.call(animation);
  const now = Number(timeOf.call(animation));
  const { endTime } = getComputedTiming.call(effectOf.call(animation));
  return (rate < 0 ? now : Number(endTime) - now) / Math.abs(rate);
}

/**
 * @param {Set<Node>} around an element, and what is around it
 * @param {Node[]} roots of the document, without the document
 * @param {number} withinMs
 * @returns {Animation[]} those that move its box, or one around it, and end within this time
 */
export const endingMovements = (around, roots, withinMs) =>
  runningIn(roots).filter((animation) => {
    if (!isOf(animation, around) || !isTimed(animation)) return false;
    const movement = movementOf(animation);
    if (movement === null || movement.isNextToContents) return false;
    const moves = movement.properties.some((name) => name !== UNKNOWN && !PAINTED.test(name));
    return moves && timeLeft(animation) <= withinMs;
  });

/**
 * Animations that follow a scroll position are not timed: scrolling is observed by itself.
 * @param {Animation} animation
 */
const isTimed = (animation) => timelineOf.call(animation) instanceof DocumentTimeline;

/**
 * Whether an animation may move an element. Those of other elements count too if they may change
 * the layout.
 * @param {Set<Node>} around an element, and what is around it
 * @param {Node[]} roots of the document, without the document
 */
export function mayBeMovedByAnimation(around, roots) {
  const running = runningIn(roots).filter(isTimed);
  if (running.length > MAX_ANIMATIONS) return true;
  return running.some((animation) => {
    const movement = movementOf(animation);
    if (movement === null) return false;
    if (around.has(movement.target) && !movement.isNextToContents) return true;
    return movement.properties.some((name) => !OWN.test(name) && !PAINTED.test(name));
  });
}
