//! Reads an element's computed style as flags, and its counters and generated content. Style is
//! read only from rendered elements.

import { displayOf, renderingOf, skippedOf } from '../style/computed-style.js';
import { countersOf, ownCounters } from '../style/counters.js';
import { firstElementChild } from '../dom/dom.js';
import { readGenerated } from '../style/generated-content.js';
import { NOTE } from './notes.js';
import { assumeStyle, isStyleAssumed, skipsContent } from './assumed-style.js';
import { HINT } from '../style/pseudo-hints.js';
import { DISPLAY, FLAG } from './record-format.js';
import { TAG } from '../dom/tags.js';

/**
 * @param {import('./walk.js').Walk} walk
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
  if (!walk.styles[depth - 1]) return DISPLAY.unread;
  // Shapes without attributes that name them have no meaning.
  const isStroke = bits & TAG.shape && !(notes & NOTE.sent);
  if (isStroke && firstElementChild.call(element) === null) return DISPLAY.inline;
  if (walk.assumesStyle && isStyleAssumed(walk, element)) return assumeStyle(walk, element);
  const style = getComputedStyle(element);
  let flags = observed.read(bits & TAG.option ? displayOf : renderingOf, style);
  if (flags === DISPLAY.none || flags & FLAG.outsideFlatTree) return flags;
  walk.styles[depth] = style;
  if (bits & TAG.option) return flags;
  if (walk.assumesStyle) walk.skips[depth] = observed.read(skipsContent, element);
  if (hints & HINT.skip || notes & NOTE.mayBeSkipped) flags |= observed.read(skippedOf, style);
  if (walk.counters) {
    walk.counters.enter(observed.read(countersOf, style), depth, ownCounters(element, bits));
  }
  readGenerated(walk, element, bits, notes, hints, flags, style);
  return flags;
}
