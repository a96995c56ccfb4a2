//! Drags with the moves of a pressed pointer. Each move goes to the element that has captured the
//! pointer, or to the element under it.

import { localName } from '../../dom/dom.js';
import { nextFrame } from '../checks/stability.js';
import { hasPointerCapture, ownRole } from '../dom-methods.js';
import { flatPath } from '../flat-tree.js';
import { DRAG_STEPS } from './drag-path.js';
import { elementAt } from './hit-test.js';
import { POINTER_ID, movePressed, release } from './pointer.js';

/** Only this many levels up from the pressed element are searched for a widget. */
const MAX_LEVELS = 4;
/** Roles of elements that are moved by a pointer and are not dropped on another element. */
const MOVED_ALONE = new Set(['slider', 'scrollbar', 'separator']);

/** @param {Element} element */
const isMovedAlone = (element) =>
  MOVED_ALONE.has(ownRole(element)) || getComputedStyle(element).touchAction === 'none';

/**
 * Chrome ignores `setPointerCapture` for a pointer that only a script has pressed. An element that
 * handles touch by itself before it is pressed is assumed to capture the pointer.
 * @param {Element} pressed that will be pressed
 * @returns {() => Element | null} what has captured the pointer, in a drag that begins there
 */
export function captorAt(pressed) {
  const ancestors = flatPath(pressed);
  const near = ancestors.slice(0, MAX_LEVELS).filter((node) => localName.call(node) !== 'body');
  const movedAlone = near.find(isMovedAlone) ?? null;
  return () => ancestors.find((node) => hasPointerCapture.call(node, POINTER_ID)) ?? movedAlone;
}

/**
 * @param {import('./drag-path.js').DragPath} path
 * @param {import('../action.js').ActionHooks} hooks
 * @param {import('./pointer.js').ButtonPress} press
 * @param {{sendsMouse: boolean, firstStep: number, captor: () => Element | null}} pressed
 *   `sendsMouse`: the page did not prevent the mouse events; `captor`: see `captorAt`
 */
export async function dragByPointer(path, hooks, press, { sendsMouse, firstStep, captor }) {
  const { start } = path;
  for (let step = firstStep; step <= DRAG_STEPS; step++) {
    const point = path.pointAt(step);
    const under = elementAt(point) ?? start.hit;
    await movePressed({ ...point, hit: captor() ?? under }, hooks, press, sendsMouse);
    await nextFrame(hooks);
  }
  const pressed = { presses: 1, sendsMouse, dragged: /** @type {const} */ (true) };
  await release({ ...path.end(), hit: start.hit }, hooks, press, pressed);
}
