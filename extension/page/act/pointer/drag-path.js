//! The points of a drag from the pressed element to its destination.

import { isConnected } from '../../dom/dom.js';
import { currentClickPoint } from '../checks/reach.js';

/** @typedef {import('./hit-test.js').Point} Point */
/** @typedef {import('./hit-test.js').ClickPoint} ClickPoint */

/** Lists make room while an element is moved over them, so it moves in several steps. */
export const DRAG_STEPS = 10;
export const LEFT_BUTTON = { button: /** @type {const} */ ('left'), modifiers: [] };

/** A drag's start and its destination, which moves while the page makes room. */
export class DragPath {
  /** @type {Element | null} */
  #target;
  /** @type {import('./hit-test.js').Position | null | undefined} where in the target */
  #position;
  /** @type {Point} */
  #lastEnd;

  /** @param {ClickPoint} start @param {import('../action.js').DragDestination} to */
  constructor(start, to) {
    const [right, down] = 'by' in to ? to.by : [0, 0];
    this.start = start;
    this.#target = 'element' in to ? to.element : null;
    this.#position = 'element' in to ? to.position : undefined;
    this.#lastEnd = { x: start.x + right, y: start.y + down };
  }

  /** @returns {Point} the destination at this moment */
  end() {
    const target = this.#target;
    const found =
      target && isConnected.call(target) ? currentClickPoint(target, this.#position) : null;
    if (found && 'clickPoint' in found) {
      const { x, y } = found.clickPoint;
      this.#lastEnd = { x, y };
    }
    return this.#lastEnd;
  }

  /** @param {number} step from 1 to `DRAG_STEPS` @returns {Point} */
  pointAt(step) {
    const { start } = this;
    const end = this.end();
    return {
      x: start.x + ((end.x - start.x) * step) / DRAG_STEPS,
      y: start.y + ((end.y - start.y) * step) / DRAG_STEPS,
    };
  }
}
