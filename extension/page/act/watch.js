//! Sees what changes in a document while an action is done and after it. It says so at once and
//! waits for nothing: the worker is the clock.

import {
  elementOf,
  elementsWithin,
  getAttribute,
  isConnected,
  parentElementOf,
  textContent,
} from '../dom.js';
import { EVERY_MUTATION } from '../mutations.js';
import { isOwnDoing } from './own-doing.js';

/** @typedef {import('../same-origin-frames.js').Recorder} Recorder */
/**
 * `mutated`: something changed that was not already changing by itself; `busy`: whether something
 * says that more is to come.
 * @typedef {{mutated: true, busy: boolean}} Seen
 */
/**
 * An element that changes by itself, and did so meanwhile. `nodes`: node ids of it and of all in
 * it, before and after; `text`: whether it reads otherwise than before.
 * @typedef {{nodes: number[], text: boolean}} Restless
 */

/** Most elements within one that are listed. */
const MOST_WITHIN = 300;
/** What an element says that is at work, or that waits for what it has set off. */
const BUSY = [
  { name: 'aria-busy', is: (/** @type {string | null} */ value) => value === 'true' },
  { name: 'disabled', is: (/** @type {string | null} */ value) => value !== null },
  { name: 'aria-disabled', is: (/** @type {string | null} */ value) => value === 'true' },
];

/** Watches one document until it is ended. */
export class Watch {
  /** @type {Map<Element, {text: string | null, nodes: number[], moved: boolean}>} that change by
   *   themselves, as they were when it began */
  #restless = new Map();
  #mutations = 0;
  /** @type {Set<Element>} that have become busy meanwhile */
  #busy = new Set();
  #observer = new MutationObserver((records) => this.#take(records));

  /** @param {Recorder} recorder @param {(seen: Seen) => void} say */
  constructor(recorder, say) {
    this.recorder = recorder;
    this.say = say;
    recorder.beginAct();
    for (const element of recorder.restless()) {
      const [text, nodes] = [textContent.call(element), this.#within(element)];
      this.#restless.set(element, { text, nodes, moved: false });
    }
    for (const root of [document, ...recorder.roots()])
      this.#observer.observe(root, EVERY_MUTATION);
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    let mutated = false;
    const own = isOwnDoing();
    for (const record of records) {
      if (record.type === 'attributes') this.#noteBusy(record);
      const restless = this.#restlessAround(elementOf(record.target));
      if (restless && !own) {
        restless.was.moved = true;
      } else {
        // A clock that the action has set is no clock to it.
        if (restless) this.#restless.delete(restless.element);
        mutated = true;
        this.#mutations += 1;
      }
    }
    if (mutated) this.say({ mutated, busy: this.#isBusy() });
  }

  /** @param {Element | null} element */
  #restlessAround(element) {
    if (this.#restless.size === 0) return undefined;
    for (let at = element; at; at = parentElementOf(at)) {
      const was = this.#restless.get(at);
      if (was) return { element: at, was };
    }
    return undefined;
  }

  /** @param {MutationRecord} record */
  #noteBusy({ target, attributeName }) {
    const busy = BUSY.find(({ name }) => name === attributeName);
    if (!busy) return;
    const element = /** @type {Element} */ (target);
    if (busy.is(getAttribute.call(element, busy.name))) this.#busy.add(element);
    else this.#busy.delete(element);
  }

  /** @returns {boolean} whether what has become busy still is, and is still there */
  #isBusy() {
    for (const element of this.#busy) if (isConnected.call(element)) return true;
    return false;
  }

  /** @param {Element} element @returns {number[]} node ids of it and of what is in it */
  #within(element) {
    const inside = [...elementsWithin.call(element, '*')].slice(0, MOST_WITHIN);
    return [element, ...inside].map((each) => this.recorder.nodeId(each));
  }

  /** @returns {{mutations: number, restless: Restless[]}} what was seen in all */
  seen() {
    this.#take(this.#observer.takeRecords());
    const moved = [...this.#restless].filter(([, before]) => before.moved);
    const restless = moved.map(([element, { text, nodes }]) => ({
      nodes: [...new Set([...nodes, ...this.#within(element)])],
      text: textContent.call(element) !== text,
    }));
    return { mutations: this.#mutations, restless };
  }

  end() {
    this.#observer.disconnect();
    this.recorder.endAct();
  }
}
