//! The points of a drag from the pressed element to its destination.

import { getBoundingClientRect, isConnected } from '../../dom/dom.js';
import { currentClickPoint } from '../checks/reach.js';

/** @typedef {import('./hit-test.js').Point} Point */
/** @typedef {import('./hit-test.js').ClickPoint} ClickPoint */

/** Lists make room while an element is moved over them, so it moves in several steps. */
export const DRAG_STEPS = 10;
/**
 * The drag ends this many pixels past the middle of its target, at most a quarter of its size:
 * sortable lists move an item when the pointer has passed the middle.
 */
const PAST_MIDDLE = 4;

/**
 * A drag's start and its destination. Until the drag reaches its target, the destination follows
 * the target: a page may make room when the drag begins. A list that makes room when it is reached
 * moves the target away from the place where the user would drop.
 */
export class DragPath {
  /** @type {Element | null} */
  #target;
  /** @type {import('./hit-test.js').Position | null | undefined} where in the target */
  #position;
  /** @type {[number, number]} the direction of the drag: -1, 0 or 1 to the right, and down */
  #direction = [0, 0];
  /** @type {Point} */
  #lastEnd;
  /** The drag has reached its target. */
  #isReached = false;

  /** @param {ClickPoint} start @param {import('../action.js').DragDestination} to */
  constructor(start, to) {
    const [right, down] = 'by' in to ? to.by : [0, 0];
    this.start = start;
    this.#target = 'element' in to ? to.element : null;
    this.#position = 'element' in to ? to.position : undefined;
    this.#lastEnd = { x: start.x + right, y: start.y + down };
    const { x, y } = this.end();
    // It stays the same: the list may move the target to the other side of the pointer.
    this.#direction = [Math.sign(x - start.x), Math.sign(y - start.y)];
  }

  /** @returns {Point} the destination at this moment */
  end() {
    const target = this.#target;
    const isFollowed = target && !this.#isReached && isConnected.call(target);
    const found = isFollowed ? currentClickPoint(target, this.#position) : null;
    if (found && 'clickPoint' in found) {
      const { x, y } = found.clickPoint;
      const [right, down] = this.#position ? [0, 0] : this.#pastMiddle(target);
      this.#lastEnd = { x: x + right, y: y + down };
    }
    return this.#lastEnd;
  }

  /** @param {Element | null} target @returns {[number, number]} pixels to the right and down */
  #pastMiddle(target) {
    const { width = 0, height = 0 } = target ? getBoundingClientRect.call(target) : {};
    const [right, down] = this.#direction;
    return [right * Math.min(PAST_MIDDLE, width / 4), down * Math.min(PAST_MIDDLE, height / 4)];
  }

  /** @param {number} step from 1 to `DRAG_STEPS` @returns {Point} */
  pointAt(step) {
    const { start } = this;
    const end = this.end();
    const point = {
      x: start.x + ((end.x - start.x) * step) / DRAG_STEPS,
      y: start.y + ((end.y - start.y) * step) / DRAG_STEPS,
    };
    this.#isReached ||= this.#contains(point);
    return point;
  }

  /** @param {Point} point @returns {boolean} whether it is on the target */
  #contains({ x, y }) {
    if (!this.#target) return false;
    const { left, right, top, bottom } = getBoundingClientRect.call(this.#target);
    return x >= left && x <= right && y >= top && y <= bottom;
  }
}
