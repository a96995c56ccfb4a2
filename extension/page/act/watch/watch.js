//! Sees what changes in a document while an action is done and after it. It says so at once and
//! waits for nothing: the worker is the clock.

import {
  childNodes,
  elementOf,
  elementsWithin,
  getAttribute,
  isConnected,
  nodeType,
  parentElementOf,
  textContent,
} from '../../dom/dom.js';
import { EVERY_MUTATION } from '../../recorder/mutations.js';
import { isOwnDoing } from './action-attribution.js';

/** @typedef {import('../../recorder/same-origin-frames.js').Recorder} Recorder */
/**
 * `mutated`: something changed that was not already changing by itself; `busy`: whether something
 * says that more is to come.
 * @typedef {{mutated: true, busy: boolean}} Seen
 */
/**
 * An element that changes by itself, and did so meanwhile. `node`: its id; `brought`: ids of what
 * it has taken in or let go, and of all in that; `texts`: how many texts it has of its own, where
 * they read otherwise than before.
 * @typedef {{node: number, brought: number[], texts: number}} Restless
 */
/** What is known of it: how it read, whether it has moved, what it has taken in or let go.
 * @typedef {{texts: string[], moved: boolean, brought: Set<Element>}} Known */

/** Most elements within one that are listed. */
const MAX_WITHIN = 300;
/** What an element says that is at work, or that waits for what it has set off. */
const BUSY = [
  { name: 'aria-busy', is: (/** @type {string | null} */ value) => value === 'true' },
  { name: 'disabled', is: (/** @type {string | null} */ value) => value !== null },
  { name: 'aria-disabled', is: (/** @type {string | null} */ value) => value === 'true' },
];

/** @param {Element} element @returns {string[]} the texts that are its own children */
const ownTexts = (element) =>
  [...childNodes.call(element)]
    .filter((node) => nodeType.call(node) === Node.TEXT_NODE)
    .map((node) => textContent.call(node) ?? '')
    .filter((text) => text.trim() !== '');

/** @param {string[]} before @param {string[]} after */
const countChanged = (before, after) =>
  before.join('\n') === after.join('\n') ? 0 : Math.max(before.length, after.length);

/** Watches one document until it is ended. */
export class Watch {
  /** @type {Map<Element, Known>} that change by themselves */
  #restless = new Map();
  /** @type {Map<Element, Known>} by what such an element has taken in: that of the element */
  #brought = new Map();
  #mutations = 0;
  /** @type {Set<Element>} that have become busy meanwhile */
  #busy = new Set();
  #observer = new MutationObserver((records) => this.#take(records));

  /** @param {Recorder} recorder @param {(seen: Seen) => void} say */
  constructor(recorder, say) {
    this.recorder = recorder;
    this.say = say;
    recorder.beginAct();
    for (const element of recorder.restless())
      this.#restless.set(element, { texts: ownTexts(element), moved: false, brought: new Set() });
    for (const root of [document, ...recorder.roots()])
      this.#observer.observe(root, EVERY_MUTATION);
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    let mutated = false;
    const own = isOwnDoing();
    for (const record of records) {
      if (record.type === 'attributes') this.#noteBusy(record);
      const element = elementOf(record.target);
      const restless = this.#restlessAt(element);
      if (restless && !own) {
        this.#noteMoved(restless, record);
      } else {
        // A clock that the action has set is no clock to it.
        if (element) this.#restless.delete(element);
        mutated = true;
        this.#mutations += 1;
      }
    }
    if (mutated) this.say({ mutated, busy: this.#isBusy() });
  }

  /**
   * In a list that takes in rows by itself, a row that was there may be changed by the action.
   * @param {Element | null} element
   * @returns {Known | undefined} of the element itself, or of the one that has brought it
   */
  #restlessAt(element) {
    const known = element && this.#restless.get(element);
    if (known || this.#brought.size === 0) return known ?? undefined;
    for (let at = element; at; at = parentElementOf(at)) {
      const brought = this.#brought.get(at);
      if (brought) return brought;
    }
    return undefined;
  }

  /** @param {Known} known @param {MutationRecord} record */
  #noteMoved(known, { type, target, addedNodes, removedNodes }) {
    known.moved = true;
    // An attribute may show or hide all that is in its element.
    const changed = type === 'attributes' ? [target] : [...addedNodes, ...removedNodes];
    for (const node of changed) {
      if (nodeType.call(node) !== Node.ELEMENT_NODE) continue;
      const element = /** @type {Element} */ (node);
      known.brought.add(element);
      this.#brought.set(element, known);
    }
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
    const inside = [...elementsWithin.call(element, '*')].slice(0, MAX_WITHIN);
    return [element, ...inside].map((each) => this.recorder.nodeId(each));
  }

  /** @returns {{mutations: number, restless: Restless[]}} what was seen in all */
  seen() {
    this.#take(this.#observer.takeRecords());
    const moved = [...this.#restless].filter(([, known]) => known.moved);
    const restless = moved.map(([element, known]) => ({
      node: this.recorder.nodeId(element),
      brought: [...new Set([...known.brought].flatMap((each) => this.#within(each)))],
      texts: countChanged(known.texts, ownTexts(element)),
    }));
    return { mutations: this.#mutations, restless };
  }

  end() {
    this.#observer.disconnect();
    this.recorder.endAct();
  }
}
