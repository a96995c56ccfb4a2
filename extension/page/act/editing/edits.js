//! Which fields were edited since they said so last (`change`). Chrome says it when a field loses
//! the focus, but not in a document without focus, and not for an Enter that a script sends: there
//! the action says it, and Chrome must not say it again.

import { addListener, getRootNode } from '../../dom/dom.js';

/** @type {WeakMap<Element, {before: string, valueOf: () => string}>} */
const edited = new WeakMap();
/** @type {WeakMap<EventTarget, string>} what a field held when an action sent its `change` */
const announced = new WeakMap();
/** @type {WeakSet<EventTarget>} where it is listened for Chrome's */
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

/** @param {Event} event Chrome's, of a change that was said already */
function withhold(event) {
  const field = /** @type {Element} */ (event.target);
  if (!event.isTrusted || !announced.has(field)) return;
  announced.delete(field);
  event.stopImmediatePropagation();
}

/**
 * @param {Element} field
 * @returns {boolean} it was edited, and holds something else now; asked once, by who says so
 */
export function takeEdit(field) {
  const edit = edited.get(field);
  edited.delete(field);
  if (edit === undefined || edit.valueOf() === edit.before) return false;
  announced.set(field, edit.valueOf());
  const root = getRootNode.call(field);
  const place = root === document ? window : root;
  if (!watched.has(place)) addListener.call(place, 'change', withhold, { capture: true });
  watched.add(place);
  return true;
}
