//! Whether an element can be reached, edited, and whether what it holds is secret, as flags.

import { isMasked } from './computed-style.js';
import { getAttribute, inputType } from './dom.js';
import { isDisabled, isEditable, isTabbable } from './element-state.js';
import { NOTE } from './notes.js';
import { FLAG, NAMESPACE } from './record-format.js';
import { BUTTONS, TAG, TOGGLES } from './tags.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** @type {WeakSet<Element>} fields that were secret once, whatever they are now */
const secrets = new WeakSet();

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} namespace
 * @param {number} bits of TAG
 * @param {number} notes of NOTE
 * @returns {number} flags
 */
export function readInteraction(walk, element, tag, namespace, bits, notes) {
  const { depth } = walk;
  let flags = 0;
  const inherited = walk.editable[depth - 1];
  // A drawing has no say in it.
  const editable =
    namespace === NAMESPACE.html
      ? (inherited || (notes & NOTE.editable) !== 0) && walk.observed.read(isEditable, element)
      : inherited;
  walk.editable[depth] = editable;
  if (editable) flags |= FLAG.editable;
  if (bits & TAG.control && tag !== 'button' && isSecret(walk, element, tag, notes)) {
    flags |= FLAG.secret;
    walk.secretOptions[depth] = true;
  }
  const isEditingHost = editable && !inherited;
  if (isEditingHost && hasMask(walk)) flags |= FLAG.secret;
  if (isFocusable(walk, element, tag, bits, notes, isEditingHost)) flags |= FLAG.focusable;
  return flags;
}

/**
 * Can be reached with the Tab key, or could if it were rendered.
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} bits of TAG
 * @param {number} notes of NOTE
 * @param {boolean} isEditingHost
 */
function isFocusable(walk, element, tag, bits, notes, isEditingHost) {
  if (bits & TAG.control && walk.observed.read(isDisabled, element)) return false;
  if (notes & NOTE.tabindex) {
    const tabIndex = parseInt(getAttribute.call(element, 'tabindex') ?? '', 10);
    if (!Number.isNaN(tabIndex)) return tabIndex >= 0;
  }
  if (bits & TAG.control) return tag !== 'input' || inputType.call(element) !== 'hidden';
  if (bits & TAG.link) return (notes & NOTE.href) !== 0;
  if (bits & TAG.frame) return tag !== 'object';
  if (bits & TAG.media) return (notes & NOTE.controls) !== 0;
  if (bits & TAG.summary) return walk.observed.read(isTabbable, element);
  return isEditingHost;
}

/** @param {Walk} walk @returns {boolean} the element shows dots instead of characters */
function hasMask(walk) {
  const style = walk.styles[walk.depth];
  return style !== null && walk.observed.read(isMasked, style);
}

/**
 * A password, a one-time code or a card, now or once. Names and ids are no evidence, dots instead
 * of characters are.
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} notes of NOTE
 */
function isSecret(walk, element, tag, notes) {
  if (secrets.has(element)) return true;
  const type = tag === 'input' ? inputType.call(element) : '';
  if (type !== 'password' && !hasMask(walk) && !(notes & NOTE.password)) return false;
  if (BUTTONS.has(type) || TOGGLES.has(type)) return false;
  secrets.add(element);
  return true;
}
