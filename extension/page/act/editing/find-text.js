//! Finds a text in an element as a reader sees it: across elements, and without regard to
//! whitespace, which depends on the layout.

import { hasBox } from '../checks/boxes.js';
import { secretElements } from '../checks/secrets.js';
import { createTreeWalker, dataOf, parentElementOf } from '../../dom/dom.js';

const WHITESPACE = /\s/u;

/** @param {string} text @returns {string} */
const withoutWhitespace = (text) => text.replace(/\s+/gu, '');

/**
 * @param {Element} element
 * @returns {{text: string, places: {node: Text, offset: number}[]}} its visible text without
 *   whitespace, with the place of each UTF-16 unit
 */
function visibleText(element) {
  /** @type {{node: Text, offset: number}[]} */
  const places = [];
  let text = '';
  const secrets = secretElements();
  const walker = createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const node = /** @type {Text} */ (walker.currentNode);
    const parent = parentElementOf(node);
    if (parent === null || !hasBox(parent)) continue;
    // Whether a text occurs in a secret is secret.
    if (secrets.hasAround(parent)) continue;
    const data = dataOf.call(node);
    for (let offset = 0; offset < data.length; offset++) {
      if (WHITESPACE.test(data[offset])) continue;
      text += data[offset];
      places.push({ node, offset });
    }
  }
  return { text, places };
}

/**
 * @param {Element} element
 * @param {string | undefined} wanted undefined: all of its text
 * @returns {{range: Range} | {count: number}} the only occurrence, or how many there are
 */
export function findText(element, wanted) {
  const { text, places } = visibleText(element);
  const needle = wanted === undefined ? text : withoutWhitespace(wanted);
  const count = needle === '' ? 0 : text.split(needle).length - 1;
  if (count !== 1) return { count };
  const start = text.indexOf(needle);
  const [first, last] = [places[start], places[start + needle.length - 1]];
  const range = new Range();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return { range };
}

/** @param {string} one @param {string} other @returns {boolean} */
export const isSameText = (one, other) => withoutWhitespace(one) === withoutWhitespace(other);
