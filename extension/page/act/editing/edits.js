//! Which fields were edited since their last `change` event. Chrome sends `change` when a field
//! loses the focus, but not in a document without focus, and not for an Enter that a script sends.
//! In these cases the action sends it, and Chrome's own event is suppressed.

import { addListener, getRootNode } from '../../dom/dom.js';

/** @type {WeakMap<Element, {before: string, valueOf: () => string}>} */
const edited = new WeakMap();
/** @type {WeakMap<EventTarget, string>} the value of a field when an action sent its `change` */
const announced = new WeakMap();
/** @type {WeakSet<EventTarget>} targets with a listener for Chrome's event */
const watched = new WeakSet();

/** @param {Event} event */
function forget({ currentTarget }) {
  edited.delete(/** @type {Element} */ (currentTarget));
}

/**
 * @param {Element} field that is about to be edited
 * @param {() => string} valueOf
 */
export function noteEdit(field, valueOf) {
  announced.delete(field);
  if (edited.has(field)) return;
  edited.set(field, { before: valueOf(), valueOf });
  addListener.call(field, 'change', forget, { once: true });
}

/** @param {Event} event Suppresses Chrome's event for a change that was already announced. */
function suppress(event) {
  const field = /** @type {Element} */ (event.target);
  if (!event.isTrusted || !announced.has(field)) return;
  announced.delete(field);
  event.stopImmediatePropagation();
}

/**
 * @param {Element} field
 * @returns {boolean} it was edited and its value differs; the caller sends `change`, so it is true
 *   once
 */
export function takeEdit(field) {
  const edit = edited.get(field);
  edited.delete(field);
  if (edit === undefined || edit.valueOf() === edit.before) return false;
  announced.set(field, edit.valueOf());
  const root = getRootNode.call(field);
  const place = root === document ? window : root;
  if (!watched.has(place)) addListener.call(place, 'change', suppress, { capture: true });
  watched.add(place);
  return true;
}
