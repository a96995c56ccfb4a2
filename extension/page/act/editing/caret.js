//! Where the caret stands, and what is selected: by the mouse, and by keys. By `Selection.modify`,
//! which moves within fields too and sends no event that a person's keys would not.

import { closest, localName, nodeType } from '../../dom/dom.js';
import { collapse, modify, selectAllChildren, selectField } from '../dom-methods.js';
import { send } from '../events.js';
import { focusedElement, holds } from '../flat-tree.js';
import { isTextField } from './fields.js';

/** Longer ways of the caret go to the end of the field. */
const MAX_PATH_LEN = 2000;
/** What can't be selected by pressing the mouse in it. */
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
  const page = /** @type {any} */ (document);
  const position = page.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = page.caretRangeFromPoint?.(x, y);
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
  moveCaret('move', 'backward', 'documentboundary');
  if (offset > MAX_PATH_LEN) return moveCaret('move', 'forward', 'documentboundary');
  for (let step = 0; step < offset; step++) moveCaret('move', 'forward', 'character');
}

/** What the second and third press of a multiple click select. */
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
 * As a press of the mouse does.
 * @param {Element} target
 * @param {import('../pointer/hit-test.js').Point} point
 * @param {number} presses the how-manieth press of a multiple click it is
 */
export function caretByMouse(target, { x, y }, presses) {
  const at = caretAt(x, y);
  if (at === null || getComputedStyle(target).userSelect === 'none') return;
  const field = focusedElement();
  if (field !== null && isTextField(field) && holds(field, target)) {
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

/** To the end of what is being edited. */
export const caretToEnd = () => moveCaret('move', 'forward', 'documentboundary');

/** @param {Element} editable the field or the host of editable text that has the focus */
export function selectAllOf(editable) {
  if (isTextField(editable)) selectField(editable);
  else selectAllChildren.call(selection(), editable);
}

/** @param {Element} element as Tab does in a field */
export function selectOnTab(element) {
  if (localName.call(element) === 'input' && isTextField(element)) selectField(element);
}
