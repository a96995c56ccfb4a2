//! A walk over the document: its results so far, as the operations of docs/record.md, and the state
//! of the open elements. traversal.js moves from node to node; element.js records an element.

import { Counters } from '../style/counters.js';
import { ObservedState } from './observed-state.js';
import { SECTION_SEPARATOR, STRING_SEPARATOR } from './record-format.js';

/** @typedef {import('../style/pseudo-hints.js').HintLookup} HintLookup */

/** How the walk continues after a visited node. */
export const VISIT = { nothing: 0, childless: 1, opened: 2 };

const SEPARATORS = new RegExp(`[${SECTION_SEPARATOR}${STRING_SEPARATOR}]`, 'g');
/** @param {string} text */
export const withoutSeparators = (text) =>
  text.search(SEPARATORS) < 0 ? text : text.replace(SEPARATORS, '\ufffd');

/** CSS counters are tracked from the first time a page shows one, in every later walk. */
export const counting = { isOn: false };

/** One pass over the document, light tree and shadow roots. */
export class Walk {
  // Results.

  /** @type {number[]} the operations */
  ints = [];
  /** @type {string[]} */
  strings = [];
  /** @type {Map<string, number>} */
  indices = new Map();
  /** @type {number[]} marks of all elements, in document order: see marks.js */
  marks = [];
  /** @type {Element[]} the marked elements */
  marked = [];
  /** @type {ShadowRoot[]} shadow roots found, in document order */
  roots = [];
  elements = 0;
  /** Bytes of a listing of all elements. */
  bytes = 0;
  /** Frames that are in no list of windows: those in shadow roots. */
  unlisted = 0;
  observed = new ObservedState();
  /** The number of observations that concern the whole document. */
  documentObservations = 0;
  /** The generation of known secrets when the walk began: see secret-fields.js. */
  secretsGeneration = 0;
  /** A counter was shown although counters are not tracked: the walk has to be repeated. */
  wantsCounters = false;
  /**
   * @type {{ints: import('./encode.js').Encoded, strings: import('./encode.js').Encoded} | null}
   *   its operations and strings as text, once encoded
   */
  encoded = null;

  // Inputs.

  /**
   * @type {import('./previous-walk.js').PreviousWalk | null} source of results that can be reused
   */
  previous;
  /** @type {(root: Node) => void} called with each shadow root that is found */
  onRoot = () => {};
  /** @type {Map<string, import('./attributes.js').AttributeRule>} */
  attributeRules = new Map();
  /** @type {Map<string, boolean>} each `class` found, with whether it has a word of a control */
  controlClasses = new Map();
  /** @type {Map<unknown, number>} each window among this window's frames, with its index */
  frames = new Map();
  /** @type {Counters | null} */
  counters = counting.isOn ? new Counters() : null;
  /** Open quotations. */
  quotes = 0;
  /** Nodes since the time was last checked. Reused nodes count as a fraction. */
  steps = 0;

  // State of the element visited last.

  /** @type {ShadowRoot | null} */
  openedRoot = null;
  /** @type {string | null} its `value` attribute, until it is known whether the field is secret */
  heldValue = null;
  /** @type {[number, string][]} index of the name and value of its ARIA values, until then */
  heldAriaValues = [];
  /** The pseudo-element that was read last is block-level. */
  isPseudoBlock = false;

  // State by depth of the open element; −1 is the document.

  depth = 0;
  /** @type {number[]} the position of its mark; −1 for the document */
  markAt = [];
  /** @type {(CSSStyleDeclaration | null)[]} its style, or null if it is not rendered */
  styles = [];
  /** @type {boolean[]} its content is skipped; only with `assumesStyle` */
  skips = [];
  /** @type {number[]} which of its children are not rendered: see HIDES in element-style.js */
  hides = [];
  /** @type {boolean[]} its style was not read but assumed */
  assumed = [];
  /** @type {boolean[]} it has a shadow root: its own text has the style of a slot */
  hosts = [];
  /** @type {number[]} whether a user sees its text: see UNSEEN in element-style.js */
  unseen = [];
  /** @type {number[]} the position of its flags in `ints` */
  flagsAt = [];
  /** @type {number[]} what was read because it contains text: see TEXT_READ in element.js */
  textRead = [];
  /** @type {boolean[]} */
  editable = [];
  /** @type {number[]} what style sheets may do with its children, bits of HINT */
  hints = [];
  /**
   * @type {(HintLookup | null)[]} which children may have generated content in addition to those
   */
  lookups = [];
  /** @type {boolean[]} it is in a secret select: the selection of options is not recorded */
  secretOptions = [];
  /** @type {boolean[]} it opened a quotation */
  quoted = [];
  /**
   * @type {({element: Element, at: number} | null)[]} pending text of `::after`, which depends on
   *   the counters of the preceding content
   */
  after = [];

  /**
   * @param {import('./previous-walk.js').PreviousWalk | null} previous not usable afterwards
   * @param {boolean} assumesStyle style is not read in skipped content
   */
  constructor(previous, assumesStyle) {
    this.assumesStyle = assumesStyle;
    this.previous = previous;
    if (previous) ({ strings: this.strings, indices: this.indices } = previous.walk);
  }

  /**
   * @param {string} text
   * @returns {number} its index in the string table
   */
  intern(text) {
    let index = this.indices.get(text);
    if (index !== undefined) return index;
    const clean = withoutSeparators(text);
    if (clean !== text) return this.intern(clean);
    this.indices.set(text, (index = this.addString(text)));
    return index;
  }

  /** @param {string} text without separators @returns {number} its index in the string table */
  addString(text) {
    this.strings.push(text);
    return this.strings.length - 1;
  }
}
