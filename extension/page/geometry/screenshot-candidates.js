//! Finds the elements whose boxes a screenshot needs: fields that may be secret, editable elements,
//! frames and requested elements, in every shadow root. It walks the document in slices. Content
//! that Chrome skips counts too: it may come into view, and its fields give their names to others.
//! Nothing is measured.

import { createTreeWalker, isConnected, localName, querySelectorAll } from '../dom/dom.js';
import { isHtml } from '../dom/element-state.js';
import { beginGeneration, knownId, rootOf } from '../dom/node-ids.js';
import { EVERY_MUTATION } from '../recorder/mutations.js';
import { PERHAPS_FIELDS } from '../secrets/aria-fields.js';
import { findSecretFields, isHost } from '../secrets/secret-fields.js';

/** @typedef {import('../recorder/slices.js').Slices} Slices */
/**
 * `named`: the requested elements, by node id; `roots`: the document and its shadow roots.
 * @typedef {{fields: Set<Element>, hosts: Set<Element>, frames: Set<Element>,
 *   named: Map<number, Element>, roots: (Document | ShadowRoot)[]}} Candidates
 */

export const FIELDS = new Set(['input', 'textarea', 'select']);
/** Elements that contain a document that can be read. */
export const WITH_WINDOW = new Set(['iframe', 'frame', 'object']);
/** Elements whose content is not accessible to their document. */
export const WITHOUT_WINDOW = new Set(['embed', 'fencedframe']);
const ALL = [
  ...FIELDS,
  ...WITH_WINDOW,
  ...WITHOUT_WINDOW,
  '[contenteditable]',
  PERHAPS_FIELDS,
].join();
/** Elements between two checks of the time. */
const STEPS = 100;

/** Whether a document, or a shadow root that was found, has changed since the walk reached it. */
export class ChangeWatch {
  #hasChanged = false;
  #observer = new MutationObserver(() => {
    this.#hasChanged = true;
  });

  /** @param {Document | ShadowRoot} root */
  observe(root) {
    this.#observer.observe(root, EVERY_MUTATION);
  }

  get hasChanged() {
    this.#hasChanged ||= this.#observer.takeRecords().length > 0;
    return this.#hasChanged;
  }

  end() {
    this.#observer.disconnect();
  }
}

/** A walk through the document. */
class CandidateWalk {
  /** @type {Candidates} */
  found = {
    fields: new Set(),
    hosts: new Set(),
    frames: new Set(),
    named: new Map(),
    roots: [document],
  };
  #steps = 0;

  /**
   * @param {Slices} slices
   * @param {Set<number>} wanted node ids
   * @param {ChangeWatch | undefined} changes
   */
  constructor(slices, wanted, changes) {
    this.slices = slices;
    this.wanted = wanted;
    this.changes = changes;
  }

  async walk() {
    for (const root of this.found.roots) {
      this.changes?.observe(root);
      findSecretFields(root);
      await this.#pauseIfLate();
      if (isConnected.call(root)) await this.#walkRoot(root);
    }
  }

  /** @param {Document | ShadowRoot} root */
  async #walkRoot(root) {
    const walker = createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode() !== null) {
      const element = /** @type {Element} */ (walker.currentNode);
      this.#visit(element);
      if (++this.#steps % STEPS === 0) await this.#pauseIfLate();
    }
  }

  async #pauseIfLate() {
    if (performance.now() <= this.slices.until) return;
    await this.slices.pause();
  }

  /** @param {Element} element */
  #visit(element) {
    const id = knownId(element);
    if (this.wanted.has(id)) this.found.named.set(id, element);
    if (!isHtml(element)) return;
    const inner = rootOf(element);
    if (inner) this.found.roots.push(inner);
    sort(this.found, element);
  }
}

/** @param {Candidates} found @param {Element} element */
function sort(found, element) {
  const tag = localName.call(element);
  if (FIELDS.has(tag)) found.fields.add(element);
  else if (WITH_WINDOW.has(tag) || WITHOUT_WINDOW.has(tag)) found.frames.add(element);
  else if (isHost(element)) found.hosts.add(element);
}

/**
 * @param {Slices} slices
 * @param {Set<number>} wanted node ids
 * @param {ChangeWatch} [changes] observes what the walk reads
 * @returns {Promise<Candidates>}
 */
export async function findCandidates(slices, wanted, changes) {
  // Closed roots may have been attached since the last record.
  beginGeneration();
  const walk = new CandidateWalk(slices, wanted, changes);
  await walk.walk();
  return walk.found;
}

/**
 * Adds the elements that were inserted since the walk reached their root: in the task that measures
 * them, and only if the page has changed.
 * @param {Candidates} found
 */
export function addNew(found) {
  for (const root of found.roots) {
    const query = querySelectorAll[root === document ? 'document' : 'root'];
    for (const element of query.call(root, ALL)) if (isHtml(element)) sort(found, element);
  }
}
