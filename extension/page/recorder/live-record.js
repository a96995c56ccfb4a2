//! The last walk and its text, while the document is observed. If no mutation occurred and the
//! observed state is the same, the record is still valid; otherwise the next walk reuses what has
//! not changed.

import { elementOf, nodeType, parentElementOf } from '../dom/dom.js';
import { lastChange, noteChange, noteScrolls } from '../background/last-change.js';
import { elementObserved } from './marks.js';
import { EVERY_MUTATION } from './mutations.js';
import { MAX_CHANGED } from './observed-state.js';
import { PreviousWalk } from './previous-walk.js';
import { noteChanges, backgroundMutators } from '../background/background-mutations.js';
import { findSecretsRemoved } from '../secrets/secret-fields.js';
import { counting } from './walk.js';

/** A page with more mutations is no longer observed. */
const MAX_MUTATIONS = 5000;
/** An agent may think for minutes. The next action must still know the clocks of the page. */
const MAX_IDLE_MS = 600_000;

/** @typedef {import('./walk.js').Walk} Walk */

/** The last record of a document, observed for changes. */
export class LiveRecord {
  /** @type {LiveRecord | null} the one of this document, if any */
  static current = null;

  /** @type {string[]} the sections of operations and strings, once encoded */
  body = [];
  /** @type {Set<Element>} */
  #changed = new Set();
  #mutations = 0;
  #idle = 0;
  #observer = new MutationObserver((records) => this.#take(records));

  /** @param {Walk} walk that ends in this task */
  constructor(walk) {
    this.walk = walk;
    walk.previous = null;
    LiveRecord.current = this;
    this.#restartIdle();
    noteScrolls(walk.roots);
    for (const root of [document, ...walk.roots]) this.#observer.observe(root, EVERY_MUTATION);
  }

  /**
   * The observer holds references to removed elements, so it ends when no records are requested.
   */
  #restartIdle() {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), MAX_IDLE_MS);
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    this.#mutations += records.length;
    if (records.length) {
      noteChange();
      noteChanges(records);
    }
    for (const { target, removedNodes } of records) {
      const element = elementOf(target);
      if (target === document) return this.end();
      if (element) this.#changed.add(element);
      // A removed element may change while it is disconnected, and be inserted again.
      for (const removed of removedNodes) {
        if (nodeType.call(removed) !== 1) continue;
        this.#observer.observe(removed, EVERY_MUTATION);
        findSecretsRemoved(/** @type {Element} */ (removed));
      }
    }
    if (this.#changed.size > MAX_CHANGED || this.#mutations > MAX_MUTATIONS) this.end();
  }

  /**
   * Finds what a new walk would read differently.
   * @param {import('./slices.js').Slices} slices
   * @returns {Promise<PreviousWalk | null>} null if the changes are unknown, or if there are none:
   *   then this record stays the current one
   */
  async findChanges(slices) {
    const { walk } = this;
    this.#restartIdle();
    this.#take(this.#observer.takeRecords());
    const mutations = this.#mutations;
    const changed = this.body.length === 0 ? [0] : await walk.observed.changed(slices);
    // What was read before a pause in which the page changed may be outdated.
    if (this.#mutations !== mutations) this.end();
    if (changed.length === MAX_CHANGED || changed.some((at) => at < walk.documentObservations)) {
      this.end();
    }
    if (LiveRecord.current !== this) return null;
    for (const at of changed) this.#changed.add(elementObserved(walk, at));
    if (this.#changed.size === 0) return null;
    this.end();
    return counting.isOn ? null : new PreviousWalk(walk, this.#changed);
  }

  /**
   * @param {Element} around
   * @returns {boolean} whether it has changed since the last record, or an element in it
   */
  hasChangedWithin(around) {
    this.#take(this.#observer.takeRecords());
    if (LiveRecord.current !== this) return true;
    const background = new Set(backgroundMutators());
    const isThere = (/** @type {Element} */ changed) => {
      for (let at = /** @type {Element | null} */ (changed); at; at = parentElementOf(at))
        if (at === around) return true;
      return false;
    };
    return [...this.#changed].some((changed) => !background.has(changed) && isThere(changed));
  }

  end() {
    clearTimeout(this.#idle);
    this.#observer.disconnect();
    if (LiveRecord.current === this) LiveRecord.current = null;
  }
}

/** @returns {number} the time of the last change or scroll; now if the document is not observed */
export const lastChangeOfDocument = () => (LiveRecord.current ? lastChange() : performance.now());
