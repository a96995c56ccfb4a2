//! Reads an element's facts, in addition to its attributes: values of fields, open states, and the
//! window of a frame.

import { truncate } from '../../shared/pieces.js';
import { detailsOpen, dialogOpen, inputType, localName } from '../dom/dom.js';
import {
  assignedOf,
  controlOf,
  fileNames,
  isChecked,
  isIndeterminate,
  isModal,
  isPopoverOpen,
  isSelected,
  isValid,
  isValidated,
  valueOf,
  windowOf,
} from '../dom/element-state.js';
import { nodeId } from '../dom/node-ids.js';
import { NOTE } from './notes.js';
import { FACT } from './record-format.js';
import { BUTTONS, TAG, TOGGLES } from '../dom/tags.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** The number of characters of a field's value that are recorded. */
const MAX_VALUE_LEN = 4000;

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} bits of TAG
 * @param {number} notes of NOTE
 * @param {boolean} secret
 */
export function readFacts(walk, element, tag, bits, notes, secret) {
  if (notes & NOTE.popover || bits & TAG.openable) readOpen(walk, element, tag, notes);
  if (bits === 0) return;
  if (bits & TAG.control) readControl(walk, element, tag, notes, secret);
  if (bits & TAG.option && tag === 'option' && !walk.secretOptions[walk.depth]) {
    walk.ints.push(FACT.selected, walk.observed.read(isSelected, element) ? 1 : 0);
  }
  if (bits & TAG.frame) readFrame(walk, element, tag);
  if (bits & TAG.slot) readAssigned(walk, element);
  if (bits & TAG.label) readLabelled(walk, element);
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} notes of NOTE
 * @param {boolean} secret
 */
function readControl(walk, element, tag, notes, secret) {
  const { ints, observed } = walk;
  let type = '';
  if (tag === 'input') {
    type = inputType.call(element);
    if (TOGGLES.has(type)) ints.push(FACT.checked, observed.read(isChecked, element) ? 1 : 0);
    if (type === 'checkbox' && observed.read(isIndeterminate, element)) {
      ints.push(FACT.indeterminate, 1);
    }
  }
  if (tag === 'button' || type === 'hidden' || BUTTONS.has(type)) return;
  if (secret && !TOGGLES.has(type)) {
    // Neither whether it is empty nor whether its length is valid: keys would tell its length.
    ints.push(FACT.secretValue, 1);
    return;
  }
  if (tag !== 'select' && !TOGGLES.has(type)) {
    const value = observed.read(type === 'file' ? fileNames : valueOf, element);
    const sent = value.length > MAX_VALUE_LEN ? truncate(value, MAX_VALUE_LEN) : value;
    ints.push(FACT.value, walk.intern(sent));
  }
  if (!observed.read(isValidated, element)) return;
  const valid = observed.read(isValid, element);
  if (!valid || notes & NOTE.constraint) ints.push(FACT.valid, valid ? 1 : 0);
}

/** @param {Walk} walk @param {Element} element @param {string} tag @param {number} notes */
function readOpen(walk, element, tag, notes) {
  const open =
    (tag === 'details' && detailsOpen.call(element)) ||
    (tag === 'dialog' && dialogOpen.call(element)) ||
    ((notes & NOTE.popover) !== 0 && walk.observed.read(isPopoverOpen, element));
  walk.ints.push(FACT.open, open ? 1 : 0);
  if (open && tag === 'dialog' && walk.observed.read(isModal, element)) {
    walk.ints.push(FACT.modal, 1);
  }
}

/** @param {Walk} walk @param {Element} element @param {string} tag */
function readFrame(walk, element, tag) {
  const inner = walk.observed.read(windowOf, element);
  if (!inner && tag === 'object') return;
  const index = walk.frames.get(inner) ?? -1;
  if (inner && index < 0) walk.unlisted++;
  walk.ints.push(FACT.frameIndex, index);
}

/**
 * Records a label's custom element: only its own script knows that it is a form-associated field,
 * apart from this.
 * @param {Walk} walk
 * @param {Element} label
 */
function readLabelled(walk, label) {
  const control = walk.observed.read(controlOf, label);
  if (control !== null && localName.call(control).includes('-')) {
    walk.ints.push(FACT.control, nodeId(control));
  }
}

/** @param {Walk} walk @param {Element} slot */
function readAssigned(walk, slot) {
  const nodes = walk.observed.read(assignedOf, slot);
  if (nodes === '') return;
  for (const node of nodes.split(',')) walk.ints.push(FACT.assigned, Number(node));
}
