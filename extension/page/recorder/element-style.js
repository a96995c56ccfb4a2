//! Reads an element's computed style as flags, and its counters and generated content. Style is
//! read only from rendered elements; the styles that hide text only where style sheets or
//! attributes hint at them. Style of content that Chrome does not render is not read: images of the
//! style would be loaded because of that, and their server would notice it.

import { displayOf, isFixed, renderingOf, skippedOf } from '../style/computed-style.js';
import { countersOf, ownCounters } from '../style/counters.js';
import { firstElementChild, parentElementOf } from '../dom/dom.js';
import { isClosedDetails, isSummaryOf } from '../dom/skipped-content.js';
import { readGenerated } from '../style/generated-content.js';
import { NOTE } from './notes.js';
import { assumeStyle, isStyleAssumed, skipsContent } from './assumed-style.js';
import { HINT } from '../style/pseudo-hints.js';
import { hidesContent, isTextPlainlyUnseen, isTextUnseen } from '../style/unseen-text.js';
import { MARK_SIZE } from './marks.js';
import { DISPLAY, FLAG } from './record-format.js';
import { TAG } from '../dom/tags.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** Which children of an element are not rendered although it is. */
const HIDES = { none: 0, allButSummary: 1, all: 2 };

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {number} bits of TAG
 * @param {number} notes of NOTE
 * @param {number} hints of HINT
 * @returns {number} flags
 */
export function readElementStyle(walk, element, bits, notes, hints) {
  const { depth, observed } = walk;
  walk.styles[depth] = null;
  walk.assumed[depth] = walk.skips[depth] = false;
  walk.hides[depth] = HIDES.none;
  walk.unseen[depth] = walk.unseen[depth - 1];
  if (!walk.styles[depth - 1] || isNotRendered(element, walk.hides[depth - 1]))
    return DISPLAY.unread;
  // Shapes without attributes that name them have no meaning.
  const isStroke = bits & TAG.shape && !(notes & NOTE.sent);
  if (isStroke && firstElementChild.call(element) === null) return DISPLAY.inline;
  if (walk.assumesStyle && isStyleAssumed(walk, element)) return assumeStyle(walk, element);
  const style = getComputedStyle(element);
  let flags = observed.read(bits & TAG.option ? displayOf : renderingOf, style);
  if (flags === DISPLAY.none || flags & FLAG.outsideFlatTree) return flags;
  walk.styles[depth] = style;
  if (bits & TAG.option) return flags;
  walk.unseen[depth] = unseenIn(walk, element, notes, hints);
  if (walk.assumesStyle) walk.skips[depth] = observed.read(skipsContent, element);
  if (hints & HINT.skip || notes & NOTE.mayBeSkipped) flags |= observed.read(skippedOf, style);
  walk.hides[depth] = hiddenChildren(element, bits, flags);
  if (walk.counters) {
    walk.counters.enter(observed.read(countersOf, style), depth, ownCounters(element, bits));
  }
  if (walk.hides[depth] !== HIDES.all)
    readGenerated(walk, element, bits, notes, hints, flags, style);
  return flags;
}

/** @param {Element} element @param {number} hides of its parent @returns {boolean} */
const isNotRendered = (element, hides) =>
  hides === HIDES.all || (hides === HIDES.allButSummary && !isOwnSummary(element));

/** @param {Element} element @returns {boolean} */
function isOwnSummary(element) {
  const parent = parentElementOf(element);
  return parent !== null && isSummaryOf(element, parent);
}

/**
 * @param {Element} element
 * @param {number} bits of TAG
 * @param {number} flags
 * @returns {number} of HIDES
 */
function hiddenChildren(element, bits, flags) {
  if (flags & FLAG.contentsSkipped) return HIDES.all;
  const isFolded = bits & TAG.openable && isClosedDetails(element);
  return isFolded ? HIDES.allButSummary : HIDES.none;
}

/** What is known of the text in an open element, as bits. `clipped`: its box shows nothing. */
const UNSEEN = { suspected: 1, certain: 2, possible: 4, clipped: 8 };
const SHOWS_NOTHING = UNSEEN.certain | UNSEEN.clipped;

/**
 * @param {Walk} walk
 * @param {Element} element the innermost open element, with a style
 * @param {number} notes of NOTE
 * @param {number} hints of HINT
 * @returns {number} bits of UNSEEN
 */
function unseenIn(walk, element, notes, hints) {
  let outer = walk.unseen[walk.depth - 1];
  if (outer & UNSEEN.certain) return outer;
  if (outer & UNSEEN.clipped) {
    const style = walk.styles[walk.depth];
    if (!style || !walk.observed.read(isFixed, style)) return outer;
    outer &= ~UNSEEN.clipped;
  }
  if (notes & NOTE.unseen) {
    const hides = walk.observed.read(hidesContent, element);
    return (
      UNSEEN.suspected |
      (hides === 'all' ? UNSEEN.certain : 0) |
      (hides === 'clipped' ? UNSEEN.clipped : 0)
    );
  }
  return hints & HINT.unseen ? outer | UNSEEN.possible : outer;
}

/**
 * @param {Walk} walk
 * @param {number} depth of an open element
 * @returns {boolean} it shows nothing
 */
export const isHidden = (walk, depth) => (walk.unseen[depth] & SHOWS_NOTHING) !== 0;

/**
 * @param {Walk} walk
 * @param {number} depth of an open element with text of its own
 * @returns {number} flags
 */
export function unseenTextOf(walk, depth) {
  const known = walk.unseen[depth];
  if (known & SHOWS_NOTHING) return FLAG.unseen;
  if (known === 0 || walk.hosts[depth]) return 0;
  const element = walk.marked[walk.markAt[depth] / MARK_SIZE];
  // In a document with a style sheet that can't be read, only the cheapest properties are read.
  const isUnseen = known & UNSEEN.suspected ? isTextUnseen : isTextPlainlyUnseen;
  return walk.observed.read(isUnseen, element) ? FLAG.unseen : 0;
}
