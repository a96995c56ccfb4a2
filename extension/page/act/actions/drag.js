//! `drag`: drags an element to another one or by a distance, with native drag and drop if the page
//! has a `draggable` element there, otherwise with the moves of a pressed pointer.

import { done, refuse } from '../action.js';
import { getAttribute, hasAttribute, localName } from '../../dom/dom.js';
import { reach, currentClickPoint } from '../checks/reach.js';
import { flatPath } from '../flat-tree.js';
import { DragPath, LEFT_BUTTON } from '../pointer/drag-path.js';
import { dragNatively } from '../pointer/native-drag.js';
import { dragByPointer } from '../pointer/pointer-drag.js';
import { movePointer, movePressed, pressDown } from '../pointer/pointer.js';
import { align } from '../pointer/scroll-into-view.js';

/** @param {Element} element */
const isDraggable = (element) => {
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
export async function drag(element, { to, position }, hooks) {
  const target = 'element' in to ? to.element : null;
  const targetPosition = 'element' in to ? to.position : undefined;
  if (target) align(target, 'nearest');
  const reached = await reach(element, hooks, position);
  if ('refused' in reached) return reached;
  const targetPoint = target ? currentClickPoint(target, targetPosition) : null;
  // Both elements have to be in view at the same time.
  if (targetPoint && 'refused' in targetPoint) return refuse('drag_target_not_reached');
  await hooks.begin();
  const now = currentClickPoint(reached.target, reached.position);
  if ('refused' in now) return now;
  const { clickPoint } = now;
  await movePointer(clickPoint, hooks, []);
  hooks.ensureSameRow();
  const { sendsMouse, runsDefault } = await pressDown(clickPoint, hooks, LEFT_BUTTON, 1);
  const path = new DragPath(clickPoint, to);
  const source = runsDefault ? flatPath(clickPoint.hit).find(isDraggable) : undefined;
  let dropped = null;
  if (source) {
    // The browser starts a drag with the first move.
    const point = { ...path.pointAt(1), hit: clickPoint.hit };
    await movePressed(point, hooks, LEFT_BUTTON, sendsMouse);
    dropped = await dragNatively(source, path, hooks);
  }
  const firstStep = source ? 2 : 1;
  if (dropped === null) await dragByPointer(path, hooks, { sendsMouse, firstStep });
  return done('pointer', dropped === false ? { hint: 'drop_not_taken' } : {});
}
