//! From an element to the point at which a pointer meets it, or why there is none: the checks,
//! scrolling, stillness and the hit test in their order. It sends nothing.

import { inputType, isConnected, localName } from '../../dom/dom.js';
import { TOGGLES } from '../../dom/tags.js';
import { hasBox, whyUntouchable } from './checks.js';
import { labelsOf } from '../dom-methods.js';
import { findSpot } from '../pointer/hit-test.js';
import { refuse } from '../results.js';
import { ALIGNMENTS, align, clearOf } from '../pointer/scroll-into-view.js';
import { isStill } from './stability.js';
import { drawnFor } from './visual-proxy.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../pointer/hit-test.js').Spot} Spot */
/** @typedef {{refused: import('../results.js').Refusal}} Refused */
/** @typedef {{target: Element, spot: Spot, via: 'pointer' | 'label'}} Reached */

const MAX_SCROLLS = 3;

/**
 * @param {Element} element
 * @param {[number, number]} [position]
 * @returns {{spot: Spot, scrolled: boolean} | {by: Element | null}} after as much scrolling as it
 *   takes
 */
function scrollTo(element, position) {
  let found = findSpot(element, position);
  /** @type {Element | null} */
  let by = null;
  if ('hit' in found) return { spot: found, scrolled: false };
  for (const block of ALIGNMENTS) {
    if ('hit' in found) return { spot: found, scrolled: true };
    by = found.by ?? by;
    align(element, block);
    found = findSpot(element, position);
  }
  if ('by' in found && found.by !== null && clearOf(element, found.by)) {
    by = found.by;
    found = findSpot(element, position);
  }
  return 'hit' in found ? { spot: found, scrolled: true } : { by: found.by ?? by };
}

/**
 * @param {Element} element
 * @param {Hooks} hooks
 * @param {[number, number]} [position]
 * @returns {Promise<{spot: Spot} | Refused>}
 */
async function reachOne(element, hooks, position) {
  const why = whyUntouchable(element);
  if (why !== null) return refuse(why);
  if (!(await isStill(element, hooks))) return refuse('moving');
  /** @type {{spot: Spot} | Refused} */
  let now = refuse('covered');
  // What comes into view may draw more of itself, and move the element out again.
  for (let tries = 0; tries < MAX_SCROLLS; tries++) {
    const found = scrollTo(element, position);
    if (!('spot' in found)) return refuse('covered', found.by ? { by: found.by } : {});
    // Scrolling moves what is sticky, and starts transitions.
    if (found.scrolled && !(await isStill(element, hooks))) return refuse('moving');
    now = whereNow(element, position);
    if ('spot' in now || now.refused.why !== 'covered' || now.refused.by) return now;
  }
  return now;
}

/**
 * Where a pointer meets the element at this moment, without a wait and without scrolling.
 * @param {Element} element
 * @param {[number, number]} [position]
 * @returns {{spot: Spot} | Refused}
 */
export function whereNow(element, position) {
  const why = whyUntouchable(element);
  if (why !== null) return refuse(why);
  const found = findSpot(element, position);
  if ('hit' in found) return { spot: found };
  return refuse('covered', found.by ? { by: found.by } : {});
}

/** @param {Element} element */
const isToggle = (element) =>
  localName.call(element) === 'input' && TOGGLES.has(inputType.call(element));

/** Why a toggle may be out of reach that its label is not. */
const HIDDEN = new Set(['no_box', 'no_pointer_events', 'covered']);

/**
 * @param {Element} element
 * @param {Hooks} hooks
 * @param {[number, number]} [position]
 * @returns {Promise<Reached | Refused>}
 */
export async function reach(element, hooks, position) {
  const reached = await reachOne(element, hooks, position);
  if ('spot' in reached) return { target: element, spot: reached.spot, via: 'pointer' };
  if (!isToggle(element) || !HIDDEN.has(reached.refused.why)) return reached;
  const drawn = drawnFor(element);
  /** @type {Refused} of what a person would click, where there is such a thing */
  let refused = reached;
  for (const label of [...labelsOf(element), ...(drawn ? [drawn] : [])]) {
    if (!isConnected.call(label) || !hasBox(label)) continue;
    const through = await reachOne(label, hooks);
    if ('spot' in through) return { target: label, spot: through.spot, via: 'label' };
    refused = through;
  }
  return refused;
}
