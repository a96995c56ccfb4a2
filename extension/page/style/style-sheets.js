//! Reads the style sheets of the document and its shadow roots, to determine which elements may
//! have generated content, skipped contents, a custom marker or unseen text. An unchanged sheet is
//! not read again.

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
  HINT,
  HintLookup,
  NOTHING,
  SKIPS,
} from './pseudo-hints.js';
import { updateCanvas } from './text-color.js';
import { mayHideText } from './unseen-text.js';

/** @typedef {import('./pseudo-hints.js').PseudoHints} PseudoHints */

/** Content that is empty. */
const SHOWS_NOTHING = /^(?:"\s*"|none|normal|)$/;
/** Content that is neither empty nor only white space. */
const SHOWS_CONTENT = /[;{\s]content:\s*(?!(?:"\s*"|none|normal)\s*[;}!])/;
const NAMES_BEFORE = /::?before\b/i;
const NAMES_AFTER = /::?after\b/i;

/** Style sheets that take longer to read may contain any hint, in milliseconds. */
const SHEETS_MS = 15;
/** Rules between two checks of the time. */
const RULES_AT_ONCE = 50;

const state = {
  /**
   * @type {WeakMap<CSSStyleSheet, {rules: (CSSRule | number)[], hints: PseudoHints}>} style sheets
   *   read for earlier records
   */
  read: new WeakMap(),
  /** The hints of the document's style sheets; the same object while they are unchanged. */
  lookup: new HintLookup(NOTHING),
};

/** Discards the cache: every style sheet is read again. */
export const forgetStyleSheets = () => {
  state.read = new WeakMap();
};

/** Returns the number of active style sheets, including those that have just loaded. */
export function sheetCount() {
  updateStyle();
  return styleSheets.document.call(document).length + adoptedSheets.document.call(document).length;
}

/** Returns the hints of the document's style sheets: the same object while they are unchanged. */
export function documentHints() {
  // The hints of all sheets depend on it.
  if (updateCanvas()) forgetStyleSheets();
  const hints = pseudoHintsOfRoot(document, 'document', performance.now() + SHEETS_MS);
  if (!areSameHints(state.lookup, hints)) state.lookup = new HintLookup(hints);
  return state.lookup;
}

/**
 * @param {ShadowRoot} root
 * @returns {number} bits of HINT that its style sheets may apply to the host, its own elements or
 *   slotted elements
 */
export const rootHints = (root) => {
  const { bits, names } = pseudoHintsOfRoot(root, 'root', Infinity);
  // Single elements are not looked up in the rules of a root: roots are small.
  return [...names.values()].reduce((all, each) => all | each, bits);
};

/**
 * @param {Document | ShadowRoot} root
 * @param {'document' | 'root'} kind
 * @param {number} until
 * @returns {PseudoHints}
 */
function pseudoHintsOfRoot(root, kind, until) {
  const sheets = [...sheetsOf(root, kind)];
  // One unreadable sheet may contain any hint, so the others do not matter.
  if (!sheets.every(isReadable)) return ANYTHING;
  const parts = sheets.map((sheet) => pseudoHintsOfSheet(sheet, until));
  if (parts.length === 1) return parts[0];
  /** @type {PseudoHints} */
  const hints = { bits: 0, names: new Map() };
  for (const part of parts) addHints(hints, part);
  return hints;
}

/**
 * Returns all style sheets of a root. A sheet that has just loaded may apply before it is in the
 * root's list, so `link` and `style` elements are checked, too.
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

/** @param {CSSStyleSheet} sheet @returns {boolean} it is not of another origin */
const isReadable = (sheet) => {
  try {
    return sheet.cssRules !== null;
  } catch {
    return false;
  }
};

/**
 * Returns the hints of a style sheet. A sheet with the same first rule, last rule and number of
 * rules is not read again.
 * @param {CSSStyleSheet | null} sheet
 * @param {number} until deadline; a sheet not completely read by then may contain any hint
 * @returns {PseudoHints} ANYTHING if the sheet can't be read, or not in time
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
 * @param {CSSRule} rule with its nested rules
 * @param {number} until
 * @returns {PseudoHints}
 */
function pseudoHintsOfRule(rule, until) {
  if (rule instanceof CSSImportRule) return pseudoHintsOfSheet(rule.styleSheet, until);
  if (!hasDeclarations(rule)) return NOTHING;
  const hints = hintsOfUnseen(rule);
  if (!(rule instanceof CSSStyleRule) || hintsAtPseudo(rule)) addPseudoHints(hints, rule);
  return hints;
}

/** @param {CSSRule} rule @returns {boolean} it, or a nested rule, can apply to elements */
const hasDeclarations = (rule) => 'style' in rule || 'cssRules' in rule;

/** @param {CSSRule} rule @returns {PseudoHints} of text that a user can't see */
function hintsOfUnseen(rule) {
  /** @type {PseudoHints} */
  const hints = { bits: 0, names: new Map() };
  for (const name of requirementsOfRule(rule, mayHideText)) addHint(hints, name, HINT.unseen);
  return hints;
}

/** @param {PseudoHints} hints @param {string} name @param {number} bits of HINT */
function addHint(hints, name, bits) {
  if (name === '*') hints.bits |= bits;
  else hints.names.set(name, (hints.names.get(name) ?? 0) | bits);
}

/**
 * Adds what a rule says of pseudo-elements, and of skipped or inert contents.
 * @param {PseudoHints} hints
 * @param {CSSRule} rule
 */
function addPseudoHints(hints, rule) {
  const text = rule.cssText;
  if (SKIPS.test(text)) hints.bits |= HINT.skip;
  if (!text.includes(':before') && !text.includes(':after') && !text.includes('::')) return;
  if (text.includes('::marker')) hints.bits |= HINT.marker;
  const generated =
    (NAMES_BEFORE.test(text) ? HINT.before : 0) | (NAMES_AFTER.test(text) ? HINT.after : 0);
  if (!generated || !SHOWS_CONTENT.test(text)) return;
  const showsContent = (/** @type {CSSStyleDeclaration} */ { content }) =>
    !SHOWS_NOTHING.test(content);
  for (const name of requirementsOfRule(rule, showsContent)) addHint(hints, name, generated);
  if (text.includes('::part(')) hints.bits |= HINT.part;
}

/**
 * Most rules say nothing of pseudo-elements, and reading `cssText` takes several times as long as
 * this check.
 * @param {CSSStyleRule} rule
 */
const hintsAtPseudo = (rule) => {
  const selector = rule.selectorText;
  return (
    selector.includes('::') ||
    selector.includes(':before') ||
    selector.includes(':after') ||
    rule.cssRules.length > 0 ||
    rule.style.contentVisibility !== '' ||
    rule.style.getPropertyValue('interactivity') !== ''
  );
};
