//! Whether a style sheet of the page has a `:hover` rule for an element. Events of a script do not
//! match `:hover`.

import { matches } from '../../dom/dom.js';
import { flatPath } from '../flat-tree.js';

/** @param {CSSRuleList} rules @returns {string[]} selectors with `:hover` */
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
    // The rules of a cross-origin style sheet can't be read.
    return [];
  }
}

/** @param {Element} element @returns {boolean} it, or an ancestor, has a `:hover` rule */
export function hasHoverRule(element) {
  const path = flatPath(element);
  const matching = (/** @type {string} */ selector) => {
    const hovered = selector.slice(0, selector.indexOf(':hover')).trim() || '*';
    try {
      return path.some((node) => matches.call(node, hovered));
    } catch {
      // The part before `:hover` is not a complete selector.
      return false;
    }
  };
  return [...document.styleSheets].flatMap(hoverSelectorsOf).some(matching);
}
