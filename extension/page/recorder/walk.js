//! A walk over the document: what it has found so far, as the operations of docs/record.md, and
//! what it knows of the elements that are open. How it goes from node to node is traversal.js's
//! business, what it does with an element element.js's.

import { Counters } from '../style/counters.js';
import { ObservedState } from './observed-state.js';
import { SECTION_SEPARATOR, STRING_SEPARATOR } from './record-format.js';

/** @typedef {import('../style/pseudo-hints.js').HintLookup} HintLookup */

/** Where a visited node leaves the walk. */
export const VISIT = { nothing: 0, childless: 1, opened: 2 };

const SEPARATORS = new RegExp(`[${SECTION_SEPARATOR}${STRING_SEPARATOR}]`, 'g');
/** @param {string} text */
export const withoutSeparators = (text) =>
  text.search(SEPARATORS) < 0 ? text : text.replace(SEPARATORS, '\ufffd');

/** CSS counters are followed once a page was found to show one, from then on in every walk. */
export const counting = { isOn: false };

/** One pass over the document, light tree and shadow roots. */
export class Walk {
  // What it has found.

  /** @type {number[]} the operations */
  ints = [];
  /** @type {string[]} */
  strings = [];
  /** @type {Map<string, number>} */
  indices = new Map();
  /** @type {number[]} of every element, in document order: see marks.js */
  marks = [];
  /** @type {Element[]} whose marks they are */
  marked = [];
  /** @type {ShadowRoot[]} shadow roots met, in document order */
  roots = [];
  elements = 0;
  /** Bytes of a listing of all elements. */
  bytes = 0;
  /** Frames that are in no list of windows: those in shadow roots. */
  unlisted = 0;
  observed = new ObservedState();
  /** How many of the observations are of the document as a whole. */
  documentObservations = 0;
  /** What was known of secret fields when it began: see secret-fields.js. */
  secretsGeneration = 0;
  /** A counter was shown though none are followed: the walk has to be done again. */
  wantsCounters = false;
  /**
   * @type {{ints: import('./encode.js').Encoded, strings: import('./encode.js').Encoded} | null}
   * its operations and its strings as text, once they are that
   */
  encoded = null;

  // What it goes by.

  /**
   * @type {import('./previous-walk.js').PreviousWalk | null} what need not be walked again is taken
   * over from there
   */
  previous;
  /** @type {(root: Node) => void} called with each shadow root that is met */
  onRoot = () => {};
  /** @type {Map<string, import('./attributes.js').AttributeRule>} */
  attributeRules = new Map();
  /** @type {Map<any, number>} each window among this window's frames, with its index */
  frames = new Map();
  /** @type {Counters | null} */
  counters = counting.isOn ? new Counters() : null;
  /** Quotations that are open. */
  quotes = 0;
  /** Nodes since the clock was looked at; of those taken over, a part. */
  steps = 0;

  // The element visited last.

  /** @type {ShadowRoot | null} */
  openedRoot = null;
  /** @type {string | null} its `value` attribute, until it is known whether the field is secret */
  heldValue = null;
  /** The pseudo-element read last is block-level. */
  isPseudoBlock = false;

  // By depth of the open element; −1 is the document.

  depth = 0;
  /** @type {number[]} where its mark is; −1 for the document */
  markAt = [];
  /** @type {(CSSStyleDeclaration | null)[]} its style, null where nothing is rendered */
  styles = [];
  /** @type {number[]} where its flags are in `ints` */
  flagsAt = [];
  /** @type {number[]} what was read because it holds text: see TEXT_READ in element.js */
  textRead = [];
  /** @type {boolean[]} */
  editable = [];
  /** @type {number[]} what style sheets may do with its children, bits of HINT */
  hints = [];
  /** @type {(HintLookup | null)[]} which children may have generated content beside those */
  lookups = [];
  /** @type {boolean[]} options of a secret select say nothing of what is selected */
  secretOptions = [];
  /** @type {boolean[]} it opened a quotation */
  quoted = [];
  /**
   * @type {({element: Element, at: number} | null)[]} text of `::after` waits for the counters of
   * what comes before it
   */
  after = [];

  /** @param {import('./previous-walk.js').PreviousWalk | null} previous can't be used any more */
  constructor(previous) {
    this.previous = previous;
    if (previous) ({ strings: this.strings, indices: this.indices } = previous.walk);
  }

  /**
   * @param {string} text
   * @returns {number} its number among the strings
   */
  intern(text) {
    let index = this.indices.get(text);
    if (index !== undefined) return index;
    const clean = withoutSeparators(text);
    if (clean !== text) return this.intern(clean);
    this.indices.set(text, (index = this.addString(text)));
    return index;
  }

  /** @param {string} text without separators @returns {number} its number among the strings */
  addString(text) {
    this.strings.push(text);
    return this.strings.length - 1;
  }
}
