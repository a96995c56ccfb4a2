//! Drags an element to another, or by a distance: by the browser's own dragging where the page has
//! declared something draggable, else by the moves of a pressed pointer.

import { getAttribute, hasAttribute, isConnected, localName } from '../../dom/dom.js';
import { hasPointerCapture, ownRole } from '../dom-methods.js';
import { dragEvent } from '../pointer/drag-events.js';
import { send } from '../events.js';
import { flatPath } from '../flat-tree.js';
import { elementAt } from '../pointer/hit-test.js';
import {
  POINTER_ID,
  cancelPointer,
  movePointer,
  movePressed,
  pressDown,
  release,
} from '../pointer/pointer.js';
import { reach, whereNow } from '../checks/reach.js';
import { done, refuse } from '../results.js';
import { align } from '../pointer/scroll-into-view.js';
import { nextReading } from '../checks/stability.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../pointer/hit-test.js').Point} Point */
/** @typedef {import('../pointer/hit-test.js').Spot} Spot */
/** @typedef {import('../results.js').Result} Result */

/** Lists make room while something is moved over them. */
const STEPS = 10;
const PRESS = { button: /** @type {const} */ ('left'), modifiers: [] };

/** @param {Element} element */
const isDraggable = (element) => {
  const said = getAttribute.call(element, 'draggable');
  if (said === 'true' || said === 'false') return said === 'true';
  const tag = localName.call(element);
  return tag === 'img' || (tag === 'a' && hasAttribute.call(element, 'href'));
};

/** So far up from what is pressed a widget is looked for. */
const NEAR = 4;
/** What is moved by a pointer, and has nothing dropped on it. */
const MOVED_ALONE = new Set(['slider', 'scrollbar', 'separator']);

/**
 * A page may catch the pointer, but not one that only a script has pressed: Chrome takes no notice
 * of it. What says that it handles touches by itself is taken to have done so.
 * @param {Element} element
 */
const isMovedAlone = (element) =>
  MOVED_ALONE.has(ownRole(element)) || getComputedStyle(element).touchAction === 'none';

/** @param {Point} from @param {Point} to @param {number} step */
const between = (from, to, step) => ({
  x: from.x + ((to.x - from.x) * step) / STEPS,
  y: from.y + ((to.y - from.y) * step) / STEPS,
});

/** Where it is dragged to: an element moves while room is made for what is dragged. */
class Goal {
  /** @param {Element | null} onto @param {Spot} start @param {[number, number]} by */
  constructor(onto, start, by) {
    this.onto = onto;
    this.last = { x: start.x + by[0], y: start.y + by[1] };
  }

  /** @returns {Point} */
  now() {
    const found = this.onto && isConnected.call(this.onto) ? whereNow(this.onto) : null;
    if (found && 'spot' in found) this.last = { x: found.spot.x, y: found.spot.y };
    return this.last;
  }
}

/**
 * The browser's own dragging.
 * @param {Element} source
 * @param {Spot} start
 * @param {Goal} goal
 * @param {Hooks} hooks
 * @returns {Promise<boolean | null>} whether it was dropped; null: the page drags by itself
 */
async function dragByBrowser(source, start, goal, hooks) {
  const dataTransfer = new DataTransfer();
  if (!send(source, dragEvent('dragstart', start, { dataTransfer }))) return null;
  await hooks.task();
  await cancelPointer(source, hooks);
  /** @type {Element | null} */
  let over = null;
  let isTaken = false;
  for (let step = 1; step <= STEPS; step++) {
    const point = between(start, goal.now(), step);
    send(source, dragEvent('drag', point, { dataTransfer }));
    const now = elementAt(point) ?? source;
    if (now !== over) {
      send(now, dragEvent('dragenter', point, { dataTransfer, relatedTarget: over }));
      if (over) send(over, dragEvent('dragleave', point, { dataTransfer, relatedTarget: now }));
      over = now;
    }
    isTaken = !send(now, dragEvent('dragover', point, { dataTransfer }));
    await nextReading(hooks);
  }
  const end = goal.now();
  const onto = elementAt(end) ?? over ?? source;
  if (isTaken) send(onto, dragEvent('drop', end, { dataTransfer }));
  else {
    send(source, dragEvent('drag', end, { dataTransfer, buttons: 0 }));
    send(onto, dragEvent('dragleave', end, { dataTransfer, buttons: 0 }));
  }
  await hooks.task();
  send(source, dragEvent('dragend', end, { dataTransfer }));
  return isTaken;
}

/**
 * Moves of a pressed pointer, to what has caught it or is under it.
 * @param {Spot} start
 * @param {Goal} goal
 * @param {Hooks} hooks
 * @param {{wanted: boolean, step: number}} from the step to begin with; `wanted`: the events of the
 *   mouse are wanted
 */
async function dragByPointer(start, goal, hooks, { wanted, step: first }) {
  const path = flatPath(start.hit);
  const near = path.slice(0, NEAR).filter((node) => localName.call(node) !== 'body');
  const captor = () =>
    path.find((node) => hasPointerCapture.call(node, POINTER_ID)) ??
    near.find(isMovedAlone) ??
    null;
  for (let step = first; step <= STEPS; step++) {
    const point = between(start, goal.now(), step);
    const under = elementAt(point) ?? start.hit;
    await movePressed({ ...point, hit: captor() ?? under }, hooks, PRESS, wanted);
    await nextReading(hooks);
  }
  const end = goal.now();
  await release({ ...end, hit: start.hit }, hooks, PRESS, { presses: 1, wanted, dragged: true });
}

/**
 * @param {Element} element
 * @param {{onto?: Element, by?: [number, number]}} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function drag(element, { onto = undefined, by = [0, 0] }, hooks) {
  if (onto) align(onto, 'nearest');
  const reached = await reach(element, hooks);
  if ('refused' in reached) return reached;
  const there = onto ? whereNow(onto) : null;
  // Both have to be in view at once.
  if (there && 'refused' in there) return refuse('goal_not_reached');
  await hooks.begin();
  const now = whereNow(reached.target);
  if ('refused' in now) return now;
  const { spot } = now;
  await movePointer(spot, hooks, []);
  hooks.ensureSame();
  const { wanted, goesOn } = await pressDown(spot, hooks, PRESS, 1);
  const goal = new Goal(onto ?? null, spot, by);
  const source = goesOn ? flatPath(spot.hit).find(isDraggable) : undefined;
  let dropped = null;
  if (source) {
    // The browser begins with the first move.
    await movePressed({ ...between(spot, goal.now(), 1), hit: spot.hit }, hooks, PRESS, wanted);
    dropped = await dragByBrowser(source, spot, goal, hooks);
  }
  const step = source ? 2 : 1;
  if (dropped === null) await dragByPointer(spot, goal, hooks, { wanted, step });
  return done('pointer', dropped === false ? { hint: 'drop_not_taken' } : {});
}
