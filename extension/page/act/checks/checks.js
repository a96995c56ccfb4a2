//! Checks of an element before any event is sent: connected, enabled, not inert, not in a closed
//! `details` element, with a box. Scrolling and covering elements are handled by reach.js.

import {
  checkVisibility,
  closest,
  getRootNode,
  hasAttribute,
  isConnected,
  localName,
  matches,
  querySelectorAll,
} from '../../dom/dom.js';
import { isClosedDetails, isSummaryOf } from '../../dom/skipped-content.js';
import { editContextOf } from '../editing/edit-context.js';
import { flatParent, flatPath } from '../flat-tree.js';
import { hasBox } from './boxes.js';

/** @typedef {import('../../../types/protocol').RefusalReason} RefusalReason */

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option']);
/** Elements that a click activates. */
const ACTIVATED =
  'a[href], button, summary, [role="button"], [role="link"], [role="checkbox"], [role="radio"], ' +
  '[role="switch"], [role="option"], [role="menuitem"], [role="menuitemcheckbox"], ' +
  '[role="menuitemradio"], [role="tab"], [role="treeitem"]';
/** Elements that do something else when they are clicked than what is around them. */
export const CLICKED =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, iframe, [tabindex], ' +
  '[role="button"], [role="link"], [role="checkbox"], [role="radio"], [role="switch"], ' +
  '[contenteditable]';

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
    if (isClosedDetails(outer) && !isSummaryOf(node, outer)) return true;
    node = outer;
  }
  return false;
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

/** @param {Element} element @returns {boolean} a script draws it on the canvas that contains it */
export function isOnCanvas(element) {
  const outer = flatParent(element);
  const canvas = outer && closest.call(outer, 'canvas');
  return canvas !== null && hasBox(canvas);
}

/**
 * The checks for actions on visible elements.
 * @param {Element} element
 * @returns {RefusalReason | null}
 */
export function whyUnseen(element) {
  const why = whyUnusable(element);
  if (why !== null || hasBox(element)) return why;
  return isOnCanvas(element) ? 'on_canvas' : 'no_box';
}

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
  (isTransparent(element) && controlUnder(element) === null ? 'no_pointer_events' : null);

/** @param {Element} element @returns {boolean} the pointer acts on what is around it */
export const isTransparent = (element) => getComputedStyle(element).pointerEvents === 'none';

/**
 * @param {Element} element
 * @returns {Element | null} the control of which a transparent element is a part, such as the text
 *   of a button, or the group of a drawing, in which the label of a shape is; null for one that is
 *   a control itself
 */
export function controlUnder(element) {
  const isControlItself = matches.call(element, CLICKED) || matches.call(element, ACTIVATED);
  if (!isTransparent(element) || isControlItself) return null;
  const around = flatPath(element).find((node) => !isTransparent(node));
  if (!around) return null;
  if (localName.call(around) === 'g') return around;
  const isControl = flatPath(around).some((node) => matches.call(node, ACTIVATED));
  return isControl || getComputedStyle(around).cursor === 'pointer' ? around : null;
}
