//! The caret and the selection, as mouse and keys move them. Uses `Selection.modify`, which also
//! works in fields and sends the same events as real keys.

import { closest, localName, nodeType } from '../../dom/dom.js';
import { collapse, modify, selectAllChildren, selectField } from '../dom-methods.js';
import { send } from '../events.js';
import { focusedElement, containsInFlatTree } from '../flat-tree.js';
import { isTextField } from './fields.js';

/** For a larger offset the caret is put at the end of the field. */
const MAX_PATH_LEN = 2000;
/** Pressing the mouse in these elements does not select text. */
const NO_TEXT = 'a[href], img, button, select, input, textarea, [draggable="true"]';

const selection = () => /** @type {Selection} */ (getSelection());

/**
 * @param {'move' | 'extend'} alter
 * @param {'forward' | 'backward'} direction
 * @param {string} granularity
 */
export const moveCaret = (alter, direction, granularity) =>
  modify.call(selection(), alter, direction, granularity);

/** @param {number} x @param {number} y @returns {{node: Node, offset: number} | null} */
function caretAt(x, y) {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  // Chrome before 128.
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** @param {Node} node @param {number} x @param {number} y */
function isOnText(node, x, y) {
  if (nodeType.call(node) !== 3) return false;
  const range = new Range();
  range.selectNodeContents(node);
  return [...range.getClientRects()].some(
    ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom,
  );
}

/** @param {number} offset */
function caretInField(offset) {
  caretToStart();
  if (offset > MAX_PATH_LEN) return caretToEnd();
  for (let step = 0; step < offset; step++) moveCaret('move', 'forward', 'character');
}

/** What the first, second and third press of a multiple click select. */
const GRANULARITIES = ['', 'word', 'paragraph'];

/** @param {number} presses */
function selectAround(presses) {
  const granularity = GRANULARITIES[Math.min(presses, 3) - 1];
  if (granularity === '') return;
  moveCaret('move', 'forward', 'character');
  moveCaret('move', 'backward', granularity === 'word' ? 'word' : 'paragraphboundary');
  moveCaret('extend', 'forward', granularity === 'word' ? 'word' : 'paragraphboundary');
}

/**
 * Moves the caret as a press of the mouse does.
 * @param {Element} target
 * @param {import('../pointer/hit-test.js').Point} point
 * @param {number} presses the number of this press in a multiple click, from 1
 */
export function caretByMouse(target, { x, y }, presses) {
  const at = caretAt(x, y);
  if (at === null || getComputedStyle(target).userSelect === 'none') return;
  const field = focusedElement();
  if (field !== null && isTextField(field) && containsInFlatTree(field, target)) {
    caretInField(at.node === field ? at.offset : 0);
    selectAround(presses);
    if (presses > 1) send(field, new Event('select', { bubbles: true }));
    return;
  }
  if (closest.call(target, NO_TEXT) !== null) return;
  const start = new Event('selectstart', { bubbles: true, cancelable: true });
  if (!send(isOnText(at.node, x, y) ? at.node : target, start)) return;
  collapse.call(selection(), at.node, at.offset);
  selectAround(presses);
}

/** Moves the caret to the start of the edited text. */
export const caretToStart = () => moveCaret('move', 'backward', 'documentboundary');

/** Moves the caret to the end of the edited text. */
export const caretToEnd = () => moveCaret('move', 'forward', 'documentboundary');

/** @param {Element} editable the field or the host of editable text that has the focus */
export function selectAllOf(editable) {
  if (isTextField(editable)) selectField(editable);
  else selectAllChildren.call(selection(), editable);
}

/** @param {Element} element Selects its text if it is a field, as Tab does. */
export function selectOnTab(element) {
  if (localName.call(element) === 'input' && isTextField(element)) selectField(element);
}
