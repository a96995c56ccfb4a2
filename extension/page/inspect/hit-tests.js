//! Hit tests with a limit of time. Chrome needs a time for a hit test that grows with the number of
//! shapes, and with the square of the number of inline elements on one line: a test on a line of
//! 4,000 takes a second, and nothing can interrupt it.

import {
  createTreeWalker,
  getBoundingClientRect,
  offsetEdges,
  parentElementOf,
} from '../dom/dom.js';
import { isHtml } from '../dom/element-state.js';
import { rootOf } from '../dom/node-ids.js';
import { isLaidOut } from '../dom/skipped-content.js';
import { elementAt } from '../geometry/layout.js';

/** @typedef {import('../recorder/slices.js').Slices} Slices */
/** @typedef {import('./visual-place.js').Point} Point */
/** An inline element. `line`: the position of its line in the container.
 * @typedef {{container: Element | null, line: number}} InlineSample */

/** The time that all tests may take, in milliseconds. */
const MAX_TOTAL = 1_000;
/** A longer test is slow, and so many slow ones are allowed: Chrome may have had to lay out. */
const SLOW = 15;
const MAX_SLOW = 2;
/** Every so many elements, the line of an inline element is determined. */
const SAMPLE_INTERVAL = 64;
/** The number of consecutive samples on one line that make it a long one. */
const LONG_LINE = 3;
/** Elements between two checks of the time. */
const STEPS = 64;

/** The hit tests of one walk. */
export class HitTests {
  #spent = 0;
  #slow = 0;
  #isOver = false;

  /** @param {Slices} slices @param {() => void} onPause what was found out may be outdated */
  constructor(slices, onPause) {
    this.slices = slices;
    this.onPause = onPause;
  }

  /** @returns {boolean} no more tests are made: they take too long */
  get areOver() {
    return this.#isOver || this.#slow > MAX_SLOW || this.#spent > MAX_TOTAL;
  }

  /** @param {Point} point @returns {Element | null} the element that a click there hits */
  elementAt([x, y]) {
    const begun = performance.now();
    const hit = elementAt(x, y);
    const time = performance.now() - begun;
    this.#spent += time;
    if (time > SLOW) this.#slow += 1;
    return hit;
  }

  async pauseIfLate() {
    if (performance.now() <= this.slices.until) return;
    await this.slices.pause();
    this.onPause();
  }

  /** Makes no tests at all if the document has a line with hundreds of inline elements. */
  async findLongLines() {
    const search = new LongLineSearch();
    /** @type {Node[]} */
    const roots = [document];
    for (const root of roots) {
      const walker = createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
      for (let steps = 1; walker.nextNode() !== null; steps++) {
        const element = /** @type {Element} */ (walker.currentNode);
        const inner = rootOf(element);
        if (inner) roots.push(inner);
        this.#isOver ||= search.visit(element);
        if (this.#isOver) return;
        if (steps % STEPS === 0) await this.pauseIfLate();
      }
    }
  }
}

/** Determines the lines of some elements in document order. */
class LongLineSearch {
  #sinceSample = SAMPLE_INTERVAL;
  /** @type {InlineSample} the last sample */
  #last = { container: null, line: 0 };
  #onLine = 0;

  /**
   * @param {Element} element the next one
   * @returns {boolean} it is on a long line
   */
  visit(element) {
    this.#sinceSample += 1;
    if (this.#sinceSample < SAMPLE_INTERVAL) return false;
    const sample = sampleOf(element);
    if (sample === null) return false;
    this.#sinceSample = 0;
    const { container, line } = this.#last;
    const isSame = sample.container === container && Math.abs(sample.line - line) < 1;
    this.#onLine = isSame ? this.#onLine + 1 : 1;
    this.#last = sample;
    return this.#onLine >= LONG_LINE;
  }
}

/**
 * @param {Element} element
 * @returns {InlineSample | null} null if it is not an inline element that is laid out
 */
function sampleOf(element) {
  if (!isLaidOut(element)) return null;
  const { display, writingMode } = getComputedStyle(element);
  if (display !== 'inline') return null;
  const isVertical = !writingMode.startsWith('horizontal');
  return { container: containerOf(element), line: lineOf(element, isVertical) };
}

/** @param {Element} element @param {boolean} isVertical @returns {number} where its line is */
function lineOf(element, isVertical) {
  if (isHtml(element)) return offsetEdges[isVertical ? 'left' : 'top'].call(element);
  const { left, top } = getBoundingClientRect.call(element);
  return isVertical ? left : top;
}

/** @param {Element} element @returns {Element | null} the nearest one around that is not inline */
function containerOf(element) {
  let at = parentElementOf(element);
  while (at !== null && /^(?:inline|contents)$/.test(getComputedStyle(at).display))
    at = parentElementOf(at);
  return at;
}
