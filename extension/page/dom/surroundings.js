//! What an element is known by beside its own name: the row, item or dialog that it stands in.

import { getAttribute, localName, parentElementOf } from './dom.js';

const SURROUNDINGS = new Set([
  ...['li', 'tr', 'article', 'dialog'],
  ...['row', 'listitem', 'treeitem', 'alertdialog'],
]);

/** @param {Element} element @returns {string[]} what it is, and what it says that it is */
export const wordsFor = (element) => [
  localName.call(element),
  getAttribute.call(element, 'role')?.trim().toLowerCase() ?? '',
];

/** @param {Element} element @returns {Element} the row or item that it stands in, or itself */
export function surroundingsOf(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentElementOf(at)) {
    if (wordsFor(at).some((word) => SURROUNDINGS.has(word))) return at;
  }
  return element;
}
