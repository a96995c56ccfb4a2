//! Style of content that Chrome skips, in a page with so much of it that reading its style would
//! take the page's time: each read makes Chrome style a skipped part, and lay out the page in the
//! next frame. There the default style of the tags is assumed.

import {
  documentElement,
  elementsWithin,
  inputType,
  localName,
  matches,
  querySelectorAll,
} from '../dom/dom.js';
import { isLaidOut, isOutside } from '../dom/skipped-content.js';
import { documentHints } from '../style/style-sheets.js';
import { HINT } from '../style/pseudo-hints.js';
import { DISPLAY, FLAG } from './record-format.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** Style is read in skipped content up to this many elements. */
const MAX_SKIPPED = 5_000;
/** Elements between two checks of the time. */
const STEPS = 500;

/** @type {[number, string][]} */
const DISPLAYS = [
  [
    DISPLAY.none,
    'area base datalist head link meta noscript param rp script source style template title track',
  ],
  [
    DISPLAY.inline,
    'a abbr acronym audio b bdi bdo big br canvas cite code data dfn em embed font i iframe img ' +
      'ins del kbd label map mark object output q rt ruby s samp small span strike ' +
      'strong sub sup svg time tt u var video wbr',
  ],
  [DISPLAY.inlineBlock, 'button input meter progress select textarea'],
  [DISPLAY.contents, 'slot'],
  [DISPLAY.tableRow, 'tr thead tbody tfoot caption col colgroup'],
  [DISPLAY.tableCell, 'td th'],
];
/** @type {Map<string, number>} */
const BY_TAG = new Map();
for (const [display, names] of DISPLAYS)
  for (const name of names.split(' ')) BY_TAG.set(name, display);

/** Elements with these attributes, or in this state, are not rendered by default. */
const CLOSED = '[hidden], dialog:not([open]), [popover]:not(:popover-open)';

/**
 * @param {import('./slices.js').Slices} slices
 * @returns {Promise<boolean>} the document has more skipped content than is styled for a record
 */
export async function hasMuchSkippedContent(slices) {
  const root = documentElement();
  if (root === null || !maySkip()) return false;
  let skipped = 0;
  const elements = elementsWithin.call(root, '*');
  for (let at = 0; at < elements.length && skipped <= MAX_SKIPPED; at += 1) {
    if (!isLaidOut(elements[at])) skipped += 1;
    if (at % STEPS === STEPS - 1 && performance.now() > slices.until) await slices.pause();
  }
  return skipped > MAX_SKIPPED;
}

/** @returns {boolean} a style sheet or attribute of the document mentions `content-visibility` */
const maySkip = () =>
  (documentHints().bits & HINT.skip) !== 0 ||
  querySelectorAll.document.call(document, '[style*="content-visibility"]').length > 0;

/**
 * @param {Element} element which is laid out
 * @returns {boolean} its content is skipped, or will be in the next frame
 */
export const skipsContent = (element) =>
  getComputedStyle(element).contentVisibility === 'auto' && isOutside(element);

/**
 * @param {Walk} walk
 * @param {Element} element in the innermost open element
 * @returns {boolean} it is skipped, so that its style is not read
 */
export function isStyleAssumed(walk, element) {
  const outer = walk.depth - 1;
  if (walk.assumed[outer]) return true;
  return walk.skips[outer] === true && !walk.observed.read(isLaidOut, element);
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @returns {number} flags: as its tag by default, with what the skipping element passes on
 */
export function assumeStyle(walk, element) {
  const { depth, ints, flagsAt } = walk;
  const display = defaultDisplay(element);
  if (display === DISPLAY.none) return display;
  walk.assumed[depth] = true;
  walk.styles[depth] = walk.styles[depth - 1];
  return display | (ints[flagsAt[depth - 1]] & (FLAG.invisible | FLAG.pointer));
}

/** @param {Element} element @returns {number} of DISPLAY, with FLAG.listItem */
function defaultDisplay(element) {
  const tag = localName.call(element);
  const isHidden =
    matches.call(element, CLOSED) || (tag === 'input' && inputType.call(element) === 'hidden');
  if (isHidden) return DISPLAY.none;
  return tag === 'li' ? DISPLAY.block | FLAG.listItem : (BY_TAG.get(tag) ?? DISPLAY.block);
}
