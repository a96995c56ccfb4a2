//! The children of an element in the flat tree.

import { assignedNodes, childNodes, localName } from './dom.js';

/**
 * @param {Element} element
 * @param {ShadowRoot | null} root of the element
 * @returns {Node[]} the nodes that a slot shows, or the children of the root or of the element
 */
export function flatChildrenOf(element, root) {
  const assigned =
    localName.call(element) === 'slot'
      ? assignedNodes.call(/** @type {HTMLSlotElement} */ (element))
      : [];
  return assigned.length > 0 ? assigned : [...childNodes.call(root ?? element)];
}
