//! The flat tree: what is rendered in what, through open and closed shadow roots and slots. Events
//! go up it, and so do clicks. It knows no actions.

import {
  activeElement,
  assignedSlot,
  childNodes,
  documentProperty,
  editableOf,
  localName,
  nodeType,
  openRoot,
  parentNode,
  querySelectorAll,
} from '../dom/dom.js';
import { TAG, TAGS } from '../dom/tags.js';
import { assignedNodes, hostOf, isHtml } from './dom-methods.js';

/** @param {Element} element @returns {ShadowRoot | null} open or closed */
export function shadowRootOf(element) {
  if (!isHtml(element)) return null;
  const open = openRoot.call(element);
  if (open !== null) return open;
  const tag = localName.call(element);
  if (!tag.includes('-') && !((TAGS.get(tag) ?? 0) & TAG.host)) return null;
  return /** @type {any} */ (
    chrome.dom.openOrClosedShadowRoot(/** @type {HTMLElement} */ (element)) ?? null
  );
}

/**
 * @param {Node} node
 * @param {ShadowRoot} root of its parent
 * @returns {Element | null} the slot of a closed root too, which the page is not told
 */
const slotOf = (node, root) =>
  assignedSlot.call(node) ??
  [...querySelectorAll.root.call(root, 'slot')].find((slot) =>
    assignedNodes.call(/** @type {HTMLSlotElement} */ (slot)).includes(node),
  ) ??
  null;

/** @param {Node} node @returns {Element | null} null, too, where it is in no slot */
export function flatParent(node) {
  const parent = parentNode.call(node);
  if (parent === null) return null;
  const type = nodeType.call(parent);
  if (type === 11) return hostOf.call(parent);
  if (type !== 1) return null;
  const root = shadowRootOf(parent);
  return root === null ? parent : slotOf(node, root);
}

/** @param {Element | null} element @returns {Element[]} it and what it is rendered in, outwards */
export function flatPath(element) {
  const path = [];
  for (let node = element; node !== null; node = flatParent(node)) path.push(node);
  return path;
}

/** @param {Element} element @returns {Node[]} what is rendered right in it */
export function flatChildren(element) {
  const assigned =
    localName.call(element) === 'slot'
      ? assignedNodes.call(/** @type {HTMLSlotElement} */ (element))
      : [];
  return assigned.length > 0 ? assigned : [...childNodes.call(shadowRootOf(element) ?? element)];
}

/** @param {Element} outer @param {Element} inner whether it is the other, or rendered in it */
export const holds = (outer, inner) => flatPath(inner).includes(outer);

/**
 * @param {Element} one
 * @param {Element} other
 * @returns {Element | null}
 */
export function commonAncestor(one, other) {
  const path = new Set(flatPath(one));
  return flatPath(other).find((node) => path.has(node)) ?? null;
}

/**
 * @returns {Element | null} the innermost focused element; null where that is the document, and
 *   its text is not edited
 */
export function focusedElement() {
  let focused = activeElement.document.call(document);
  if (focused && focused === documentProperty.body.call(document))
    return editableOf.call(/** @type {HTMLElement} */ (focused)) ? focused : null;
  while (focused) {
    const root = shadowRootOf(focused);
    const inner = root && activeElement.root.call(root);
    if (!inner) break;
    focused = inner;
  }
  return focused ?? null;
}

/** @returns {Element} where keys go */
export const keyTarget = () =>
  focusedElement() ??
  documentProperty.body.call(document) ??
  documentProperty.documentElement.call(document);
