//! Actions by pointer: click and hover, and `activate`, the click of assistive technology.

import { matches } from '../../dom/dom.js';
import { whyUnusable } from '../checks/checks.js';
import { clickOf, isHtml } from '../dom-methods.js';
import { deviceFields, send } from '../events.js';
import { typeOf } from '../editing/fields.js';
import { flatPath } from '../flat-tree.js';
import { clickAt, movePointer } from '../pointer/pointer.js';
import { reach, whereNow } from '../checks/reach.js';
import { done, refuse } from '../results.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../results.js').Result} Result */

/** Types of inputs whose click opens a picker of the browser's, which a script can't. */
const PICKERS = new Set(['file', 'color', 'date', 'time', 'month', 'week', 'datetime-local']);

/**
 * Reaches an element, and has the action written down.
 * @param {Element} element
 * @param {Hooks} hooks
 * @param {[number, number]} [position]
 * @returns {Promise<import('../checks/reach.js').Reached | {refused:
 * import('../results.js').Refusal}>}
 */
async function reachAndBegin(element, hooks, position) {
  const reached = await reach(element, hooks, position);
  if ('refused' in reached) return reached;
  await hooks.begin();
  // Writing it down has taken a moment, in which the page may have changed.
  const now = whereNow(reached.target, reached.via === 'label' ? undefined : position);
  return 'refused' in now ? now : { ...reached, spot: now.spot };
}

/** @param {Element} element @returns {{hint?: string}} why nothing may come of a click on it */
const hintOf = (element) =>
  PICKERS.has(typeOf(element)) || matches.call(element, 'select')
    ? { hint: 'needs_user_activation' }
    : {};

/**
 * @param {Element} element
 * @param {Omit<import('../results.js').Click, 'do'>} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function click(element, act, hooks) {
  const { button = 'left', count = 1, modifiers = [], position } = act;
  const reached = await reachAndBegin(element, hooks, position);
  if ('refused' in reached) return reached;
  await clickAt(reached.spot, hooks, { button, count, modifiers });
  return done(reached.via, hintOf(element));
}

/** @param {CSSRuleList} rules @returns {string[]} selectors of what looks otherwise when hovered */
const hoverSelectors = (rules) =>
  [...rules].flatMap((rule) => [
    ...('selectorText' in rule && String(rule.selectorText).includes(':hover')
      ? [String(rule.selectorText)]
      : []),
    ...('cssRules' in rule ? hoverSelectors(/** @type {CSSRuleList} */ (rule.cssRules)) : []),
  ]);

/** @param {CSSStyleSheet} sheet @returns {string[]} */
function hoverSelectorsOf(sheet) {
  try {
    return hoverSelectors(sheet.cssRules);
  } catch {
    // Of another origin.
    return [];
  }
}

/** @param {Element} element @returns {boolean} a rule of the page's waits for a real pointer */
function hasHoverRule(element) {
  const path = flatPath(element);
  const matching = (/** @type {string} */ selector) => {
    const hovered = selector.slice(0, selector.indexOf(':hover')).trim() || '*';
    try {
      return path.some((node) => matches.call(node, hovered));
    } catch {
      // What stands before it is half of a selector.
      return false;
    }
  };
  return [...document.styleSheets].flatMap(hoverSelectorsOf).some(matching);
}

/**
 * @param {Element} element
 * @param {Omit<import('../results.js').Hover, 'do'>} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function hover(element, { modifiers = [], position }, hooks) {
  const reached = await reachAndBegin(element, hooks, position);
  if ('refused' in reached) return reached;
  await movePointer(reached.spot, hooks, modifiers);
  return done(reached.via, hasHoverRule(element) ? { hint: 'hover_only_css' } : {});
}

/**
 * Whatever covers it.
 * @param {Element} element
 * @param {unknown} _act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function activate(element, _act, hooks) {
  const why = whyUnusable(element);
  if (why !== null) return refuse(why);
  await hooks.begin();
  if (isHtml(element)) clickOf.call(/** @type {HTMLElement} */ (element));
  else send(element, new PointerEvent('click', deviceFields()));
  return done('activate', hintOf(element));
}
