//! Visits one element or text of a walk: records it as an operation with its attributes, flags and
//! facts, and returns whether its children are visited.

import { readAttributes, sendAriaValues, sendValue } from './attributes.js';
import {
  elementsWithin,
  firstElementChild,
  getAttribute,
  inputType,
  localName,
  namespaceOf,
  textContent,
} from '../dom/dom.js';
import { isHidden, readElementStyle, unseenTextOf } from './element-style.js';
import { isRendered } from '../dom/element-state.js';
import { lineBreaksOf, transformationOf } from '../style/computed-style.js';
import { readFacts } from './facts.js';
import { closeGenerated } from '../style/generated-content.js';
import { readInteraction } from './interaction.js';
import { LISTED_ELEMENT, listedBytes } from './listing-size.js';
import { contextOf, MARK, openMark } from './marks.js';
import { nodeId, shadowRootReader } from '../dom/node-ids.js';
import { HINT_SHIFT, NOTE } from './notes.js';
import { takeOver } from './previous-walk.js';
import { GENERATED, HINT } from '../style/pseudo-hints.js';
import { FLAG, NAMESPACE, NAMESPACE_SHIFT, NAMESPACES, OPERATION } from './record-format.js';
import { findSecretFields } from '../secrets/secret-fields.js';
import { rootHints } from '../style/style-sheets.js';
import { TAG, TAGS } from '../dom/tags.js';
import { VISIT, withoutSeparators } from './walk.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** Longer texts rarely occur twice in a page. */
const LONG_TEXT = 40;
const SHOWS_SOMETHING = /\S/;
/** What was read of an element because it contains text, as bits. */
const TEXT_READ = { transformation: 1, lineBreaks: 2, all: 3 };

/**
 * @param {Walk} walk
 * @param {Element} element
 * @returns {number} of VISIT
 */
export function visitElement(walk, element) {
  const tag = localName.call(element);
  const namespace = NAMESPACES.get(namespaceOf.call(element) ?? '') ?? NAMESPACE.other;
  const known = TAGS.get(tag) ?? 0;
  const bits =
    namespace === NAMESPACE.html
      ? known & ~TAG.shape
      : namespace === NAMESPACE.svg
        ? (known & (TAG.skip | TAG.link | TAG.shape)) | TAG.noPseudo
        : TAG.noPseudo;
  if (bits & TAG.skip) return skip(walk, element);

  const id = nodeId(element);
  const context = contextOf(walk);
  const { previous } = walk;
  const mark = previous ? previous.markOf(element, id, context) : -1;
  if (previous && mark >= 0) {
    takeOver(walk, previous.walk, mark);
    return VISIT.nothing;
  }
  openMark(walk, element, context);
  return readElement(walk, element, tag, namespace, bits, id);
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} namespace
 * @param {number} bits of TAG
 * @param {number} id
 * @returns {number} of VISIT
 */
function readElement(walk, element, tag, namespace, bits, id) {
  const { depth, ints, observed } = walk;
  walk.elements++;
  walk.bytes += LISTED_ELEMENT + tag.length;
  ints.push(OPERATION.open, id, walk.intern(tag), 0, 0);
  const flagsAt = ints.length - 2;
  walk.flagsAt[depth] = flagsAt;
  walk.textRead[depth] = 0;
  walk.quoted[depth] = false;
  walk.after[depth] = null;
  const reader = namespace === NAMESPACE.html ? shadowRootReader(tag, bits) : null;
  const root = reader && observed.read(reader, element);
  walk.hosts[depth] = root !== null;
  const hints = walk.hints[depth - 1] | (root ? meetRoot(walk, root) : 0);
  walk.hints[depth] = hints;
  const lookup = walk.lookups[depth - 1];
  walk.lookups[depth] = lookup;

  const notes =
    readAttributes(walk, element, tag, namespace, lookup) |
    ((lookup?.names.get(tag) ?? 0) << HINT_SHIFT);
  let flags = (namespace << NAMESPACE_SHIFT) | readElementStyle(walk, element, bits, notes, hints);
  walk.editable[depth] = walk.editable[depth - 1];
  walk.secretOptions[depth] = walk.secretOptions[depth - 1] ?? false;
  if (namespace !== NAMESPACE.mathMl) {
    flags |= readInteraction(walk, element, tag, namespace, bits, notes);
  }
  const secret = (flags & FLAG.secret) !== 0;
  const mayBeSecret = secret || (notes & NOTE.password) !== 0;
  sendAriaValues(walk, mayBeSecret);
  sendValue(walk, element, tag === 'input' && namespace === NAMESPACE.html, mayBeSecret);
  if (namespace === NAMESPACE.html) readFacts(walk, element, tag, bits, notes, secret);
  if (bits & TAG.frame && walk.styles[depth]) flags |= unseenTextOf(walk, depth);
  else if (tag === 'input' && isHidden(walk, depth) && isDrawnField(element)) flags |= FLAG.unseen;
  ints[flagsAt] |= flags;
  ints[flagsAt + 1] = (ints.length - flagsAt - 2) >> 1;
  walk.openedRoot = root;
  // The content of a secret editable element, or of a button that is a field, is in its children.
  // The browser copies the chosen option of a select into `selectedcontent`.
  if (
    bits & TAG.childless ||
    (tag === 'selectedcontent' && walk.secretOptions[depth]) ||
    (secret && (!(bits & TAG.control) || tag === 'button')) ||
    (bits & TAG.noscript && !observed.read(isRendered, element))
  ) {
    return VISIT.childless;
  }
  if (root !== null || firstElementChild.call(element) !== null) return VISIT.opened;
  visitText(walk, textContent.call(element), depth);
  return VISIT.childless;
}

/** Types of fields for which pages draw something else, or nothing. */
const NOT_TYPED = /^(?:checkbox|radio|submit|button|reset|image|range|color|file|hidden)$/;

/** @param {Element} element an input @returns {boolean} users see it if they can use it */
const isDrawnField = (element) =>
  !NOT_TYPED.test(inputType.call(element)) && getAttribute.call(element, 'role') !== 'combobox';

/**
 * Closes the innermost open element: everything found in it belongs to its mark. It runs for each
 * element, so it is a single function.
 * @param {Walk} walk
 */
export function closeElement(walk) {
  const { depth, marks } = walk;
  if (walk.after[depth] || walk.counters || walk.quoted[depth]) closeGenerated(walk);
  walk.ints.push(OPERATION.close);
  const mark = walk.markAt[depth];
  marks[mark + MARK.intsEnd] = walk.ints.length;
  marks[mark + MARK.observedEnd] = walk.observed.length;
  marks[mark + MARK.rootsEnd] = walk.roots.length;
  marks[mark + MARK.marksEnd] = marks.length;
  marks[mark + MARK.bytes] = walk.bytes - marks[mark + MARK.bytes];
  marks[mark + MARK.elements] = walk.elements - marks[mark + MARK.elements];
  marks[mark + MARK.unlisted] = walk.unlisted - marks[mark + MARK.unlisted];
}

/**
 * Skips an element that can't be in the tree, with its descendants.
 * @param {Walk} walk
 * @param {Element} element
 */
function skip(walk, element) {
  walk.elements++;
  walk.bytes += listedBytes(element);
  for (const inner of elementsWithin.call(element, '*')) {
    walk.elements++;
    walk.bytes += listedBytes(inner);
  }
  return VISIT.nothing;
}

/**
 * @param {Walk} walk
 * @param {ShadowRoot} root
 * @returns {number} bits of HINT that its style sheets may apply to the host, its own elements or
 *   slotted elements
 */
function meetRoot(walk, root) {
  walk.roots.push(root);
  walk.onRoot(root);
  findSecretFields(root);
  const hints = walk.observed.read(rootHints, root);
  return walk.hints[-1] & HINT.part ? hints | GENERATED : hints;
}

/**
 * @param {string} text
 * @returns {boolean} whether preformatted whitespace would matter: line breaks and indentation
 */
const isSpaced = (text) => text.includes('\n') || text.startsWith('  ') || text.startsWith('\t');

/**
 * @param {Walk} walk
 * @param {string} text
 * @param {number} parent depth of the parent element
 * @returns {number} of VISIT
 */
export function visitText(walk, text, parent) {
  if (text === '') return VISIT.nothing;
  const string =
    text.length > LONG_TEXT ? walk.addString(withoutSeparators(text)) : walk.intern(text);
  walk.ints.push(OPERATION.text, string);
  const style = walk.styles[parent];
  const read = walk.textRead[parent];
  if (style && read !== TEXT_READ.all) {
    // Text transformation and visibility are read only from elements that contain text.
    if (!(read & TEXT_READ.transformation) && SHOWS_SOMETHING.test(text)) {
      walk.textRead[parent] |= TEXT_READ.transformation;
      walk.ints[walk.flagsAt[parent]] |=
        walk.observed.read(transformationOf, style) | unseenTextOf(walk, parent);
    }
    if (!(read & TEXT_READ.lineBreaks) && isSpaced(text)) {
      walk.textRead[parent] |= TEXT_READ.lineBreaks;
      walk.ints[walk.flagsAt[parent]] |= walk.observed.read(lineBreaksOf, style);
    }
  }
  return VISIT.nothing;
}
