//! Node ids: one for each element, assigned when it is first seen and never reused. They outlive a
//! record. The same map stores which elements have no shadow root.

import { firstChild, localName, openRoot } from './dom.js';
import { TAG, TAGS } from './tags.js';

/**
 * For each element that was seen: its node id, and in the lowest bits the era in which it was found
 * to have no shadow root. Both share one map because each WeakMap costs time in garbage collection.
 * @type {WeakMap<Element, number>}
 */
const met = new WeakMap();
const ERA_BITS = 4;
const ERAS = (1 << ERA_BITS) - 1;

const state = { lastId: 0, era: 1 };

/**
 * Returns the element's node id. It is assigned on the first call and never reused.
 * @param {Element} element
 */
export const nodeId = (element) => {
  let known = met.get(element);
  if (known === undefined) met.set(element, (known = ++state.lastId << ERA_BITS));
  return known >> ERA_BITS;
};

/** @param {Element} element @returns {number} its node id, or 0 if it was never seen */
export const knownId = (element) => (met.get(element) ?? 0) >> ERA_BITS;

/** Returns the node id that was assigned last. */
export const lastNodeId = () => state.lastId;

/** Starts a new era: cached findings about shadow roots are discarded. */
export const beginEra = () => {
  state.era = (state.era % ERAS) + 1;
};

/**
 * Returns the function that reads the shadow root, open or closed, of elements with a tag. Reading
 * closed roots costs more than everything else. So it is done only where a root can be attached. A
 * plain element that has content and had no root is checked once in an era, since pages attach
 * closed roots to elements right after creating them.
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
  if ((known & ERAS) === state.era) return null;
  const root = shadowRootOfCustom(element);
  const holdsSomething = known !== 0 && firstChild.call(element) !== null;
  if (root === null && holdsSomething) met.set(element, (known & ~ERAS) | state.era);
  return root;
};

/** @param {Element} element @returns {ShadowRoot | null} open or closed */
export const rootOf = (element) => {
  const tag = localName.call(element);
  return shadowRootReader(tag, TAGS.get(tag) ?? 0)?.(element) ?? null;
};
