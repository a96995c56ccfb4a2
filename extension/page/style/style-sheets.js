//! Reads the style sheets of the document and of its shadow roots, as far as they are needed to
//! know which elements may have generated content, skipped contents or a marker of their own. A
//! sheet that has not changed is not read again.

import { requirementsOfRule } from './css-selectors.js';
import {
  adoptedSheets,
  linkSheet,
  querySelectorAll,
  styleSheet,
  styleSheets,
  updateStyle,
} from '../dom/dom.js';
import {
  addHints,
  ANYTHING,
  areSameHints,
  GENERATED,
  HINT,
  HintLookup,
  NOTHING,
} from './pseudo-hints.js';

/** @typedef {import('./pseudo-hints.js').PseudoHints} PseudoHints */

/** Content that shows something: neither nothing nor white space alone. */
const SHOWS_CONTENT = /[;{\s]content:\s*(?!(?:"\s*"|none|normal)\s*[;}!])/;
const NAMES_BEFORE = /::?before\b/i;
const NAMES_AFTER = /::?after\b/i;

/** Style sheets that have not been read through for so long may ask for anything. */
const SHEETS_MS = 15;
/** Rules between two looks at the clock. */
const RULES_AT_ONCE = 50;

const state = {
  /**
   * @type {WeakMap<CSSStyleSheet, {rules: (CSSRule | number)[], hints: PseudoHints}>} style sheets
   * read through at an earlier record
   */
  read: new WeakMap(),
  /** What the document's style sheets hint at, for as long as that is the same. */
  lookup: new HintLookup(NOTHING),
};

/** From here on, every style sheet is read anew. */
export const forgetStyleSheets = () => {
  state.read = new WeakMap();
};

/** How many style sheets are in force, once those that have arrived are. */
export function sheetCount() {
  updateStyle();
  return styleSheets.document.call(document).length + adoptedSheets.document.call(document).length;
}

/** What the document's style sheets hint at: the same object for as long as that is the same. */
export function documentHints() {
  const hints = pseudoHintsOfRoot(document, 'document', performance.now() + SHEETS_MS);
  if (!areSameHints(state.lookup, hints)) state.lookup = new HintLookup(hints);
  return state.lookup;
}

/**
 * @param {ShadowRoot} root
 * @returns {number} bits of HINT that its style sheets may mean the host, its own elements or
 *   slotted ones by
 */
export const rootHints = (root) => {
  const { bits, names } = pseudoHintsOfRoot(root, 'root', Infinity);
  // Which elements the rules of one root mean is not looked up: roots are small.
  return names.size > 0 ? bits | GENERATED : bits;
};

/**
 * @param {Document | ShadowRoot} root
 * @param {'document' | 'root'} kind
 * @param {number} until
 * @returns {PseudoHints}
 */
function pseudoHintsOfRoot(root, kind, until) {
  const sheets = [...sheetsOf(root, kind)];
  // Of one that can't be read nothing is known, so it does not matter what the others say.
  if (!sheets.every(isReadable)) return ANYTHING;
  const parts = sheets.map((sheet) => pseudoHintsOfSheet(sheet, until));
  if (parts.length === 1) return parts[0];
  /** @type {PseudoHints} */
  const hints = { bits: 0, names: new Map() };
  for (const part of parts) addHints(hints, part);
  return hints;
}

/**
 * All style sheets of a root. One that has just arrived may not be in the root's list yet though it
 * is in force: so the elements that bring them are asked too.
 * @param {Document | ShadowRoot} root
 * @param {'document' | 'root'} kind
 * @returns {Set<CSSStyleSheet>}
 */
const sheetsOf = (root, kind) => {
  const sheets = new Set([
    ...styleSheets[kind].call(root),
    ...(adoptedSheets[kind].call(root) ?? []),
  ]);
  for (const element of querySelectorAll[kind].call(root, 'link, style')) {
    const sheet =
      element instanceof HTMLLinkElement
        ? linkSheet.call(element)
        : element instanceof HTMLStyleElement
          ? styleSheet.call(element)
          : null;
    if (sheet) sheets.add(sheet);
  }
  return sheets;
};

/** @param {CSSStyleSheet} sheet not of another origin */
const isReadable = (sheet) => {
  try {
    return sheet.cssRules !== null;
  } catch {
    return false;
  }
};

/**
 * What a style sheet hints at. One whose first, last and number of rules are as they were is not
 * read again.
 * @param {CSSStyleSheet | null} sheet
 * @param {number} until a moment; a sheet not read through by then may hint at anything
 * @returns {PseudoHints} anything where the sheet can't be read, or not yet
 */
function pseudoHintsOfSheet(sheet, until) {
  if (sheet === null) return ANYTHING;
  try {
    const rules = sheet.cssRules;
    const mark = [rules.length, rules[0], rules[rules.length - 1]];
    const known = state.read.get(sheet);
    if (known && mark.every((part, index) => part === known.rules[index])) return known.hints;
    /** @type {PseudoHints} */
    const hints = { bits: 0, names: new Map() };
    let imports = false;
    for (let index = 0; index < rules.length; index++) {
      const looksAtClock = index % RULES_AT_ONCE === RULES_AT_ONCE - 1;
      if (looksAtClock && performance.now() > until) return ANYTHING;
      imports ||= rules[index] instanceof CSSImportRule;
      addHints(hints, pseudoHintsOfRule(rules[index], until));
    }
    if (!imports) state.read.set(sheet, { rules: mark, hints });
    return hints;
  } catch {
    return ANYTHING;
  }
}

/**
 * @param {CSSRule} rule with the rules nested in it
 * @param {number} until
 * @returns {PseudoHints}
 */
function pseudoHintsOfRule(rule, until) {
  if (rule instanceof CSSImportRule) return pseudoHintsOfSheet(rule.styleSheet, until);
  if (rule instanceof CSSStyleRule && hintsAtNothing(rule)) return NOTHING;
  const text = rule.cssText;
  let bits = text.includes('content-visibility:') ? HINT.skip : 0;
  if (!text.includes(':before') && !text.includes(':after') && !text.includes('::')) {
    return bits ? { bits, names: NOTHING.names } : NOTHING;
  }
  if (text.includes('::marker')) bits |= HINT.marker;
  const generated =
    (NAMES_BEFORE.test(text) ? HINT.before : 0) | (NAMES_AFTER.test(text) ? HINT.after : 0);
  if (!generated || !SHOWS_CONTENT.test(text)) return { bits, names: NOTHING.names };
  const requirements = new Set(requirementsOfRule(rule, []));
  if (requirements.delete('*')) bits |= generated;
  if (text.includes('::part(')) bits |= HINT.part;
  return { bits, names: new Map([...requirements].map((name) => [name, generated])) };
}

/**
 * Most rules are like that, and asking for their text takes several times as long.
 * @param {CSSStyleRule} rule
 */
const hintsAtNothing = (rule) => {
  const selector = rule.selectorText;
  return (
    !selector.includes('::') &&
    !selector.includes(':before') &&
    !selector.includes(':after') &&
    rule.cssRules.length === 0 &&
    /** @type {any} */ (rule.style).contentVisibility === ''
  );
};
