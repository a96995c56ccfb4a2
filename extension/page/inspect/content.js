//! The children of an element in the flat tree that `visual` reads: elements, and the beginning of
//! its text. An element may have 300,000 children, and a text 10 MB, so that both are limited.

import {
  assignedNodes,
  dataOf,
  firstChild,
  firstElementChild,
  firstElementOfRoot,
  localName,
  nextElement,
  nextSibling,
  nodeType,
} from '../dom/dom.js';
import { rootOf } from '../dom/node-ids.js';

/** The largest number of characters of a text. */
const MAX_TEXT_LEN = 200;
/** The number of characters that are read of one text node: white space shortens a text. */
const MAX_READ_LEN = 2_000;
/** The number of child nodes in which texts are looked for. */
const MAX_NODES = 20_000;
/** The number of text nodes that are joined. */
const MAX_TEXTS = 200;

/** @param {Element} element @returns {Node[]} the nodes that it shows if it is a slot */
const assignedTo = (element) =>
  localName.call(element) === 'slot'
    ? assignedNodes.call(/** @type {HTMLSlotElement} */ (element))
    : [];

/**
 * @param {Element} element
 * @param {number} max the largest number
 * @returns {Element[]} its children in the flat tree
 */
export function childElementsOf(element, max) {
  const assigned = assignedTo(element);
  if (assigned.length > 0)
    return /** @type {Element[]} */ (assigned.filter((node) => nodeType.call(node) === 1));
  const children = [];
  const root = rootOf(element);
  let child = root ? firstElementOfRoot.call(root) : firstElementChild.call(element);
  for (; child !== null && children.length < max; child = nextElement.call(child))
    children.push(child);
  return children;
}

/** @param {Element} element @returns {CharacterData[]} its first texts that are not blank */
export function textNodesOf(element) {
  const assigned = assignedTo(element);
  if (assigned.length > 0) return assigned.filter(isText).slice(0, MAX_TEXTS);
  const texts = [];
  let node = firstChild.call(rootOf(element) ?? element);
  for (let left = MAX_NODES; node !== null && left > 0; left--) {
    if (isText(node)) texts.push(node);
    if (texts.length === MAX_TEXTS) break;
    node = nextSibling.call(node);
  }
  return texts;
}

/** @param {Node} node @returns {node is CharacterData} it is a text that is not blank */
const isText = (node) => nodeType.call(node) === 3 && /\S/.test(dataOf.call(node));

/** @param {CharacterData} node @returns {string} its beginning, without the blanks before it */
function beginningOf(node) {
  const text = dataOf.call(node);
  if (text.length <= MAX_READ_LEN) return text;
  const start = text.search(/\S/);
  return `${start > 0 ? ' ' : ''}${text.slice(start, start + MAX_READ_LEN)}`;
}

/** @param {CharacterData[]} nodes @returns {string} the beginning of their text */
export const textOf = (nodes) =>
  nodes.map(beginningOf).join('').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LEN).toWellFormed();
