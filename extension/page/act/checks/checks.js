//! Checks of an element before any event is sent: connected, enabled, not inert, not in a closed
//! `details` element, with a box. Scrolling and covering elements are handled by reach.js.

import {
  checkVisibility,
  detailsOpen,
  getBoundingClientRect,
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

/** @typedef {import('../../../types/protocol').RefusalReason} RefusalReason */

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option']);

/** @param {Element} element also true inside a disabled control, where a click has no effect */
const isDisabled = (element) =>
  matches.call(element, ':disabled') ||
  flatPath(element).some(
    (node) => CONTROLS.has(localName.call(node)) && matches.call(node, ':disabled'),
  );

/** @param {Element} element also true outside an open modal dialog */
function isInert(element) {
  const path = flatPath(element);
  if (path.some((node) => hasAttribute.call(node, 'inert'))) return true;
  if (getComputedStyle(element).getPropertyValue('interactivity') === 'inert') return true;
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

/** @param {Element} element @param {Element} details */
const isSummary = (element, details) =>
  [...children.call(details)].find((child) => localName.call(child) === 'summary') === element;

/**
 * @param {Element} element
 * @returns {DOMRect[]} its boxes; with `display: contents`, those of its contents
 */
export function boxesOf(element) {
  const own = [...getClientRects.call(element)].filter(hasArea);
  if (own.length > 0 || getComputedStyle(element).display !== 'contents') return own;
  const range = new Range();
  range.selectNodeContents(element);
  return [...range.getClientRects()].filter(hasArea);
}

/**
 * @param {Element} element
 * @returns {DOMRect} the box around it; with `display: contents`, around its contents
 */
export function boundingBoxOf(element) {
  const isContents = getComputedStyle(element).display === 'contents';
  const boxes = isContents ? boxesOf(element) : [];
  if (boxes.length === 0) return getBoundingClientRect.call(element);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** @param {DOMRect} box */
const hasArea = (box) => box.width > 0 && box.height > 0;

/** @param {Element} element @returns {boolean} it is visible once it is scrolled into view */
export function hasBox(element) {
  const style = getComputedStyle(element);
  if (style.visibility !== 'visible') return false;
  return (
    (style.display === 'contents' || checkVisibility.call(element)) && boxesOf(element).length > 0
  );
}

/**
 * The checks for every action on an element.
 * @param {Element} element
 * @returns {RefusalReason | null}
 */
export function whyUnusable(element) {
  if (!isConnected.call(element)) return 'removed';
  if (isDisabled(element)) return 'disabled';
  if (isInert(element)) return 'inert';
  return isInClosedDetails(element) ? 'closed_details' : null;
}

/**
 * The checks for actions on visible elements.
 * @param {Element} element
 * @returns {RefusalReason | null}
 */
export const whyUnseen = (element) => whyUnusable(element) ?? (hasBox(element) ? null : 'no_box');

/**
 * The checks for text input: an element with an `EditContext` may have an empty box, because a
 * script draws the text.
 * @param {Element} element
 * @returns {RefusalReason | null}
 */
export const whyUnwritable = (element) =>
  editContextOf(element) && checkVisibility.call(element)
    ? whyUnusable(element)
    : whyUnseen(element);

/**
 * The checks for actions with the pointer.
 * @param {Element} element
 * @returns {RefusalReason | null}
 */
export const whyUntouchable = (element) =>
  whyUnseen(element) ??
  (getComputedStyle(element).pointerEvents === 'none' ? 'no_pointer_events' : null);
