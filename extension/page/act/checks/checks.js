//! Whether an element can be acted on at all, before anything is sent: connected, enabled, not
//! inert, not in closed details, with a box. It knows nothing of scrolling and of what covers it.

import {
  checkVisibility,
  detailsOpen,
  firstElementChild,
  getClientRects,
  getRootNode,
  hasAttribute,
  isConnected,
  localName,
  matches,
  querySelectorAll,
} from '../../dom/dom.js';
import { children } from '../dom-methods.js';
import { editContextOf } from '../editing/edit-context.js';
import { flatParent, flatPath } from '../flat-tree.js';

/** @typedef {import('../results.js').Refusal['why']} Why */

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option']);

/** @param {Element} element a click in a disabled button reaches nothing */
const isDisabled = (element) =>
  matches.call(element, ':disabled') ||
  flatPath(element).some(
    (node) => CONTROLS.has(localName.call(node)) && matches.call(node, ':disabled'),
  );

/** @param {Element} element what a modal dialog leaves outside, too */
function isInert(element) {
  const path = flatPath(element);
  if (path.some((node) => hasAttribute.call(node, 'inert'))) return true;
  const style = /** @type {any} */ (getComputedStyle(element));
  if (style.interactivity === 'inert') return true;
  const modals = querySelectorAll.document.call(document, ':modal');
  const hasModalRoot = getRootNode.call(element) !== document && path.some((node) => isModal(node));
  return modals.length > 0 && !hasModalRoot && !path.some((node) => [...modals].includes(node));
}

/** @param {Element} element */
const isModal = (element) => matches.call(element, ':modal');

/** @param {Element} element */
function isInClosedDetails(element) {
  for (let node = element, outer = flatParent(node); outer !== null; outer = flatParent(node)) {
    if (localName.call(outer) === 'details' && !detailsOpen.call(outer) && !isSummary(node, outer))
      return true;
    node = outer;
  }
  return false;
}

/** @param {Element} element @param {Element} details whether it is what opens them */
const isSummary = (element, details) =>
  [...children.call(details)].find((child) => localName.call(child) === 'summary') === element;

/** @param {Element} element @returns {DOMRect[]} where it, or what it consists of, is drawn */
export function boxesOf(element) {
  const own = [...getClientRects.call(element)].filter(hasArea);
  if (own.length > 0 || getComputedStyle(element).display !== 'contents') return own;
  const range = new Range();
  range.selectNodeContents(element);
  return [...range.getClientRects()].filter(hasArea);
}

/** @param {DOMRect} box */
const hasArea = (box) => box.width > 0 && box.height > 0;

/** @param {Element} element @returns {boolean} it could be seen, were it scrolled into view */
export function hasBox(element) {
  const style = getComputedStyle(element);
  if (style.visibility !== 'visible') return false;
  const isContents = style.display === 'contents' && firstElementChild.call(element) !== null;
  return (isContents || checkVisibility.call(element)) && boxesOf(element).length > 0;
}

/**
 * For every action on an element.
 * @param {Element} element
 * @returns {Why | null}
 */
export function whyUnusable(element) {
  if (!isConnected.call(element)) return 'gone';
  if (isDisabled(element)) return 'disabled';
  if (isInert(element)) return 'inert';
  return isInClosedDetails(element) ? 'closed_details' : null;
}

/**
 * For actions on what a person sees.
 * @param {Element} element
 * @returns {Why | null}
 */
export const whyUnseen = (element) => whyUnusable(element) ?? (hasBox(element) ? null : 'no_box');

/**
 * For writing: where a script draws the text, what takes it may be a caret's width of nothing.
 * @param {Element} element
 * @returns {Why | null}
 */
export const whyUnwritable = (element) =>
  editContextOf(element) && checkVisibility.call(element)
    ? whyUnusable(element)
    : whyUnseen(element);

/**
 * For actions by pointer.
 * @param {Element} element
 * @returns {Why | null}
 */
export const whyUntouchable = (element) =>
  whyUnseen(element) ??
  (getComputedStyle(element).pointerEvents === 'none' ? 'no_pointer_events' : null);
