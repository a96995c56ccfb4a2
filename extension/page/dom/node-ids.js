//! Node ids: one for each element, assigned when it is first seen and never reused. They outlive a
//! record. The same map stores which elements have no shadow root.

import { firstChild, localName, openRoot } from './dom.js';
import { TAG, TAGS } from './tags.js';

/**
 * For each element that was seen: its node id, and in the lowest bits the generation in which it
 * had no shadow root. Both share one map because each WeakMap costs time in garbage collection.
 * @type {WeakMap<Element, number>}
 */
const met = new WeakMap();
const GENERATION_BITS = 4;
const GENERATION_MASK = (1 << GENERATION_BITS) - 1;

const state = { lastId: 0, generation: 1 };

/**
 * Returns the element's node id. It is assigned on the first call and never reused.
 * @param {Element} element
 */
export const nodeId = (element) => {
  let known = met.get(element);
  if (known === undefined) met.set(element, (known = ++state.lastId << GENERATION_BITS));
  return known >> GENERATION_BITS;
};

/** @param {Element} element @returns {number} its node id, or 0 if it was never seen */
export const knownId = (element) => (met.get(element) ?? 0) >> GENERATION_BITS;

/** Returns the node id that was assigned last. */
export const lastNodeId = () => state.lastId;

/** Starts a new generation: cached findings about shadow roots are discarded. */
export const beginGeneration = () => {
  state.generation = (state.generation % GENERATION_MASK) + 1;
};

/**
 * Returns the function that reads the shadow root, open or closed, of elements with this tag, or
 * null if they cannot have one. Reading a closed root is the most expensive step of a record, so
 * only elements that can have a shadow root are checked. A plain element that has content and no
 * root is checked only once in a generation, because pages attach closed roots to elements right
 * after they create them.
 * @param {string} tag
 * @param {number} bits of TAG
 */
export const shadowRootReader = (tag, bits) =>
  tag.includes('-') ? shadowRootOfCustom : bits & TAG.host ? shadowRootOfPlain : null;

/** @param {Element} element @returns {ShadowRoot | null} */
const shadowRootOfCustom = (element) =>
  openRoot.call(element) ??
  /** @type {ShadowRoot | null} */ (
    /** @type {unknown} */ (chrome.dom.openOrClosedShadowRoot(/** @type {HTMLElement} */ (element)))
  );

/** @param {Element} element @returns {ShadowRoot | null} */
const shadowRootOfPlain = (element) => {
  const open = openRoot.call(element);
  if (open !== null) return open;
  const known = met.get(element) ?? 0;
  if ((known & GENERATION_MASK) === state.generation) return null;
  const root = shadowRootOfCustom(element);
  const holdsSomething = known !== 0 && firstChild.call(element) !== null;
  if (root === null && holdsSomething)
    met.set(element, (known & ~GENERATION_MASK) | state.generation);
  return root;
};

/** @param {Element} element @returns {ShadowRoot | null} open or closed */
export const rootOf = (element) => {
  const tag = localName.call(element);
  return shadowRootReader(tag, TAGS.get(tag) ?? 0)?.(element) ?? null;
};
