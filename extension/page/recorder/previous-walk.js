//! The previous walk. The next walk reuses its results for elements that are unchanged and have the
//! same context. The callers determine which elements have changed.

import { parentElementOf } from '../dom/dom.js';
import { MARK, MARK_SIZE } from './marks.js';
import { lastNodeId } from '../dom/node-ids.js';

/** @typedef {import('./walk.js').Walk} Walk */

/** Larger elements are not reused in one step: this many elements take about a millisecond. */
const MAX_CONCURRENT = 2000 * MARK_SIZE;

/** A finished walk, and the elements that have changed since. */
export class PreviousWalk {
  /** @type {Set<Element>} the changed elements and their ancestors */
  #touched = new Set();
  /** The position of an element's mark plus one, by node id. */
  #marks;

  /** @param {Walk} walk @param {Iterable<Element>} changed */
  constructor(walk, changed) {
    this.walk = walk;
    this.#marks = new Int32Array(lastNodeId() + 1);
    for (let mark = 0; mark < walk.marks.length; mark += MARK_SIZE) {
      // The node id follows the operation that opens the element.
      const id = walk.ints[walk.marks[mark + MARK.ints] + 1];
      this.#marks[id] = mark + 1;
    }
    for (const element of changed) this.#touch(element);
  }

  /** @param {Element | null} node */
  #touch(node) {
    for (; node && !this.#touched.has(node); node = parentElementOf(node)) this.#touched.add(node);
  }

  /**
   * @param {Element} element
   * @param {number} id
   * @param {number} context
   * @returns {number} its mark, or −1 if it has to be walked
   */
  markOf(element, id, context) {
    const mark = (this.#marks[id] ?? 0) - 1;
    const { marks } = this.walk;
    const same = mark >= 0 && marks[mark + MARK.context] === context && !this.#touched.has(element);
    return same && marks[mark + MARK.marksEnd] - mark <= MAX_CONCURRENT ? mark : -1;
  }
}

/**
 * Copies the results of the previous walk for an element and its descendants.
 * @param {Walk} walk
 * @param {Walk} previous
 * @param {number} mark of the previous walk
 */
export function takeOver(walk, previous, mark) {
  const of = previous.marks.slice(mark, mark + MARK_SIZE);
  takeOverMarks(walk, previous, mark, of);
  for (let each = of[MARK.ints]; each < of[MARK.intsEnd]; each++) {
    walk.ints.push(previous.ints[each]);
  }
  walk.observed.copy(previous.observed, of[MARK.observed], of[MARK.observedEnd]);
  for (let each = of[MARK.roots]; each < of[MARK.rootsEnd]; each++) {
    walk.roots.push(previous.roots[each]);
    walk.onRoot(previous.roots[each]);
  }
  walk.bytes += of[MARK.bytes];
  walk.elements += of[MARK.elements];
  walk.unlisted += of[MARK.unlisted];
}

/**
 * Copies the marks of an element and its descendants, shifted to the ends of this walk's lists.
 * @param {Walk} walk
 * @param {Walk} previous
 * @param {number} mark of the previous walk
 * @param {number[]} of that mark's numbers
 */
function takeOverMarks(walk, previous, mark, of) {
  const { ints, observed, roots, marks } = walk;
  const at = marks.length;
  const shifts = new Array(MARK_SIZE).fill(0);
  shifts[MARK.ints] = shifts[MARK.intsEnd] = ints.length - of[MARK.ints];
  shifts[MARK.observed] = shifts[MARK.observedEnd] = observed.length - of[MARK.observed];
  shifts[MARK.roots] = shifts[MARK.rootsEnd] = roots.length - of[MARK.roots];
  shifts[MARK.marksEnd] = shifts[MARK.parent] = at - mark;
  for (let each = mark; each < of[MARK.marksEnd]; each += MARK_SIZE) {
    for (let part = 0; part < MARK_SIZE; part++) {
      marks.push(previous.marks[each + part] + shifts[part]);
    }
    walk.marked.push(previous.marked[each / MARK_SIZE]);
  }
  marks[at + MARK.parent] = walk.markAt[walk.depth - 1];
  walk.steps += (marks.length - at) >> 6;
}
