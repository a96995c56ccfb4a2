//! Where the texts of an element appear in a snapshot: in a line of their own, or in the name of an
//! element around them.

import {
  childNodes,
  closest,
  elementsWithin,
  localName,
  nodeType,
  parentElementOf,
  textContent,
} from '../dom/dom.js';
import { isLaidOut } from '../dom/skipped-content.js';

/** Elements whose name is their content. */
const NAMED_BY_CONTENT =
  'button, a[href], summary, h1, h2, h3, h4, h5, h6, [role=button], [role=link], [role=heading], [role=tab], [role=menuitem], [role=option], [role=treeitem]';
/** Elements whose text is in one line with the text around them. */
const INLINE = new Set([
  'b',
  'strong',
  'i',
  'em',
  'small',
  'span',
  'sub',
  'sup',
  'time',
  'u',
  'var',
]);
const MAX_INLINE = 8;

/**
 * @param {Element} element
 * @returns {Element | null} it, or an ancestor, whose name contains its texts
 */
export const namedAround = (element) => closest.call(element, NAMED_BY_CONTENT);

/** @param {Element} element @returns {boolean} its whole content is in one line */
function isOneLine(element) {
  const inside = elementsWithin.call(element, '*');
  if (inside.length === 0 || inside.length > MAX_INLINE) return false;
  return [...inside].every((each) => INLINE.has(localName.call(each)));
}

/** @param {Element} element @returns {boolean} its own texts are rendered */
export function isRendered(element) {
  if (isLaidOut(element, { visibilityProperty: true })) return true;
  const { display, visibility } = getComputedStyle(element);
  const parent = display === 'contents' && visibility === 'visible' && parentElementOf(element);
  return parent ? isRendered(parent) : false;
}

/**
 * @param {Element} element
 * @returns {string[]} its own texts that have lines of their own in a snapshot
 */
export const renderedTexts = (element) => (isRendered(element) ? textsOf(element) : []);

/**
 * @param {Element} element
 * @returns {string[]} its own texts that have lines of their own if they are rendered
 */
export function textsOf(element) {
  if (namedAround(element)) return [];
  const texts = isOneLine(element)
    ? [textContent.call(/** @type {ChildNode} */ (/** @type {Node} */ (element)))]
    : [...childNodes.call(element)]
        .filter((node) => nodeType.call(node) === Node.TEXT_NODE)
        .map((node) => textContent.call(node));
  return texts.filter((text) => (text ?? '').trim() !== '');
}
