//! Which elements may have generated content. Asking an element for it costs as much as all its
//! other style together, and most have none: so the style sheets say first which elements may have
//! some. Where they can't be read, all may. How style sheets are read is style-sheets.js's
//! business.

/** What style sheets may do with every element, as bits. */
export const HINT = { before: 1, marker: 2, skip: 4, part: 8, after: 16, all: 31 };
export const GENERATED = HINT.before | HINT.after;

/**
 * Bits of HINT that mean every element, and which other elements may have generated content:
 * `HINT.before`, `HINT.after` by `.class`, `#id`, `[attribute` or tag name, in lower case. Never
 * too few.
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

/** Of how many class attributes it is remembered what they mean: pages make up new ones. */
const MAX_CLASSES = 10_000;

/** Looks up the attributes of elements among hints, and remembers what it has found. */
export class HintLookup {
  /** @type {Map<string, number>} class attributes met */
  #classes = new Map();
  /** @type {Map<string, number>} names of attributes met */
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
