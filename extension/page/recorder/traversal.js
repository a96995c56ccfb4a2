//! Traverses the document node by node, light tree and shadow roots, until a deadline; it can be
//! resumed. element.js records the nodes.

import {
  createTreeWalker,
  dataOf,
  documentElement,
  isConnected,
  localName,
  nodeType,
  parentNode,
  updateStyle,
} from '../dom/dom.js';
import { closeElement, visitElement, visitText } from './element.js';
import { designMode, windowAt, windowCount } from '../dom/element-state.js';
import { OPERATION, SHADOW_MODE } from './record-format.js';
import { findSecretFields, secretsGeneration } from '../secrets/secret-fields.js';
import { documentHints } from '../style/style-sheets.js';
import { TAG, TAGS } from '../dom/tags.js';
import { VISIT, Walk } from './walk.js';

/** Nodes between two checks of the time. */
const STEPS = 100;
const SHOWN = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;

/** @param {Node} node @returns {boolean} whether a record contains the node */
export const isRecorded = (node) => {
  const type = nodeType.call(node);
  return type === 1
    ? !((TAGS.get(localName.call(node)) ?? 0) & TAG.skip)
    : type === 3 || type === 4;
};

/** A walk in progress. */
export class Traversal {
  /** @type {Node | null} the node to be visited next */
  #node;
  /** @type {Node | null} its parent when the walk paused */
  #parent = null;
  /** @type {TreeWalker} */
  #walker;
  /** Depth of the children of the shadow root that is being walked; 0 in the document. */
  #base = 0;
  /**
   * @type {{walker: TreeWalker, base: number, lookup: import('../style/pseudo-hints.js').HintLookup
   *   | null}[]} the outer positions to return to when a shadow root ends
   */
  #outer = [];

  /**
   * @param {import('./previous-walk.js').PreviousWalk | null} previous not usable afterwards
   * @param {boolean} assumesStyle style is not read in skipped content
   */
  constructor(previous, assumesStyle) {
    findSecretFields(document);
    const generation = secretsGeneration();
    // A field that was recorded as a plain one turned out to be secret.
    const isOutdated =
      previous?.walk.secretsGeneration !== generation ||
      previous.walk.assumesStyle !== assumesStyle;
    this.walk = new Walk(isOutdated ? null : previous, assumesStyle);
    this.walk.secretsGeneration = generation;
    const root = documentElement();
    // Before the list of style sheets is read.
    updateStyle();
    this.#node = root;
    this.#walker = createTreeWalker.call(document, root ?? document, SHOWN);
    observeDocument(this.walk, root);
  }

  /**
   * Continues until the deadline.
   * @param {number} until
   * @returns {boolean} the walk is complete
   */
  advance(until) {
    const { walk } = this;
    while (this.#node !== null) {
      const node = this.#node;
      const visited =
        nodeType.call(node) === 1
          ? visitElement(walk, /** @type {Element} */ (node))
          : visitText(walk, dataOf.call(node), walk.depth - 1);
      this.#node = this.#next(visited);
      if (++walk.steps < STEPS) continue;
      if (performance.now() <= until) {
        walk.steps = 0;
        continue;
      }
      // Never pause before a script: inserting or removing one does not change the record, but the
      // walk could not be resumed from it.
      if (this.#node !== null && !isRecorded(this.#node)) continue;
      walk.steps = 0;
      this.#parent = this.#node && parentNode.call(this.#node);
      return this.#node === null;
    }
    return true;
  }

  /** @returns {boolean} the node where the walk paused is still in its place */
  canGoOn() {
    const node = this.#node;
    return node !== null && isConnected.call(node) && parentNode.call(node) === this.#parent;
  }

  /**
   * Returns the node after the one visited.
   * @param {number} visited of VISIT
   * @returns {Node | null}
   */
  #next(visited) {
    const { walk } = this;
    if (visited === VISIT.opened) {
      const root = walk.openedRoot;
      const child = (root && this.#enterRoot(root)) ?? this.#walker.firstChild();
      if (child !== null) {
        walk.depth++;
        return child;
      }
    }
    if (visited !== VISIT.nothing) closeElement(walk);
    while (walk.depth > 0) {
      const sibling = this.#walker.nextSibling();
      if (sibling !== null) return sibling;
      if (walk.depth === this.#base) {
        const light = this.#leaveRoot();
        if (light !== null) return light;
      } else {
        this.#walker.parentNode();
      }
      walk.depth--;
      closeElement(walk);
    }
    return null;
  }

  /**
   * @param {ShadowRoot} root of the element just opened
   * @returns {Node | null} its first node
   */
  #enterRoot(root) {
    const { walk } = this;
    walk.openedRoot = null;
    const mode = root.mode === 'closed' ? SHADOW_MODE.closed : SHADOW_MODE.open;
    const slots = root.slotAssignment === 'manual' ? SHADOW_MODE.manualSlots : 0;
    walk.ints.push(OPERATION.shadowRoot, mode + slots);
    const walker = createTreeWalker.call(document, root, SHOWN);
    const first = walker.firstChild();
    if (first === null) {
      walk.ints.push(OPERATION.close);
      return null;
    }
    this.#outer.push({
      walker: this.#walker,
      base: this.#base,
      lookup: walk.lookups[walk.depth],
    });
    // Of the document's rules, only `::part()` rules apply inside a shadow root.
    walk.lookups[walk.depth] = null;
    this.#walker = walker;
    this.#base = walk.depth + 1;
    return first;
  }

  /** @returns {Node | null} the first light child of the shadow root's host */
  #leaveRoot() {
    const { walk } = this;
    walk.ints.push(OPERATION.close);
    const outer = this.#outer.pop();
    if (!outer) return null;
    this.#walker = outer.walker;
    this.#base = outer.base;
    walk.lookups[walk.depth - 1] = outer.lookup;
    return this.#walker.firstChild();
  }
}

/**
 * Reads the properties of the whole document that the walk depends on.
 * @param {Walk} walk
 * @param {Element | null} root
 */
function observeDocument(walk, root) {
  const { observed } = walk;
  const frames = observed.read(windowCount, null);
  for (let index = 0; index < frames; index++) {
    walk.frames.set(observed.read(windowAt, index), index);
  }
  const lookup = observed.read(documentHints, null);
  walk.markAt[-1] = -1;
  walk.unseen[-1] = 0;
  walk.hides[-1] = 0;
  walk.hints[-1] = lookup.bits;
  walk.lookups[-1] = lookup.names.size > 0 ? lookup : null;
  walk.editable[-1] = observed.read(designMode, null) === 'on';
  walk.styles[-1] = root && getComputedStyle(root);
  walk.documentObservations = observed.length;
}
