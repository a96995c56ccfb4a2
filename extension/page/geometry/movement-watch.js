//! Detects whether elements move between two measurements: an image captured in the meantime may
//! have them in another place, although both measurements are equal. Positions are compared in each
//! frame and after changes of the document.

import { getBoundingClientRect, isConnected } from '../dom/dom.js';
import { isAnimated } from './animated-movement.js';
import { pathOf } from './painted-copies.js';

/** A difference of positions that is not a movement, in CSS pixels. */
const TOLERANCE = 0.5;
/** A hidden document has no frames. */
const MAX_FRAME_MS = 100;
const MAX_WATCH_MS = 10_000;
/** Each comparison makes Chrome update the layout: the time between two after mutations. */
const COMPARE_INTERVAL_MS = 4;

/** @returns {Promise<void>} after the next frame was painted, or some time without one */
export const nextFrame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_FRAME_MS);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        clearTimeout(timer);
        channel.port1.close();
        resolve();
      };
      channel.port2.postMessage(0);
    });
  });

/** @param {Element} element */
const positionOf = (element) => {
  const { left, top, right, bottom } = getBoundingClientRect.call(element);
  return [left, top, right, bottom];
};

/** Watches elements until `end`. */
export class MovementWatch {
  /** @type {MovementWatch | null} the one of this document, if any */
  static current = null;

  /** @type {Map<Element, number[]>} */
  #positions = new Map();
  /** @type {Set<Node>} the elements and what is around them */
  #around = new Set();
  #lastCompared = -Infinity;
  #end = performance.now() + MAX_WATCH_MS;
  #hasMoved = false;
  #observer = new MutationObserver(() => this.#onMutations());

  /** @param {Element[]} elements @param {Node[]} roots of the document */
  constructor(elements, roots) {
    MovementWatch.current?.end();
    MovementWatch.current = this;
    for (const element of elements) {
      this.#positions.set(element, positionOf(element));
      for (const at of pathOf(element)) this.#around.add(at);
    }
    // The compositor moves animated elements without the page's thread.
    this.#hasMoved = elements.length > 0 && isAnimated(this.#around);
    for (const root of roots)
      this.#observer.observe(root, { subtree: true, attributes: true, childList: true });
    this.#onFrame();
  }

  #onFrame() {
    if (MovementWatch.current !== this || performance.now() > this.#end) return this.#stop();
    this.#compare();
    requestAnimationFrame(() => this.#onFrame());
  }

  #onMutations() {
    if (performance.now() - this.#lastCompared > COMPARE_INTERVAL_MS) this.#compare();
  }

  #compare() {
    if (this.#hasMoved) return;
    for (const [element, before] of this.#positions) {
      const now = isConnected.call(element) ? positionOf(element) : [];
      const isSame = before.every((edge, index) => Math.abs(edge - now[index]) <= TOLERANCE);
      if (!isSame) this.#hasMoved = true;
    }
    this.#lastCompared = performance.now();
  }

  #stop() {
    this.#observer.disconnect();
    if (MovementWatch.current === this) MovementWatch.current = null;
  }

  /** @returns {boolean} an element has moved since the start, or may have */
  end() {
    this.#compare();
    this.#stop();
    return this.#hasMoved || performance.now() > this.#end;
  }
}

/** @returns {boolean} the browser shows images of the page as it was, perhaps in other places */
export const isInViewTransition = () => document.documentElement.matches(':active-view-transition');
