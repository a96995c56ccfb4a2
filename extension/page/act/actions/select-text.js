//! `select_text`: selects a text with the mouse, from its first to its last character, or the text
//! of a field.

import { parentElementOf } from '../../dom/dom.js';
import { done, refuse } from '../action.js';
import { reachAndBegin } from '../checks/reach.js';
import { isSecret } from '../checks/secrets.js';
import { selectedRange, selectRange, setBaseAndExtent } from '../dom-methods.js';
import { isTextField, textOf } from '../editing/fields.js';
import { findText, isSameText } from '../editing/find-text.js';
import { moveSelection, selectionAt } from '../editing/selection-events.js';
import { selectAllOf } from '../editing/caret.js';
import { elementAt, positionOf } from '../pointer/hit-test.js';
import {
  LEFT_BUTTON,
  clickAt,
  movePointer,
  movePressed,
  pressDown,
  release,
} from '../pointer/pointer.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../action.js').ActionResult} ActionResult */

/** @typedef {import('../pointer/hit-test.js').Point} Point */

/** Pixels inside of the edge of a box, so that a hit test finds its element. */
const EDGE = 0.5;

/** The selection differs. What it contains is not reported: it can be a secret. */
const DIFFERS = /** @type {const} */ ({ outcome: 'value_differs' });

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'select_text'>} action
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
export async function selectText(element, { text }, hooks) {
  if (isTextField(element)) return await selectInField(element, text ?? undefined, hooks);
  const found = findText(element, text ?? undefined);
  return 'range' in found ? await selectRangeByMouse(found.range, hooks) : notFound(found.count);
}

/** @param {number} count of occurrences */
const notFound = (count) =>
  refuse('text_not_found', count > 1 ? { detail: `it occurs ${count} times` } : {});

/**
 * @param {Element} field
 * @param {string | undefined} text
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
async function selectInField(field, text, hooks) {
  // Whether a text occurs in a secret field is secret.
  if (text !== undefined && isSecret(field))
    return refuse('text_not_found', {
      detail: 'the field is secret, only all of it can be selected',
    });
  const value = textOf(field);
  const count = text === undefined ? 1 : value.split(text).length - 1;
  if (count !== 1) return notFound(count);
  const start = text === undefined ? 0 : value.indexOf(text);
  const wanted = [start, start + (text ?? value).length];
  // Fields for numbers and e-mail addresses have no selection that scripts can read or set.
  const isReadable = selectedRange(field)[0] !== null;
  if (text !== undefined && !isReadable)
    return refuse('text_not_found', { detail: 'a part of this field cannot be selected' });
  const reached = await reachAndBegin(field, hooks);
  if ('refused' in reached) return reached;
  await clickAt(reached.clickPoint, hooks, { ...LEFT_BUTTON, count: 1 });
  if (text === undefined) selectAllOf(field);
  else selectRange(field, wanted[0], wanted[1]);
  await hooks.nextTask();
  const isSelected = () => selectedRange(field).every((end, index) => end === wanted[index]);
  return done(reached.via, { verify: () => (isReadable && !isSelected() ? DIFFERS : null) });
}

/**
 * @param {Range} range
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
async function selectRangeByMouse(range, hooks) {
  const text = range.toString();
  const start = parentElementOf(range.startContainer);
  if (start === null) return refuse('removed');
  const reached = await reachAndBegin(start, hooks, positionOf(start, edgesOf(range).start));
  if ('refused' in reached) return reached;
  const { clickPoint } = reached;
  await movePointer(clickPoint, hooks, []);
  hooks.ensureSameRow();
  const { sendsMouse, runsDefault } = await pressDown(clickPoint, hooks, LEFT_BUTTON, 1);
  const { end } = edgesOf(range);
  await movePressed({ ...end, hit: elementAt(end) ?? start }, hooks, LEFT_BUTTON, sendsMouse);
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const selection = selectionAt(start);
  const extend = () =>
    setBaseAndExtent.call(selection, startContainer, startOffset, endContainer, endOffset);
  if (runsDefault) await moveSelection(start, extend, hooks);
  const pressed = { presses: 1, sendsMouse, dragged: /** @type {const} */ (true) };
  await release({ ...end, hit: clickPoint.hit }, hooks, LEFT_BUTTON, pressed);
  const isSelected = () => isSameText(text, selectionAt(start).toString());
  return done('pointer', { verify: () => (isSelected() ? null : DIFFERS) });
}

/**
 * @param {Range} range
 * @returns {{start: Point, end: Point}} the middles of its first and last edge
 */
function edgesOf(range) {
  const boxes = [...range.getClientRects()];
  const [first, last] = [boxes[0] ?? new DOMRect(), boxes.at(-1) ?? new DOMRect()];
  return {
    start: { x: first.left + EDGE, y: (first.top + first.bottom) / 2 },
    end: { x: last.right - EDGE, y: (last.top + last.bottom) / 2 },
  };
}
