//! Reads what a record contains about the document as a whole: URL, extent, focus, and the
//! elements in the query's scope.

import { withoutCredentials, withoutUserInfo } from '../../shared/addresses.js';
import { attributeNames } from '../dom/attribute-names.js';
import { unescapeCss } from '../style/css-text.js';
import {
  activeElement,
  baseAddress,
  createTreeWalker,
  documentElement,
  documentProperty,
  getAttribute,
  isConnected,
  querySelectorAll,
} from '../dom/dom.js';
import { knownId, nodeId } from '../dom/node-ids.js';

/** @typedef {import('./slices.js').Slices} Slices */

/** The largest number of elements in a scope. */
const MAX_TARGETS = 1000;
/** Nodes between two checks of the time. */
const STEPS = 500;

/** A random number that identifies this document instance. */
export const world = crypto
  .getRandomValues(new Uint32Array(2))
  .reduce((high, low) => (high % 2 ** 21) * 2 ** 32 + low);

const state = {
  /** @type {WeakRef<ShadowRoot>[]} shadow roots of the last record, in document order */
  knownRoots: [],
};

/** @param {ShadowRoot[]} roots of the last record, in document order */
export const rememberRoots = (roots) => {
  state.knownRoots = roots.map((root) => new WeakRef(root));
};

/** @returns {ShadowRoot[]} the shadow roots of the last record that are still connected */
export const liveRoots = () =>
  state.knownRoots
    .map((root) => root.deref())
    .filter((root) => root !== undefined)
    .filter((root) => isConnected.call(root));

/**
 * Finds elements by node id by walking the document, so that no reference keeps an element alive.
 * @param {Set<number>} wanted
 */
export function elementsById(wanted) {
  const search = findById(wanted);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/**
 * Like {@link elementsById}, in slices: to find many elements takes longer.
 * @param {Set<number>} wanted
 * @param {import('./slices.js').Slices} slices
 */
export async function elementsByIdInSlices(wanted, slices) {
  const search = findById(wanted);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
    if (performance.now() <= slices.until) continue;
    await slices.pause();
    // The node at which the search paused may have been removed.
    if (value && !isConnected.call(value)) return elementsById(wanted);
  }
}

/**
 * Yields the current node after every few nodes.
 * @param {Set<number>} wanted
 * @returns {Generator<Node, Map<number, Element>>}
 */
function* findById(wanted) {
  /** @type {Map<number, Element>} */
  const found = new Map();
  let steps = 0;
  for (const root of [document, ...liveRoots()]) {
    const node = /** @type {Node} */ (root);
    const walker = createTreeWalker.call(document, node, NodeFilter.SHOW_ELEMENT);
    while (found.size < wanted.size && walker.nextNode() !== null) {
      const element = /** @type {Element} */ (walker.currentNode);
      const id = knownId(element);
      if (wanted.has(id)) found.set(id, element);
      if (++steps % STEPS === 0) yield element;
    }
  }
  return found;
}

/**
 * Finds the elements in a query's scope, in the document first, then in each shadow root.
 * @param {{selector?: string, node?: number}} request
 * @param {ShadowRoot[]} roots
 * @returns {number[] | null}
 */
export function targets(request, roots) {
  if (typeof request.node === 'number') {
    return [...elementsById(new Set([request.node])).keys()];
  }
  if (typeof request.selector !== 'string') return null;
  // A shadow root that was not known before the walk may contain such a URL.
  if (asksUserInfo(request.selector, roots)) return [];
  const found = [];
  for (const root of [document, ...roots]) {
    for (const element of find(root, request.selector)) {
      if (found.length === MAX_TARGETS) return found;
      found.push(nodeId(element));
    }
  }
  return found;
}

/**
 * Returns why a selector is invalid or not allowed here.
 * @param {string} selector
 * @returns {string | null}
 */
export function selectorError(selector) {
  try {
    querySelectorAll.root.call(new DocumentFragment(), selector);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `'${selector}' is not a CSS selector: ${why}`;
  }
  return asksUserInfo(selector, liveRoots())
    ? 'The selector asks for an address, and addresses in this page hold a name or password.'
    : null;
}

/** Selectors such as `[href*=a]`, `[href*=b]` could be used to guess a password in a URL. */
const ASKS_ADDRESSES = /href|src|action/i;
const WITH_USER_INFO = ['href', 'src', 'action', 'formaction']
  .map((name) => `[*|${name}*="@"]`)
  .join();

/** @param {string} selector @param {ShadowRoot[]} roots */
const asksUserInfo = (selector, roots) =>
  ASKS_ADDRESSES.test(unescapeCss(selector)) && hasUserInfo(roots);

/** @param {Node} root a document or a shadow root @param {string} selector */
const find = (root, selector) =>
  root === document
    ? querySelectorAll.document.call(document, selector)
    : querySelectorAll.root.call(/** @type {ShadowRoot} */ (root), selector);

/** @param {ShadowRoot[]} roots */
const hasUserInfo = (roots) =>
  [document, ...roots].some((root) => {
    return [...find(root, WITH_USER_INFO)].some((element) =>
      attributeNames(element).some((name) => {
        const address = getAttribute.call(element, name) ?? '';
        return withoutUserInfo(address, baseAddress()) !== address;
      }),
    );
  });

/**
 * Returns the node id of the focused element in the innermost shadow root, or 0 if no element has
 * the focus.
 * @param {ShadowRoot[]} roots
 */
export function focusedNode(roots) {
  let focused = activeElement.document.call(document);
  const body = documentProperty.body.call(document);
  if (!focused || focused === body || focused === documentElement()) return 0;
  // `activeElement` of an outer root is the host that contains the focus. Roots are in document
  // order, outer before inner.
  for (const root of roots) {
    if (root.host === focused) focused = activeElement.root.call(root) ?? focused;
  }
  return nodeId(focused);
}

/**
 * Accesses the windows that `ownIndex` and the walk need. The first access creates the window's
 * context of the isolated world, which takes Chrome a millisecond.
 * @param {Slices} slices
 */
export async function reachWindows(slices) {
  for (const outer of new Set([window, window.parent])) {
    for (let index = 0; index < (outer?.length ?? 0); index++) {
      if (outer[index] === window) break;
      if (performance.now() > slices.until) await slices.pause();
    }
  }
}

/** @returns {number} this window's index among its parent's frames, or −1 if it has none */
export function ownIndex() {
  const { parent } = window;
  if (parent === window || parent === null) return -1;
  for (let index = 0; index < parent.length; index++) {
    if (parent[index] === window) return index;
  }
  return -1;
}

/**
 * Returns the head of the record, except for the fields that the walk and the query add.
 * @returns {object}
 */
export const documentInfo = () => {
  const root = documentElement();
  return {
    v: 1,
    url: withoutCredentials(documentProperty.URL.call(document)).toWellFormed(),
    title: String(documentProperty.title.call(document)).toWellFormed(),
    lang: (root && getAttribute.call(root, 'lang')?.toWellFormed()) || '',
    ready: documentProperty.readyState.call(document),
    world,
  };
};

/** Reads the viewport and the scrolled extent. Reading them forces a layout, so it is done last. */
export function extent() {
  const scroller = documentProperty.scrollingElement.call(document) ?? documentElement();
  const size = [scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0];
  return {
    viewport: [window.innerWidth, window.innerHeight].map(Math.round),
    scroll: [window.scrollX, window.scrollY, ...size].map(Math.round),
  };
}
