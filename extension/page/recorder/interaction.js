//! Reads whether an element is focusable and editable, and whether its content is secret, as flags.

import { isMasked } from '../style/computed-style.js';
import { getAttribute, inputType } from '../dom/dom.js';
import { isDisabled, isEditable, isTabbable } from '../dom/element-state.js';
import { NOTE } from './notes.js';
import { FLAG, NAMESPACE } from './record-format.js';
import { isHost, isSecretField, isSecretHost } from '../secrets/secret-fields.js';
import { TAG } from '../dom/tags.js';

/** @typedef {import('./walk.js').Walk} Walk */

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
  // SVG elements do not set editability.
  const editable =
    namespace === NAMESPACE.html
      ? (inherited || (notes & NOTE.editable) !== 0) && walk.observed.read(isEditable, element)
      : inherited;
  walk.editable[depth] = editable;
  if (editable) flags |= FLAG.editable;
  if (bits & TAG.control && tag !== 'button' && isSecret(walk, element, notes)) {
    flags |= FLAG.secret;
    walk.secretOptions[depth] = true;
  }
  const isEditingHost = editable && !inherited;
  const isTextHost =
    isEditingHost ||
    ((notes & NOTE.fieldRole) !== 0 && namespace === NAMESPACE.html && isHost(element));
  if (isTextHost && isSecretHost(element, hasMask(walk))) flags |= FLAG.secret;
  if (isFocusable(walk, element, tag, bits, notes, isEditingHost)) flags |= FLAG.focusable;
  return flags;
}

/**
 * Returns whether an element can be reached with the Tab key, or could if it were rendered.
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

/** @param {Walk} walk @param {Element} field @param {number} notes of NOTE */
const isSecret = (walk, field, notes) =>
  isSecretField(field, (notes & NOTE.password) !== 0 || hasMask(walk));
