//! Native drag and drop: the events that the browser sends while it drags.

import { nextFrame } from '../checks/stability.js';
import { modifierFields, send } from '../events.js';
import { dragEvent } from './drag-events.js';
import { DRAG_STEPS } from './drag-path.js';
import { elementAt } from './hit-test.js';
import { cancelPointer } from './pointer.js';

/**
 * @param {Element} source
 * @param {import('./drag-path.js').DragPath} path
 * @param {import('../action.js').Modifiers} modifiers
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<boolean | null>} whether it was dropped; null: the page prevented the native
 *   drag and drags by itself
 */
export async function dragNatively(source, path, modifiers, hooks) {
  const dataTransfer = new DataTransfer();
  const held = { dataTransfer, ...modifierFields(modifiers) };
  if (!send(source, dragEvent('dragstart', path.start, held))) return null;
  await hooks.nextTask();
  await cancelPointer(source, hooks);
  /** @type {Element | null} */
  let over = null;
  let isAccepted = false;
  for (let step = 1; step <= DRAG_STEPS; step++) {
    const point = path.pointAt(step);
    send(source, dragEvent('drag', point, held));
    const now = elementAt(point) ?? source;
    if (now !== over) {
      send(now, dragEvent('dragenter', point, { ...held, relatedTarget: over }));
      if (over) send(over, dragEvent('dragleave', point, { ...held, relatedTarget: now }));
      over = now;
    }
    isAccepted = !send(now, dragEvent('dragover', point, held));
    await nextFrame(hooks);
  }
  const end = path.end();
  const target = elementAt(end) ?? over ?? source;
  if (isAccepted) send(target, dragEvent('drop', end, held));
  else {
    send(source, dragEvent('drag', end, { ...held, buttons: 0 }));
    send(target, dragEvent('dragleave', end, { ...held, buttons: 0 }));
  }
  await hooks.nextTask();
  send(source, dragEvent('dragend', end, held));
  return isAccepted;
}
