//! Observes the changes of a document during an action and after it. Reports each change at once;
//! how long to wait is decided by the worker.

import {
  contains,
  elementOf,
  elementsWithin,
  isConnected,
  nodeType,
  parentElementOf,
} from '../../dom/dom.js';
import { EVERY_MUTATION } from '../../recorder/mutations.js';
import { isPeriodic, ONE_CHANGE_MS } from '../../background/rhythm.js';
import { namedAround, renderedTexts } from '../../background/texts.js';
import { isCausedByAction } from './action-attribution.js';
import { BusyElements } from './busy.js';
import { exceptionsSince } from './exceptions.js';
import { FailedRequests } from './failed-requests.js';
import { msLeaving } from './leaving.js';

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
 * the number of all its own texts; `unproven`: it is not known to change periodically, and has
 * changed this often.
 * @typedef {{node: number, brought: number[], texts: number, idle?: true, unproven?: number}}
 *   ElementMutations
 */
/**
 * What has changed since the start. `mutations`: those of elements that are not known to change
 * periodically.
 * @typedef {{mutations: number, backgroundMutations: ElementMutations[],
 *   failed: import('./failed-requests.js').FailedReport,
 *   exceptions: import('./exceptions.js').ExceptionsReport}} WatchReport
 */
/** @typedef {import('../../background/rhythm.js').Tick} Tick */
/**
 * An element that has changed without an action. `isKnown`: it changes periodically; otherwise its
 * mutations during the action are background mutations if `ticks`, which includes them, turn out
 * to be periodic. `texts`: its own texts at the start; `mutations`: how often it has changed since;
 * `brought`: the elements that were added or removed.
 * @typedef {{isKnown: boolean, ticks: Tick[], texts: string[], mutations: number,
 *   brought: Set<Element>}} ChangingElement
 */

/** What has changed during one action of a list. `touched`: node ids of the elements.
 * @typedef {{mutations: number, touched: number[]}} ActionMutations */

/** At most this many elements that have changed during an action of a list are reported. */
const MAX_TOUCHED = 300;
/** At most this many descendants of an element are listed. */
const MAX_DESCENDANTS = 300;

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {number} how many texts replace others. Those that are rendered only before, or only
 *   after, replace none.
 */
function countChanged(before, after) {
  const areEqual = before.join('\n') === after.join('\n');
  const areThere = before.length > 0 && after.length > 0;
  return areEqual || !areThere ? 0 : Math.max(before.length, after.length);
}

/** @param {ChangingElement} changing that has just changed */
function noteTick(changing) {
  const at = performance.now();
  const last = changing.ticks.at(-1)?.at ?? -Infinity;
  if (at - last < ONE_CHANGE_MS) return;
  changing.ticks = [...changing.ticks, { at, isAfterGap: false, isFree: changing.isKnown }];
  changing.isKnown ||= isPeriodic(changing.ticks);
}

/** Observes one document until `end` is called. */
export class Watch {
  /** @type {Map<Element, ChangingElement>} */
  #changing = new Map();
  /** @type {Map<Element, ChangingElement>} by the elements that were added to it or removed */
  #brought = new Map();
  #mutations = 0;
  /** @type {Set<Element>} elements with these mutations */
  #mutated = new Set();
  /** The mutations that `takeMutations` has returned. */
  #taken = 0;
  /** @type {Set<Element>} the elements that have changed since then, with added and removed ones */
  #touched = new Set();
  #busy = new BusyElements();
  #failedRequests = new FailedRequests();
  #start = performance.now();
  #observer = new MutationObserver((records) => this.#onMutations(records));

  /** @param {Recorder} recorder @param {(seen: SeenMutation) => void} onMutation */
  constructor(recorder, onMutation) {
    this.recorder = recorder;
    this.onMutation = onMutation;
    recorder.beginAct();
    const known = new Set(recorder.backgroundMutators());
    for (const [element, ticks] of recorder.changingElements()) {
      const texts = renderedTexts(element);
      const start = { isKnown: known.has(element), ticks, texts, mutations: 0 };
      this.#changing.set(element, { ...start, brought: new Set() });
    }
    for (const root of [document, ...recorder.roots()])
      this.#observer.observe(root, EVERY_MUTATION);
  }

  /**
   * @param {Element | null} target of an action that begins; null: none
   * @param {import('../../../shared/effects.js').Effect} effect of the action
   */
  addTarget(target, effect) {
    if (target) this.#busy.addTarget(target, effect.kind === 'submit');
  }

  /** @param {MutationRecord[]} records */
  #onMutations(records) {
    const isCaused = isCausedByAction();
    /** @type {Set<ChangingElement | null>} null: elements that have not changed before */
    const changed = new Set();
    for (const record of records) {
      if (record.type === 'attributes') this.#busy.note(record);
      const element = elementOf(record.target);
      const changing = (!isCaused && this.#changingAt(element)) || null;
      if (!changing && element) this.#discard(element);
      if (changing) this.#noteMutation(changing, record);
      else this.#mutations += 1;
      if (!changing && element) {
        this.#mutated.add(element);
        this.#noteTouched(element, record);
      }
      changed.add(changing);
    }
    for (const changing of changed) if (changing) noteTick(changing);
    const mutated = [...changed].some((changing) => !changing?.isKnown);
    if (mutated) this.onMutation({ mutated, busy: this.#busy.any() });
  }

  /** @param {Element} element @param {MutationRecord} record */
  #noteTouched(element, { addedNodes, removedNodes }) {
    for (const node of addedNodes)
      if (nodeType.call(node) === Node.ELEMENT_NODE)
        this.#mutated.add(/** @type {Element} */ (node));
    for (const node of [element, ...addedNodes, ...removedNodes]) {
      if (this.#touched.size >= MAX_TOUCHED) return;
      if (nodeType.call(node) === Node.ELEMENT_NODE)
        this.#touched.add(/** @type {Element} */ (node));
    }
  }

  /** @returns {ActionMutations} since the last call, without background mutations */
  takeMutations() {
    this.#onMutations(this.#observer.takeRecords());
    const touched = [...this.#touched].flatMap((element) => [
      ...this.#withDescendants(element),
      ...[namedAround(element)].flatMap((named) => (named ? [this.recorder.nodeId(named)] : [])),
    ]);
    const mutations = this.#mutations - this.#taken;
    this.#taken = this.#mutations;
    this.#touched.clear();
    return { mutations, touched: [...new Set(touched)].slice(0, MAX_TOUCHED) };
  }

  /**
   * A clock that the action itself changes is part of the action's effect.
   * @param {Element} element
   */
  #discard(element) {
    const changing = this.#changing.get(element);
    if (!changing) return;
    if (!changing.isKnown) this.#mutations += changing.mutations;
    this.#changing.delete(element);
    this.recorder.noteGap(element);
  }

  /**
   * Only the rows that a live list has added since the start belong to its background mutations:
   * the other rows may be changed by the action.
   * @param {Element | null} element
   * @returns {ChangingElement | undefined} the element itself, or the one that has added it
   */
  #changingAt(element) {
    const own = element && this.#changing.get(element);
    if (own || this.#brought.size === 0) return own ?? undefined;
    for (let at = element; at; at = parentElementOf(at)) {
      const brought = this.#brought.get(at);
      if (brought) return brought;
    }
    return undefined;
  }

  /** @param {ChangingElement} changing @param {MutationRecord} record */
  #noteMutation(changing, { type, target, addedNodes, removedNodes }) {
    changing.mutations += 1;
    // An attribute may show or hide all descendants of its element.
    const changed = type === 'attributes' ? [target] : [...addedNodes, ...removedNodes];
    for (const node of changed) {
      if (nodeType.call(node) !== Node.ELEMENT_NODE) continue;
      const element = /** @type {Element} */ (node);
      changing.brought.add(element);
      this.#brought.set(element, changing);
    }
  }

  /** @param {Element} element @returns {number[]} node ids of it and of its descendants */
  #withDescendants(element) {
    const inside = [...elementsWithin.call(element, '*')].slice(0, MAX_DESCENDANTS);
    return [element, ...inside].map((each) => this.recorder.nodeId(each));
  }

  /**
   * @param {number} begin when the first event was sent, by `Date.now()`
   * @returns {WatchReport} since the start; of requests and exceptions since the
   *   first event
   */
  seen(begin) {
    this.#onMutations(this.#observer.takeRecords());
    const changing = [...this.#changing].filter(
      ([element, { mutations }]) => mutations > 0 || isConnected.call(element),
    );
    const backgroundMutations = changing.flatMap((each) => this.#mutationsOf(...each));
    const unproven = backgroundMutations.map((each) => each.unproven ?? 0);
    const mutations = unproven.reduce((sum, count) => sum + count, this.#mutations);
    return {
      mutations,
      backgroundMutations,
      failed: this.#failedRequests.since(begin),
      exceptions: exceptionsSince(begin),
    };
  }

  /**
   * @param {Element} element
   * @param {ChangingElement} changing
   * @returns {ElementMutations[]} of the element, and of the one whose name contains its texts
   */
  #mutationsOf(element, { isKnown, texts, mutations, brought }) {
    const isIdle = mutations === 0;
    const around = namedAround(element);
    const own = {
      node: this.recorder.nodeId(element),
      brought: [...new Set([...brought].flatMap((each) => this.#withDescendants(each)))],
      texts: isIdle ? texts.length : countChanged(texts, renderedTexts(element)),
      ...(isIdle ? { idle: /** @type {const} */ (true) } : {}),
      ...(isKnown ? {} : { unproven: mutations }),
    };
    if (around === null || around === element || this.hasMutated(around)) return [own];
    const unproven = isKnown ? {} : { unproven: 0 };
    const named = {
      ...own,
      node: this.recorder.nodeId(around),
      brought: [],
      texts: 0,
      ...unproven,
    };
    return [own, named];
  }

  /** @param {Element} element @returns {boolean} it was changed or added itself */
  isMutated(element) {
    return this.#mutated.has(element);
  }

  /** @param {Element} element @returns {boolean} it, or an element in it, was perhaps changed */
  hasMutated(element) {
    return [...this.#mutated].some((each) => contains.call(element, each));
  }

  /**
   * @param {number} withinMs
   * @returns {number} milliseconds until everything has left that has begun to since the start
   */
  msLeaving(withinMs) {
    return msLeaving(this.recorder.roots(), this.#start, withinMs);
  }

  end() {
    this.#observer.disconnect();
    this.#failedRequests.end();
    for (const [element, { ticks, mutations }] of this.#changing)
      if (mutations > 0) this.recorder.setTicks(element, ticks);
    this.recorder.endAct();
  }
}
