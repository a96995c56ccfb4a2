//! Moves the focus, and makes the events of it where Chrome sends none: in a hidden tab, and in a
//! window that is not in front.

import { documentProperty, localName } from '../dom.js';
import { callBlur, callFocus, hasFocus } from './dom-methods.js';
import { takeEdit } from './edits.js';
import { send } from './events.js';
import { flatPath, focusedElement } from './flat-tree.js';

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
 * @returns {boolean} it, or what it passes the focus on to, has the focus now
 */
export function focusElement(element, options = {}) {
  const before = focusedElement();
  if (before !== element) moveFocus(before, () => callFocus(element, options));
  const after = focusedElement();
  return after !== null && flatPath(after).includes(element) && after !== documentBody(element);
}

/** @param {Element} element body counts as nothing, unless it is what was asked for */
const documentBody = (element) => {
  const body = documentProperty.body.call(document);
  return element === body ? null : body;
};

/** Takes the focus from whatever has it. */
export function blurFocused() {
  const focused = focusedElement();
  if (focused !== null) moveFocus(focused, () => callBlur(focused));
}

/**
 * As a press of the mouse does: the nearest element that takes it, else none.
 * @param {Element} target
 */
export function focusByMouse(target) {
  const before = focusedElement();
  for (const node of flatPath(target)) {
    if (node === before) return;
    // A script that gives a label the focus gives it to the control; the mouse does not.
    if (localName.call(node) === 'label') continue;
    moveFocus(before, () => callFocus(node, { preventScroll: true, focusVisible: false }));
    if (focusedElement() !== before) return;
  }
  blurFocused();
}
