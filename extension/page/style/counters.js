//! CSS counters and counter styles (css-lists-3 section 4, css-counter-styles-3). It is independent
//! of the walk: the caller reports which elements it enters and leaves.

import { unescapeCss } from './css-text.js';
import { hasAttribute } from '../dom/dom.js';

const ROMAN = /** @type {[number, string][]} */ ([
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]);

/** @param {number} value */
const roman = (value) => {
  if (value < 1 || value > 3999) return String(value);
  let text = '';
  for (const [worth, sign] of ROMAN) {
    for (; value >= worth; value -= worth) text += sign;
  }
  return text;
};

/**
 * @param {number} value
 * @param {number} first code point of the first letter
 */
const alphabetic = (value, first) => {
  if (value < 1) return String(value);
  let text = '';
  for (; value > 0; value = Math.floor((value - 1) / LETTERS)) {
    text = String.fromCodePoint(first + ((value - 1) % LETTERS)) + text;
  }
  return text;
};
const LETTERS = 26;

/** @type {Record<string, (value: number) => string>} by counter style */
const COUNTER_STYLES = {
  none: () => '',
  disc: () => '•',
  circle: () => '◦',
  square: () => '▪',
  'decimal-leading-zero': (value) => (value >= 0 && value < 10 ? `0${value}` : String(value)),
  'lower-roman': roman,
  'upper-roman': (value) => roman(value).toUpperCase(),
  'lower-alpha': (value) => alphabetic(value, 97),
  'lower-latin': (value) => alphabetic(value, 97),
  'upper-alpha': (value) => alphabetic(value, 65),
  'upper-latin': (value) => alphabetic(value, 65),
};

/**
 * Returns a counter's value in a counter style; an unknown style is decimal.
 * @param {number} value
 * @param {string} style
 */
const counterText = (value, style) =>
  Object.hasOwn(COUNTER_STYLES, style) ? COUNTER_STYLES[style](value) : String(value);

const SEPARATOR = ';';

/**
 * @param {CSSStyleDeclaration} style
 * @returns {string} `counter-reset`, `-increment` and `-set`
 */
export const countersOf = (style) =>
  [style.counterReset, style.counterIncrement, style.counterSet].join(SEPARATOR);

/** The CSS counters during a walk. */
export class Counters {
  /**
   * @type {Map<string, {value: number, level: number}[]>} instances of each counter, innermost last
   */
  scopes = new Map();

  /**
   * @param {string} style result of `countersOf`
   * @param {number} level depth of the parent, the scope of the counter
   * @param {[string, number | null][]} own the element's implicit changes of its list's counter
   */
  enter(style, level, own = []) {
    const [reset, increment, set] = style.split(SEPARATOR);
    for (const [name, value] of pairs(reset, 0)) this.#reset(name, value, level);
    for (const [name, value] of own) if (value !== null) this.#reset(name, value, level);
    for (const [name, value] of pairs(increment, 1)) this.#at(name, level).value += value;
    for (const [name, value] of own) if (value === null) this.#at(name, level).value += 1;
    for (const [name, value] of pairs(set, 0)) this.#at(name, level).value = value;
  }

  /** @param {number} level */
  leave(level) {
    for (const scope of this.scopes.values()) dropFrom(scope, level);
  }

  /**
   * @param {string} which `counter` or `counters`
   * @param {string} rest its arguments
   */
  text(which, rest) {
    const [, name = '', join = '', style = 'decimal'] =
      /^\s*([^\s,]+)\s*(?:,\s*"((?:[^"\\]|\\[^])*)")?\s*(?:,\s*([^\s]+))?\s*$/.exec(rest) ?? [];
    const scope = this.scopes.get(name) ?? [];
    const values = scope.length === 0 ? [0] : scope.map((instance) => instance.value);
    return which === 'counters'
      ? values.map((value) => counterText(value, style)).join(unescapeCss(join))
      : counterText(values[values.length - 1], style);
  }

  /** @param {string} name @param {number} value @param {number} level */
  #reset(name, value, level) {
    const scope = this.scopes.get(name) ?? [];
    // A sibling's counter is replaced, an ancestor's is nested.
    dropFrom(scope, level);
    scope.push({ value, level });
    this.scopes.set(name, scope);
  }

  /** @param {string} name @param {number} level */
  #at(name, level) {
    if (!this.scopes.get(name)?.length) this.#reset(name, 0, level);
    const scope = /** @type {{value: number, level: number}[]} */ (this.scopes.get(name));
    return scope[scope.length - 1];
  }
}

/**
 * @param {{level: number}[]} scope
 * @param {number} level instances from this level on are removed
 */
const dropFrom = (scope, level) => {
  while (scope.length > 0 && scope[scope.length - 1].level >= level) scope.pop();
};

/**
 * @param {string} text computed `counter-reset`, `-increment` or `-set`
 * @param {number} standard
 * @returns {[string, number][]}
 */
const pairs = (text, standard) => {
  if (!text || text === 'none') return [];
  const parts = text.matchAll(/(?:reversed\()?([^\s()]+)\)?(?:\s+(-?\d+))?/g);
  return [...parts].map((part) => [part[1], part[2] === undefined ? standard : Number(part[2])]);
};

/**
 * Returns the implicit changes of the counter `list-item` by lists and their items.
 * @param {Element} element
 * @param {number} bits of TAG
 * @returns {[string, number | null][]}
 */
export const ownCounters = (element, bits) => {
  if (bits !== 0) return [];
  if (element instanceof HTMLOListElement) return [['list-item', element.start - 1]];
  if (element instanceof HTMLUListElement || element instanceof HTMLMenuElement) {
    return [['list-item', 0]];
  }
  if (!(element instanceof HTMLLIElement)) return [];
  return [['list-item', hasAttribute.call(element, 'value') ? element.value : null]];
};
