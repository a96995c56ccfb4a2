//! Goes through the document from node to node, light tree and shadow roots, for as long as it is
//! given, and can go on later. What is noted of a node is element.js's business.

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
import { designMode, windowAt, windowCount } from './element-state.js';
import { OPERATION, SHADOW_MODE } from './record-format.js';
import { findSecretFields, secretsGeneration } from '../secrets/secret-fields.js';
import { documentHints } from '../style/style-sheets.js';
import { TAG, TAGS } from '../dom/tags.js';
import { VISIT, Walk } from './walk.js';

/** Nodes between two looks at the clock. */
const STEPS = 100;
const SHOWN = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;

/** @param {Node} node that a record says something of */
export const isRecorded = (node) => {
  const type = nodeType.call(node);
  return type === 1
    ? !((TAGS.get(localName.call(node)) ?? 0) & TAG.skip)
    : type === 3 || type === 4;
};

/** A walk that is under way. */
export class Traversal {
  /** @type {Node | null} the node to be visited next */
  #node;
  /** @type {Node | null} its parent, when the walk paused */
  #parent = null;
  /** @type {TreeWalker} */
  #walker;
  /** Depth of the children of the shadow root that is being walked; 0 in the document. */
  #base = 0;
  /**
   * @type {{walker: TreeWalker, base: number,
   *   lookup: import('../style/pseudo-hints.js').HintLookup | null}[]} where to go on when a shadow
   * root is done
   */
  #outer = [];

  /** @param {import('./previous-walk.js').PreviousWalk | null} previous can't be used any more */
  constructor(previous) {
    findSecretFields(document);
    const generation = secretsGeneration();
    // A field that was read as a plain one turned out to be secret.
    const isOutdated = previous?.walk.secretsGeneration !== generation;
    this.walk = new Walk(isOutdated ? null : previous);
    this.walk.secretsGeneration = generation;
    const root = documentElement();
    // Before it is asked which sheets there are.
    updateStyle();
    this.#node = root;
    this.#walker = createTreeWalker.call(document, root ?? document, SHOWN);
    observeDocument(this.walk, root);
  }

  /**
   * Goes on until the moment given.
   * @param {number} until
   * @returns {boolean} all is walked
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
      // Not before a script: one that comes or goes is no change of the page, but the walk could
      // not go on from it.
      if (this.#node !== null && !isRecorded(this.#node)) continue;
      walk.steps = 0;
      this.#parent = this.#node && parentNode.call(this.#node);
      return this.#node === null;
    }
    return true;
  }

  /** @returns {boolean} the place where the walk paused is still where it was */
  canGoOn() {
    const node = this.#node;
    return node !== null && isConnected.call(node) && parentNode.call(node) === this.#parent;
  }

  /**
   * The node after the one visited.
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
    // Of the rules of the document, those for parts alone reach into a shadow root.
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
 * Reads what the walk goes by of the document as a whole.
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
  walk.hints[-1] = lookup.bits;
  walk.lookups[-1] = lookup.names.size > 0 ? lookup : null;
  walk.editable[-1] = observed.read(designMode, null) === 'on';
  walk.styles[-1] = root && getComputedStyle(root);
  walk.documentObservations = observed.length;
}
