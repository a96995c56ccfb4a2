//! Finds the row, item or dialog that contains an element and identifies it in addition to its own
//! name.

import { getAttribute, localName, parentElementOf } from './dom.js';

const SURROUNDINGS = new Set([
  ...['li', 'tr', 'article', 'dialog'],
  ...['row', 'listitem', 'treeitem', 'alertdialog'],
]);

/** @param {Element} element @returns {string[]} its tag name and its `role` attribute */
export const roleNames = (element) => [
  localName.call(element),
  getAttribute.call(element, 'role')?.trim().toLowerCase() ?? '',
];

/**
 * @param {Element} element
 * @returns {Element | null} the row or item that contains it, or that it is
 */
export function surroundingsOf(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentElementOf(at)) {
    if (roleNames(at).some((name) => SURROUNDINGS.has(name))) return at;
  }
  return null;
}
