//! Whether the page shows something only while the pointer is over an element, by a `:hover` rule.
//! Events of a script do not match `:hover`.

import { checkVisibility, matches, querySelectorAll } from '../../dom/dom.js';
import { flatParent, flatPath } from '../flat-tree.js';

/** What matches as if the pointer were everywhere. */
const ANY = ':is(*)';
/** At most this many elements that a rule selects are examined. */
const MAX_SELECTED = 200;

/**
 * @param {CSSRuleList} rules
 * @param {string} [outer] the selector around nested rules
 * @returns {string[]} selectors with `:hover`
 */
const hoverSelectors = (rules, outer = ':root') =>
  [...rules].flatMap((rule) => {
    const own = 'selectorText' in rule ? String(rule.selectorText) : null;
    const full = own?.replaceAll('&', `:is(${outer})`) ?? outer;
    const inner = 'cssRules' in rule ? /** @type {CSSRuleList} */ (rule.cssRules) : null;
    return [
      ...(own !== null && full.includes(':hover') ? [full] : []),
      ...(inner ? hoverSelectors(inner, full) : []),
    ];
  });

/** @param {CSSStyleSheet} sheet @returns {string[]} */
function hoverSelectorsOf(sheet) {
  try {
    return hoverSelectors(sheet.cssRules);
  } catch {
    // The rules of a cross-origin style sheet can't be read.
    return [];
  }
}

/** @param {Element} element */
const isShown = (element) =>
  checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true });

/**
 * @param {string} selector
 * @param {Element[]} path from an element outwards
 * @returns {boolean} what it selects while the pointer is over the first element is hidden now
 */
function selectsHidden(selector, path) {
  const end = selector.indexOf(':hover');
  const hovered = selector.slice(0, end).trim() || '*';
  const over = path.find((node) => matches.call(node, hovered));
  if (!over) return false;
  const subject = selector.replaceAll(':hover', ANY);
  // Generated content has no element.
  if (subject.includes('::')) return true;
  const around = /[+~]/.test(selector.slice(end)) ? (flatParent(over) ?? over) : over;
  const selected = [...querySelectorAll.element.call(around, subject)].slice(0, MAX_SELECTED);
  return selected.some((node) => !isShown(node));
}

/**
 * @param {Element} element
 * @returns {boolean} a `:hover` rule for it, or for an ancestor, selects something that is hidden
 */
export function hidesUntilHover(element) {
  const path = flatPath(element);
  return [...document.styleSheets].flatMap(hoverSelectorsOf).some((selector) => {
    try {
      return selectsHidden(selector, path);
    } catch {
      // The part before `:hover` is not a complete selector.
      return false;
    }
  });
}
