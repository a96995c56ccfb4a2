//! Moves the focus, and sends the focus events where Chrome sends none: in a hidden tab and in a
//! window that is not focused.

import { documentProperty, localName } from '../../dom/dom.js';
import { callBlur, callFocus, hasFocus } from '../dom-methods.js';
import { takeEdit } from '../editing/edits.js';
import { send } from '../events.js';
import { flatPath, focusedElement, containsInFlatTree } from '../flat-tree.js';

/**
 * @param {string} type
 * @param {Element | null} relatedTarget
 */
const focusEvent = (type, relatedTarget) =>
  new FocusEvent(type, {
    relatedTarget,
    bubbles: type.endsWith('in') || type.endsWith('out'),
    composed: true,
    view: window,
  });

/** @param {Element | null} from @param {Element | null} to */
function announce(from, to) {
  if (from !== null) {
    if (takeEdit(from)) send(from, new Event('change', { bubbles: true }));
    send(from, focusEvent('blur', to));
    send(from, focusEvent('focusout', to));
  }
  if (to !== null) {
    send(to, focusEvent('focus', from));
    send(to, focusEvent('focusin', from));
  }
}

/** @param {Element | null} from @param {() => void} move */
function moveFocus(from, move) {
  move();
  const to = focusedElement();
  if (to !== from && !hasFocus.call(document)) announce(from, to);
}

/**
 * @param {Element} element
 * @param {{preventScroll?: boolean, focusVisible?: boolean}} [options]
 * @returns {boolean} it, or an element that it delegates the focus to, has the focus now
 */
export function focusElement(element, options = {}) {
  const before = focusedElement();
  const isBody = element === documentProperty.body.call(document);
  // The body may have the focus of its document while the document does not have that of the page.
  if (isBody) moveFocus(null, () => focusBody(element, options));
  else if (before !== element) moveFocus(before, () => callFocus(element, options));
  const after = focusedElement();
  return after !== null && flatPath(after).includes(element) && after !== otherBody(element);
}

/** @returns {boolean} this document has the focus of its page, if that can be determined */
function hasPageFocus() {
  if (hasFocus.call(document)) return true;
  try {
    const { frameElement } = window;
    return frameElement !== null && frameElement.ownerDocument.activeElement === frameElement;
  } catch {
    // The parent is of another site.
    return false;
  }
}

/** @param {Element} element @returns {boolean} it or a descendant has the focus */
export function hasFocusWithin(element) {
  const focused = focusedElement();
  if (focused === null || !containsInFlatTree(element, focused)) return false;
  return focused !== documentProperty.body.call(document) || hasPageFocus();
}

/** @param {Element} body @param {object} options */
function focusBody(body, options) {
  // The body of a document in design mode can't be focused itself.
  window.focus();
  callFocus(body, options);
}

/** @param {Element} element @returns {Element | null} the body, unless it is the element */
const otherBody = (element) => {
  const body = documentProperty.body.call(document);
  return element === body ? null : body;
};

/**
 * Gives a frame the focus as Tab does: no element of this document has the focus then.
 * @param {Window} inner
 */
export function focusWindow(inner) {
  const before = focusedElement();
  moveFocus(before, () => inner.focus());
}

/** Removes the focus from the focused element. */
export function blurFocused() {
  const focused = focusedElement();
  if (focused !== null) moveFocus(focused, () => callBlur(focused));
}

/**
 * Focuses the nearest focusable ancestor, as a press of the mouse does; without one, removes the
 * focus.
 * @param {Element} target
 */
export function focusByMouse(target) {
  const before = focusedElement();
  for (const node of flatPath(target)) {
    if (node === before) return;
    // `focus()` on a label focuses its control; the mouse does not.
    if (localName.call(node) === 'label') continue;
    moveFocus(before, () => callFocus(node, { preventScroll: true, focusVisible: false }));
    if (focusedElement() !== before) return;
  }
  blurFocused();
}
