//! Hints: which elements may have generated content, or text that a user can't see. Reading that
//! from an element costs as much as reading all its other style, and most elements have none. So
//! the style sheets are checked first for the elements that may have some. If a sheet can't be
//! read, all elements may. style-sheets.js reads the sheets.

/** What style sheets may do with every element, as bits. */
export const HINT = { before: 1, marker: 2, skip: 4, part: 8, after: 16, unseen: 32, all: 63 };
/** Declarations that skip contents, or make them inert, as text. */
export const SKIPS = /content-visibility|interactivity/;
export const GENERATED = HINT.before | HINT.after;

/**
 * Bits of HINT for all elements, and those for other elements: `HINT.before`, `HINT.after`,
 * `HINT.unseen` by `.class`, `#id`, `[attribute` or tag name, in lower case. It may include too
 * many elements, never too few.
 * @typedef {{bits: number, names: Map<string, number>}} PseudoHints
 */

/** @type {PseudoHints} */
export const ANYTHING = { bits: HINT.all, names: new Map() };
/** @type {PseudoHints} */
export const NOTHING = { bits: 0, names: new Map() };

/** @param {PseudoHints} hints is added to @param {PseudoHints} more */
export function addHints(hints, more) {
  hints.bits |= more.bits;
  for (const [name, bits] of more.names) {
    hints.names.set(name, (hints.names.get(name) ?? 0) | bits);
  }
}

/** @param {PseudoHints} one @param {PseudoHints} other */
export const areSameHints = (one, other) =>
  one.bits === other.bits &&
  (one.names === other.names ||
    (one.names.size === other.names.size &&
      [...other.names].every(([name, bits]) => one.names.get(name) === bits)));

/** The number of `class` attributes whose hints are cached: pages generate new ones. */
const MAX_CLASSES = 10_000;

/** Looks up the attributes of elements in hints, and caches the results. */
export class HintLookup {
  /** @type {Map<string, number>} `class` attributes looked up so far */
  #classes = new Map();
  /** @type {Map<string, number>} attribute names looked up so far */
  #attributes = new Map();

  /** @param {PseudoHints} hints */
  constructor({ bits, names }) {
    this.bits = bits;
    this.names = names;
  }

  /**
   * @param {string} name
   * @param {string} value of an attribute
   * @returns {number} bits of HINT
   */
  match(name, value) {
    let bits = this.#attributes.get(name);
    if (bits === undefined) {
      bits = this.names.get(`[${name}`) ?? 0;
      this.#attributes.set(name, bits);
    }
    if (name === 'class') return bits | (this.#classes.get(value) ?? this.#ofClasses(value));
    return name === 'id' ? bits | (this.names.get(`#${value.toLowerCase()}`) ?? 0) : bits;
  }

  /** @param {string} value */
  #ofClasses(value) {
    let bits = 0;
    for (const part of value.toLowerCase().split(/[ \t\n\f\r]+/)) {
      bits |= this.names.get(`.${part}`) ?? 0;
    }
    if (this.#classes.size >= MAX_CLASSES) this.#classes.clear();
    this.#classes.set(value, bits);
    return bits;
  }
}
