//! The flat tree: the tree that is rendered, through open and closed shadow roots and slots. Events
//! propagate along it.

import {
  activeElement,
  assignedNodes,
  assignedSlot,
  documentProperty,
  editableOf,
  localName,
  nodeType,
  openRoot,
  parentNode,
  querySelectorAll,
} from '../dom/dom.js';
import { flatChildrenOf } from '../dom/flat-children.js';
import { TAG, TAGS } from '../dom/tags.js';
import { hostOf, isHtml } from './dom-methods.js';

/** Elements whose text is not rendered. */
export const NOT_RENDERED = new Set(['script', 'style', 'template']);

/** @param {Element} element @returns {ShadowRoot | null} open or closed */
export function shadowRootOf(element) {
  if (!isHtml(element)) return null;
  const open = openRoot.call(element);
  if (open !== null) return open;
  const tag = localName.call(element);
  if (!tag.includes('-') && !((TAGS.get(tag) ?? 0) & TAG.host)) return null;
  const root = chrome.dom.openOrClosedShadowRoot(/** @type {HTMLElement} */ (element));
  return /** @type {ShadowRoot | null} */ (root ?? null);
}

/**
 * @param {Node} node
 * @param {ShadowRoot} root of its parent
 * @returns {Element | null} its slot, in a closed root too, where `assignedSlot` is null
 */
const slotOf = (node, root) =>
  assignedSlot.call(node) ??
  [...querySelectorAll.root.call(root, 'slot')].find((slot) =>
    assignedNodes.call(/** @type {HTMLSlotElement} */ (slot)).includes(node),
  ) ??
  null;

/**
 * @param {Node} node
 * @returns {Element | null} null also for a child of a shadow host that has no slot
 */
export function flatParent(node) {
  const parent = /** @type {Element | null} */ (parentNode.call(node));
  if (parent === null) return null;
  const type = nodeType.call(parent);
  if (type === 11) return hostOf.call(parent);
  if (type !== 1) return null;
  const root = shadowRootOf(parent);
  return root === null ? parent : slotOf(node, root);
}

/** @param {Element | null} element @returns {Element[]} it and its ancestors, innermost first */
export function flatPath(element) {
  const path = [];
  for (let node = element; node !== null; node = flatParent(node)) path.push(node);
  return path;
}

/** @param {Element} element @returns {Node[]} */
export const flatChildren = (element) => flatChildrenOf(element, shadowRootOf(element));

/**
 * @param {Element} outer
 * @param {Element} inner
 * @returns {boolean} true also for the same element
 */
export const containsInFlatTree = (outer, inner) => flatPath(inner).includes(outer);

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
 * @returns {Element | null} the innermost focused element; null if the document has the focus and
 *   is not editable
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

/** @returns {Element} the target of key events */
export const keyTarget = () =>
  focusedElement() ??
  documentProperty.body.call(document) ??
  documentProperty.documentElement.call(document);
