//! Node ids: one for each element, given on first sight and never to another. They outlive a
//! record. Beside them is remembered which elements have no shadow root.

import { firstChild, localName, openRoot } from './dom.js';
import { TAG, TAGS } from './tags.js';

/**
 * Of each element that was met: its node id, and in the lowest bits the era in which it was found
 * without a shadow root. One map for both, since every weak map costs a garbage collection its
 * time.
 * @type {WeakMap<Element, number>}
 */
const met = new WeakMap();
const ERA_BITS = 4;
const ERAS = (1 << ERA_BITS) - 1;

const state = { lastId: 0, era: 1 };

/**
 * The element's node id, given on first sight and never to another.
 * @param {Element} element
 */
export const nodeId = (element) => {
  let known = met.get(element);
  if (known === undefined) met.set(element, (known = ++state.lastId << ERA_BITS));
  return known >> ERA_BITS;
};

/** @param {Element} element @returns {number} its node id; 0 when it was never met */
export const knownId = (element) => (met.get(element) ?? 0) >> ERA_BITS;

/** The node id that was given last. */
export const lastNodeId = () => state.lastId;

/** From here on, what was found out about shadow roots is found out anew. */
export const beginEra = () => {
  state.era = (state.era % ERAS) + 1;
};

/**
 * How the shadow root of elements of a tag is read, open or closed. Asking for closed ones costs
 * more than all else that is read. So it is asked only where a root can be attached; a plain
 * element that holds something and had none is asked once in an era, since pages attach closed
 * roots to elements they have just made.
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
