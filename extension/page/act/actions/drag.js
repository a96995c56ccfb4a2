//! `drag`: drags an element to another one or by a distance, with native drag and drop if the page
//! has a `draggable` element there, otherwise with the moves of a pressed pointer.

import { done, refuse } from '../action.js';
import { getAttribute, hasAttribute, localName } from '../../dom/dom.js';
import { boundingBoxOf } from '../checks/boxes.js';
import { hidesUntilHover } from '../checks/hover-rules.js';
import { clickPointInView, currentClickPoint, reach } from '../checks/reach.js';
import { flatPath } from '../flat-tree.js';
import { holdModifiers, releaseModifiers } from '../keyboard/keyboard.js';
import { DragEffects } from '../pointer/drag-effects.js';
import { DragPath } from '../pointer/drag-path.js';
import { dragNatively } from '../pointer/native-drag.js';
import { captorAt, dragByPointer } from '../pointer/pointer-drag.js';
import { movePointer, movePressed, pressDown } from '../pointer/pointer.js';
import { align } from '../pointer/scroll-into-view.js';

/** @param {Element} element @returns {boolean} a press and a move drag it natively */
export const isDraggable = (element) => {
  const attribute = getAttribute.call(element, 'draggable');
  if (attribute === 'true' || attribute === 'false') return attribute === 'true';
  const tag = localName.call(element);
  return tag === 'img' || (tag === 'a' && hasAttribute.call(element, 'href'));
};

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'drag'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function drag(element, action, hooks) {
  const { to, position, modifiers = [], hold: holdMs = 0 } = action;
  const effects = new DragEffects(hooks.dragSignals);
  const target = 'element' in to ? to.element : null;
  const targetPosition = 'element' in to ? to.position : undefined;
  if (target) align(target, 'nearest');
  const reached = await reach(element, hooks, position);
  if ('refused' in reached) return reached;
  const targetPoint = target ? await clickPointInView(target, hooks, targetPosition) : null;
  // Both elements have to be in view at the same time.
  if (target && targetPoint && 'refused' in targetPoint)
    return refuseTarget(target, targetPosition, targetPoint.refused.by);
  await hooks.begin();
  const now = currentClickPoint(reached.target, reached.position);
  if ('refused' in now) return now;
  await holdModifiers(modifiers, hooks);
  const path = new DragPath(now.clickPoint, to);
  // A user would press what the page shows under the pointer.
  const isHandleHidden = hidesUntilHover(now.clickPoint.hit);
  try {
    const isDropped = await dragAlong(path, { modifiers, holdMs, effects }, hooks);
    return done('pointer', hintOf(isDropped, isHandleHidden));
  } finally {
    await releaseModifiers(modifiers, hooks);
  }
}

/**
 * @param {Element} target that is not reached
 * @param {import('../pointer/hit-test.js').Position | null} [position]
 * @param {Element} [by] covers it
 */
function refuseTarget(target, position, by) {
  const { width, height } = boundingBoxOf(target);
  const [right, down] = position ?? [0, 0];
  const isInside = right >= 0 && right <= width && down >= 0 && down <= height;
  if (isInside) return refuse('drag_target_not_reached', by ? { by } : {});
  const size = `${Math.round(width)} × ${Math.round(height)}`;
  return refuse('bad_value', {
    detail: `the point to release at is outside of the other element, which has ${size} pixels`,
  });
}

/**
 * @param {boolean | null} isDropped
 * @param {boolean} isHandleHidden
 * @returns {{hint?: import('../action.js').ActionHint}}
 */
function hintOf(isDropped, isHandleHidden) {
  if (isDropped === false) return { hint: 'drop_not_taken' };
  return isHandleHidden ? { hint: 'hover_only_css' } : {};
}

/**
 * @param {DragPath} path
 * @param {{modifiers: import('../action.js').Modifiers, holdMs: number, effects: DragEffects}} how
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<boolean | null>} whether the page accepted a native drop; null: it was dragged
 *   by pointer events
 */
async function dragAlong(path, how, hooks) {
  const clickPoint = path.start;
  const { modifiers, holdMs } = how;
  const press = { button: /** @type {const} */ ('left'), modifiers, holdMs };
  await movePointer(clickPoint, hooks, modifiers);
  hooks.ensureSameRow();
  const captor = captorAt(clickPoint.hit);
  const { sendsMouse, runsDefault } = await pressDown(clickPoint, hooks, press, 1);
  await hooks.hold(holdMs);
  if (holdMs > 0) hooks.ensureSameRow(true);
  const source = runsDefault ? flatPath(clickPoint.hit).find(isDraggable) : undefined;
  let dropped = null;
  if (source) {
    // The browser starts a drag with the first move.
    const point = { ...path.pointAt(1), hit: clickPoint.hit };
    await movePressed(point, hooks, press, sendsMouse);
    dropped = await dragNatively(source, path, how, hooks);
  }
  const firstStep = source ? 2 : 1;
  if (dropped === null) await dragByPointer(path, hooks, press, { sendsMouse, firstStep, captor });
  return dropped;
}
