//! Native drag and drop: the events that the browser sends while it drags.

import { nextFrame } from '../checks/stability.js';
import { modifierFields } from '../events.js';
import { dragEvent } from './drag-events.js';
import { DRAG_STEPS } from './drag-path.js';
import { elementAt } from './hit-test.js';
import { cancelPointer } from './pointer.js';

/**
 * @param {Element} source
 * @param {import('./drag-path.js').DragPath} path
 * @param {{modifiers: import('../action.js').Modifiers,
 *   effects: import('./drag-effects.js').DragEffects}} how
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<boolean | null>} whether it was dropped; null: the page prevented the native
 *   drag and drags by itself
 */
export async function dragNatively(source, path, { modifiers, effects }, hooks) {
  const dataTransfer = new DataTransfer();
  const held = { dataTransfer, ...modifierFields(modifiers) };
  if (!effects.send(source, dragEvent('dragstart', path.start, held))) return null;
  await hooks.nextTask();
  await cancelPointer(source, hooks);
  /** @type {Element | null} */
  let over = null;
  let isAccepted = false;
  for (let step = 1; step <= DRAG_STEPS; step++) {
    const point = path.pointAt(step);
    effects.send(source, dragEvent('drag', point, held));
    const now = elementAt(point) ?? source;
    if (now !== over) {
      effects.send(now, dragEvent('dragenter', point, { ...held, relatedTarget: over }));
      if (over) effects.send(over, dragEvent('dragleave', point, { ...held, relatedTarget: now }));
      over = now;
    }
    const isTaken = !effects.send(now, dragEvent('dragover', point, held));
    isAccepted = isTaken && effects.isPermitted();
    await nextFrame(hooks);
  }
  const end = path.end();
  const target = elementAt(end) ?? over ?? source;
  if (isAccepted) effects.send(target, dragEvent('drop', end, held));
  else {
    effects.send(source, dragEvent('drag', end, { ...held, buttons: 0 }));
    effects.send(target, dragEvent('dragleave', end, { ...held, buttons: 0 }));
  }
  await hooks.nextTask();
  effects.send(source, dragEvent('dragend', end, held));
  return isAccepted;
}
