//! Finds the point at which a pointer meets an element, or the reason why there is none: checks,
//! scrolling, stability and hit test, in this order. Sends no events.

import { inputType, isConnected, localName } from '../../dom/dom.js';
import { TOGGLES } from '../../dom/tags.js';
import { refuse } from '../action.js';
import { labelsOf } from '../dom-methods.js';
import { findClickPoint } from '../pointer/hit-test.js';
import { ALIGNMENTS, align, scrollClearOf, scrollToPosition } from '../pointer/scroll-into-view.js';
import { hasBox } from './boxes.js';
import { whyUntouchable } from './checks.js';
import { isAtRest, isStable, nextFrame } from './stability.js';
import { visualProxyOf } from './visual-proxy.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').RefusedResult} RefusedResult */
/** @typedef {import('../pointer/hit-test.js').ClickPoint} ClickPoint */
/** @typedef {import('../pointer/hit-test.js').Position} Position */
/**
 * `target`: the element itself, or its label or visual proxy. `position`: of the click point in the
 * element, if it was requested.
 * @typedef {{target: Element, clickPoint: ClickPoint, via: 'pointer' | 'label',
 *   position?: Position | null}} ReachedTarget
 */

const MAX_SCROLLS = 3;

/**
 * Scrolls as far as necessary.
 * @param {Element} element
 * @param {Position | null} [position]
 * @returns {{clickPoint: ClickPoint, scrolled: boolean} | {by: Element | null}} `by`: what covers
 *   it
 */
function scrollToClickPoint(element, position) {
  let found = findClickPoint(element, position);
  /** @type {Element | null} */
  let by = null;
  if ('hit' in found) return { clickPoint: found, scrolled: false };
  for (const block of ALIGNMENTS) {
    if ('hit' in found) return { clickPoint: found, scrolled: true };
    by = found.by ?? by;
    align(element, block);
    found = findClickPoint(element, position);
  }
  if ('by' in found && found.by === null && position) {
    scrollToPosition(element, position);
    found = findClickPoint(element, position);
  }
  if ('by' in found && found.by !== null && scrollClearOf(element, found.by)) {
    by = found.by;
    found = findClickPoint(element, position);
  }
  return 'hit' in found ? { clickPoint: found, scrolled: true } : { by: found.by ?? by };
}

/**
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @param {Position | null} [position]
 * @returns {Promise<{clickPoint: ClickPoint} | RefusedResult>}
 */
async function reachElement(element, hooks, position) {
  const why = whyUntouchable(element);
  if (why !== null) return refuse(why);
  if (!(await isAtRest(element, hooks))) return refuse('moving');
  const reached = await reachAtRest(element, hooks, position);
  if ('clickPoint' in reached || reached.refused.why !== 'covered') return reached;
  // What covers the element may be going: a popup that closes, or a layer that is not placed yet.
  if (!(await isStable(element, hooks))) return refuse('moving');
  await coverAtRest(reached.refused, hooks);
  return await reachAtRest(element, hooks, position);
}

/**
 * @param {RefusedResult['refused']} refused because of what covers an element
 * @param {ActionHooks} hooks
 */
async function coverAtRest({ by }, hooks) {
  if (by) await isStable(by, hooks);
}

/**
 * The point of an element that is not to be scrolled. What covers it now may be going.
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @param {Position | null} [position]
 * @returns {Promise<{clickPoint: ClickPoint} | RefusedResult>}
 */
export async function clickPointInView(element, hooks, position) {
  const now = currentClickPoint(element, position);
  if ('clickPoint' in now || now.refused.why !== 'covered') return now;
  await isStable(element, hooks);
  await coverAtRest(now.refused, hooks);
  return currentClickPoint(element, position);
}

/**
 * @param {Element} element that does not move
 * @param {ActionHooks} hooks
 * @param {Position | null} [position]
 * @returns {Promise<{clickPoint: ClickPoint} | RefusedResult>}
 */
async function reachAtRest(element, hooks, position) {
  /** @type {{clickPoint: ClickPoint} | RefusedResult} */
  let now = refuse('covered');
  // Content that is rendered when it comes into view may move the element out of view again.
  for (let tries = 0; tries < MAX_SCROLLS; tries++) {
    const found = scrollToClickPoint(element, position);
    if (!('clickPoint' in found)) return refuse('covered', found.by ? { by: found.by } : {});
    if (found.scrolled) {
      // Scrolling moves sticky elements and starts transitions. The page learns what has come into
      // view when the next frame is drawn.
      await nextFrame(hooks);
      if (!(await isStable(element, hooks))) return refuse('moving');
    }
    now = currentClickPoint(element, position);
    if ('clickPoint' in now || now.refused.why !== 'covered' || now.refused.by) return now;
  }
  return now;
}

/**
 * Returns the point at which a pointer currently hits the element, without waiting or scrolling.
 * @param {Element} element
 * @param {Position | null} [position]
 * @returns {{clickPoint: ClickPoint} | RefusedResult}
 */
export function currentClickPoint(element, position) {
  const why = whyUntouchable(element);
  if (why !== null) return refuse(why);
  const found = findClickPoint(element, position);
  if ('hit' in found) return { clickPoint: found };
  return refuse('covered', found.by ? { by: found.by } : {});
}

/** @param {Element} element */
const isRange = (element) =>
  localName.call(element) === 'input' && inputType.call(element) === 'range';

/** @param {Element} element */
const isToggle = (element) =>
  localName.call(element) === 'input' && TOGGLES.has(inputType.call(element));

/** Reasons why a toggle may be out of reach while its label is not. */
const HIDDEN = new Set(['no_box', 'no_pointer_events', 'covered']);

/**
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @param {Position | null} [position]
 * @returns {Promise<ReachedTarget | RefusedResult>}
 */
export async function reach(element, hooks, position) {
  const reached = await reachElement(element, hooks, position);
  if ('clickPoint' in reached)
    return { target: element, clickPoint: reached.clickPoint, via: 'pointer', position };
  // A point of a range is not the same point of what is drawn for it.
  const hasProxy = isToggle(element) || (isRange(element) && !position);
  if (!hasProxy || !HIDDEN.has(reached.refused.why)) return reached;
  const proxy = visualProxyOf(element);
  // A click on its label does not move a range.
  const labels = isRange(element) ? [] : labelsOf(element);
  /** @type {RefusedResult} that of the label or the proxy if there is one */
  let refused = reached;
  for (const label of [...labels, ...(proxy ? [proxy] : [])]) {
    if (!isConnected.call(label) || !hasBox(label)) continue;
    const through = await reachElement(label, hooks);
    if ('clickPoint' in through)
      return { target: label, clickPoint: through.clickPoint, via: 'label' };
    refused = through;
  }
  return refused;
}

/**
 * Reaches an element and begins the action.
 * @param {Element} element
 * @param {ActionHooks} hooks
 * @param {Position | null} [position]
 * @returns {Promise<ReachedTarget | RefusedResult>}
 */
export async function reachAndBegin(element, hooks, position) {
  const reached = await reach(element, hooks, position);
  if ('refused' in reached) return reached;
  await hooks.begin();
  // The page may have changed while `begin` waited for the worker.
  const now = currentClickPoint(reached.target, reached.position);
  return 'refused' in now ? now : { ...reached, clickPoint: now.clickPoint };
}
