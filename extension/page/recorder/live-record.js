//! The last walk and its text, for as long as the document is watched: where neither a mutation
//! came nor the observed state differs, the record is still right; elsewhere the next walk takes
//! over what has not changed.

import { elementOf, nodeType, parentElementOf } from '../dom/dom.js';
import { elementObserved } from './marks.js';
import { EVERY_MUTATION } from './mutations.js';
import { MAX_CHANGED } from './observed-state.js';
import { PreviousWalk } from './previous-walk.js';
import { noteChanges, backgroundMutators } from './background-mutations.js';
import { findSecretsRemoved } from '../secrets/secret-fields.js';
import { surroundingsOf } from '../dom/surroundings.js';
import { counting } from './walk.js';

/** A page that changes all the time is not watched for longer. */
const MAX_MUTATIONS = 5000;
const MAX_IDLE_MS = 120_000;

/** @typedef {import('./walk.js').Walk} Walk */

/** The last record of a document that is watched for changes. */
export class LiveRecord {
  /** @type {LiveRecord | null} the one of this document, if there is one */
  static current = null;

  /** @type {string[]} the sections of operations and strings, once they are text */
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
    for (const root of [document, ...walk.roots]) this.#observer.observe(root, EVERY_MUTATION);
  }

  /** It holds references to removed elements: only for as long as records are requested. */
  #restartIdle() {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), MAX_IDLE_MS);
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    this.#mutations += records.length;
    if (records.length)
      noteChanges(new Set(records.flatMap(({ target }) => elementOf(target) ?? [])));
    for (const { target, removedNodes } of records) {
      const element = elementOf(target);
      if (target === document) return this.end();
      if (element) this.#changed.add(element);
      // What is taken out may change meanwhile, and come back.
      for (const removed of removedNodes) {
        if (nodeType.call(removed) !== 1) continue;
        this.#observer.observe(removed, EVERY_MUTATION);
        findSecretsRemoved(/** @type {Element} */ (removed));
      }
    }
    if (this.#changed.size > MAX_CHANGED || this.#mutations > MAX_MUTATIONS) this.end();
  }

  /**
   * Finds out what a walk now would find that the last one did not.
   * @param {import('./slices.js').Slices} slices
   * @returns {Promise<PreviousWalk | null>} null where nothing is known, or nothing has changed:
   *   then this record stays the current one
   */
  async findChanges(slices) {
    const { walk } = this;
    this.#restartIdle();
    this.#take(this.#observer.takeRecords());
    const mutations = this.#mutations;
    const changed = this.body.length === 0 ? [0] : await walk.observed.changed(slices);
    // What was read before a pause in which the page changed may be old or new.
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
   * @param {Element} element
   * @returns {boolean} whether what it stands in may be another row or item by now than in the last
   *   record
   */
  hasChangedAround(element) {
    this.#take(this.#observer.takeRecords());
    if (LiveRecord.current !== this) return true;
    const around = surroundingsOf(element);
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
