//! Finds the elements whose boxes a screenshot needs: fields that may be secret, editable elements,
//! frames and requested elements, in every shadow root. It walks the document in slices, and omits
//! content that Chrome skips, because that is not in the image. Nothing is measured.

import { createTreeWalker, isConnected, localName, querySelectorAll } from '../dom/dom.js';
import { isHtml } from '../dom/element-state.js';
import { beginGeneration, knownId, rootOf } from '../dom/node-ids.js';
import { isLaidOut, SkippedContent } from '../dom/skipped-content.js';
import { EVERY_MUTATION } from '../recorder/mutations.js';
import { PERHAPS_FIELDS } from '../secrets/aria-fields.js';
import { findSecretFields, isHost } from '../secrets/secret-fields.js';

/** @typedef {import('../recorder/slices.js').Slices} Slices */
/**
 * `skipped`: hosts and frames in content that Chrome skips; `named`: the requested elements, by
 * node id; `roots`: the document and its shadow roots.
 * @typedef {{fields: Set<Element>, hosts: Set<Element>, frames: Set<Element>,
 *   skipped: Set<Element>, named: Map<number, Element>, roots: (Document | ShadowRoot)[]}}
 *   Candidates
 */

const FIELDS = new Set(['input', 'textarea', 'select']);
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
    skipped: new Set(),
    named: new Map(),
    roots: [document],
  };
  #skipped = new SkippedContent();
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
    this.#skipped = new SkippedContent();
  }

  /** @param {Element} element */
  #visit(element) {
    const id = knownId(element);
    if (this.wanted.has(id)) this.found.named.set(id, element);
    if (!isHtml(element)) return;
    const inner = rootOf(element);
    if (inner) this.found.roots.push(inner);
    const kind = kindOf(element);
    if (kind === null) return;
    // A field gives its name to others even if it is skipped, so it counts in any case.
    const isInPage = kind === 'fields' || this.#skipped.around(element) === null;
    this.found[isInPage ? kind : 'skipped'].add(element);
  }
}

/** @param {Element} element @returns {'fields' | 'frames' | 'hosts' | null} */
function kindOf(element) {
  const tag = localName.call(element);
  if (FIELDS.has(tag)) return 'fields';
  if (WITH_WINDOW.has(tag) || WITHOUT_WINDOW.has(tag)) return 'frames';
  return isHost(element) ? 'hosts' : null;
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
 * Adds what the page has begun to lay out since the walk, and what it has inserted if it has
 * changed: in the task that measures.
 * @param {Candidates} found
 * @param {boolean} hasChanged
 */
export function addNew(found, hasChanged) {
  for (const element of found.skipped) if (isLaidOut(element)) add(found, element);
  if (!hasChanged) return;
  for (const root of found.roots) {
    const query = querySelectorAll[root === document ? 'document' : 'root'];
    for (const element of query.call(root, ALL))
      if (isHtml(element) && !found.skipped.has(element)) add(found, element);
  }
}

/** @param {Candidates} found @param {Element} element */
function add(found, element) {
  const kind = kindOf(element);
  if (kind !== null) found[kind].add(element);
}
