//! Reads the generated content of an element: text of `::before`, `::after` and `::marker`, with
//! counters and quotation marks. content-text.js interprets computed `content`.

import { contentOf, displayOf, isVisible, listStyleOf, quotesOf } from './computed-style.js';
import { contentText, quoteMark } from './content-text.js';
import { countersOf } from './counters.js';
import { languageOf } from '../dom/element-state.js';
import { NOTE } from '../recorder/notes.js';
import { HINT } from './pseudo-hints.js';
import { DISPLAY, DISPLAY_MASK, FACT, FLAG, PSEUDO_BLOCK } from '../recorder/record-format.js';
import { TAG } from '../dom/tags.js';

/** @typedef {import('../recorder/walk.js').Walk} Walk */

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {number} bits of TAG
 * @param {number} notes of NOTE
 * @param {number} hints of HINT
 * @param {number} flags
 * @param {CSSStyleDeclaration} style
 */
export function readGenerated(walk, element, bits, notes, hints, flags, style) {
  if (flags & FLAG.listItem) readMarker(walk, element, hints, style);
  if (bits & TAG.noPseudo) return;
  const quote = (bits & TAG.quote) !== 0;
  let blocks = 0;
  if (quote || hints & HINT.before || notes & NOTE.before) {
    const text = pseudoText(walk, element, '::before');
    if (text) walk.ints.push(FACT.before, walk.intern(text));
    if (text && walk.isPseudoBlock) blocks |= PSEUDO_BLOCK.before;
  }
  if (quote || hints & HINT.after || notes & NOTE.after) {
    const text = walk.counters ? awaitAfter(walk, element) : pseudoText(walk, element, '::after');
    if (text) walk.ints.push(FACT.after, walk.intern(text));
    if (text && walk.isPseudoBlock) blocks |= PSEUDO_BLOCK.after;
  }
  if (blocks) walk.ints.push(FACT.pseudoBlocks, blocks);
}

/**
 * Defers the text of `::after` until the element closes: its counters depend on the preceding
 * content.
 * @param {Walk} walk
 * @param {Element} element
 * @returns {string} empty for now
 */
function awaitAfter(walk, element) {
  const content = walk.observed.read(contentOf, getComputedStyle(element, '::after'));
  if (content !== 'none' && content !== 'normal') {
    walk.ints.push(FACT.after, walk.intern(''));
    walk.after[walk.depth] = { element, at: walk.ints.length - 1 };
  }
  return '';
}

/** @param {Walk} walk whose innermost open element is about to close */
export function closeGenerated(walk) {
  const { depth } = walk;
  const after = walk.after[depth];
  if (after) {
    const text = pseudoText(walk, after.element, '::after');
    if (text) walk.ints[after.at] = walk.intern(text);
  }
  walk.counters?.leave(depth + 1);
  if (walk.quoted[depth]) walk.quotes--;
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {'::before' | '::after' | '::marker'} which
 * @returns {string}
 */
function pseudoText(walk, element, which) {
  const { observed } = walk;
  const style = getComputedStyle(element, which);
  const content = observed.read(contentOf, style);
  if (content === 'none' || content === 'normal' || content === '""') return '';
  if (which !== '::marker') {
    const display = observed.read(displayOf, style);
    if (display === DISPLAY.none) return '';
    walk.counters?.enter(observed.read(countersOf, style), walk.depth + 1);
    walk.isPseudoBlock = (display & DISPLAY_MASK) >= DISPLAY.block;
  }
  const text = contentText(
    content,
    (name, rest) => counter(walk, name, rest),
    (open) => quote(walk, element, style, open),
  );
  return observed.read(isVisible, style) ? text : '';
}

/** @param {Walk} walk @param {string} name @param {string} rest */
function counter(walk, name, rest) {
  if (walk.counters) return walk.counters.text(name, rest);
  walk.wantsCounters = true;
  return '';
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {boolean} open
 */
function quote(walk, element, style, open) {
  const quotes = walk.observed.read(quotesOf, style);
  const language = walk.observed.read(languageOf, element);
  if (!open) return quoteMark(quotes, language, Math.max(0, walk.quotes - 1), false);
  if (!walk.quoted[walk.depth]) {
    walk.quoted[walk.depth] = true;
    walk.quotes++;
  }
  return quoteMark(quotes, language, walk.quotes - 1, true);
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {number} hints
 * @param {CSSStyleDeclaration} style
 */
function readMarker(walk, element, hints, style) {
  if (hints & HINT.marker) {
    const content = walk.observed.read(contentOf, getComputedStyle(element, '::marker'));
    if (content !== 'normal' && content !== 'none') {
      walk.ints.push(FACT.marker, walk.intern(pseudoText(walk, element, '::marker')));
      return;
    }
  }
  const listStyle = walk.observed.read(listStyleOf, style);
  if (listStyle) walk.ints.push(FACT.listStyle, listStyle);
}
