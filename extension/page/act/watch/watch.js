//! Observes the changes of a document during an action and after it. Reports each change at once;
//! how long to wait is decided by the worker.

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
import { isCausedByAction } from './action-attribution.js';

/** @typedef {import('../../recorder/same-origin-frames.js').Recorder} Recorder */
/**
 * Reported after a change that is not a background mutation. `busy`: whether an attribute announces
 * more changes.
 * @typedef {{mutated: true, busy: boolean}} SeenMutation
 */
/**
 * The background mutations of an element during the action. `node`: its id; `brought`: ids of the
 * elements that were added to it or removed from it, with their descendants; `texts`: the number of
 * its own texts if they have changed; `idle`: it has not changed during the action, and `texts` is
 * the number of all its own texts.
 * @typedef {{node: number, brought: number[], texts: number, idle?: true}} ElementMutations
 */
/**
 * An element with background mutations. `texts`: its own texts at the start; `mutated`: whether it
 * has changed since; `brought`: the elements that were added or removed.
 * @typedef {{texts: string[], mutated: boolean, brought: Set<Element>}} BackgroundElement
 */

/** At most this many descendants of an element are listed. */
const MAX_DESCENDANTS = 300;
/** Attributes of an element that is working or waits for the result of an action. */
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

/** Observes one document until `end` is called. */
export class Watch {
  /** @type {Map<Element, BackgroundElement>} */
  #background = new Map();
  /** @type {Map<Element, BackgroundElement>} by the elements that were added to it or removed */
  #brought = new Map();
  #mutations = 0;
  /** @type {Set<Element>} elements that have become busy during the action */
  #busy = new Set();
  #observer = new MutationObserver((records) => this.#onMutations(records));

  /** @param {Recorder} recorder @param {(seen: SeenMutation) => void} onMutation */
  constructor(recorder, onMutation) {
    this.recorder = recorder;
    this.onMutation = onMutation;
    recorder.beginAct();
    for (const element of recorder.backgroundMutators()) {
      const start = { texts: ownTexts(element), mutated: false, brought: new Set() };
      this.#background.set(element, start);
    }
    for (const root of [document, ...recorder.roots()])
      this.#observer.observe(root, EVERY_MUTATION);
  }

  /** @param {MutationRecord[]} records */
  #onMutations(records) {
    let mutated = false;
    const isCaused = isCausedByAction();
    for (const record of records) {
      if (record.type === 'attributes') this.#noteBusy(record);
      const element = elementOf(record.target);
      const background = this.#backgroundAt(element);
      if (background && !isCaused) {
        this.#noteMutation(background, record);
      } else {
        // A clock that the action itself changes is part of the action's effect.
        if (element) this.#background.delete(element);
        mutated = true;
        this.#mutations += 1;
      }
    }
    if (mutated) this.onMutation({ mutated, busy: this.#isBusy() });
  }

  /**
   * Only the rows that a live list has added since the start belong to its background mutations:
   * the other rows may be changed by the action.
   * @param {Element | null} element
   * @returns {BackgroundElement | undefined} the element itself, or the one that has added it
   */
  #backgroundAt(element) {
    const own = element && this.#background.get(element);
    if (own || this.#brought.size === 0) return own ?? undefined;
    for (let at = element; at; at = parentElementOf(at)) {
      const brought = this.#brought.get(at);
      if (brought) return brought;
    }
    return undefined;
  }

  /** @param {BackgroundElement} background @param {MutationRecord} record */
  #noteMutation(background, { type, target, addedNodes, removedNodes }) {
    background.mutated = true;
    // An attribute may show or hide all descendants of its element.
    const changed = type === 'attributes' ? [target] : [...addedNodes, ...removedNodes];
    for (const node of changed) {
      if (nodeType.call(node) !== Node.ELEMENT_NODE) continue;
      const element = /** @type {Element} */ (node);
      background.brought.add(element);
      this.#brought.set(element, background);
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

  /** @returns {boolean} whether an element that has become busy still is */
  #isBusy() {
    for (const element of this.#busy) if (isConnected.call(element)) return true;
    return false;
  }

  /** @param {Element} element @returns {number[]} node ids of it and of its descendants */
  #withDescendants(element) {
    const inside = [...elementsWithin.call(element, '*')].slice(0, MAX_DESCENDANTS);
    return [element, ...inside].map((each) => this.recorder.nodeId(each));
  }

  /** @returns {{mutations: number, backgroundMutations: ElementMutations[]}} since the start */
  seen() {
    this.#onMutations(this.#observer.takeRecords());
    const background = [...this.#background].filter(
      ([element, { mutated }]) => mutated || isConnected.call(element),
    );
    const backgroundMutations = background.map(([element, { texts, mutated, brought }]) => ({
      node: this.recorder.nodeId(element),
      brought: [...new Set([...brought].flatMap((each) => this.#withDescendants(each)))],
      texts: mutated ? countChanged(texts, ownTexts(element)) : texts.length,
      ...(mutated ? {} : { idle: /** @type {const} */ (true) }),
    }));
    return { mutations: this.#mutations, backgroundMutations };
  }

  end() {
    this.#observer.disconnect();
    this.recorder.endAct();
  }
}
