//! Which fields were edited since they had the focus last: in a document without focus Chrome sends
//! no `change` when they lose it.

/** @type {WeakMap<Element, string>} what a field held before it was edited */
const edited = new WeakMap();

/** @param {Element} field @param {() => string} valueOf */
const readers = new WeakMap();

/**
 * @param {Element} field that is about to be edited
 * @param {() => string} valueOf
 */
export function noteEdit(field, valueOf) {
  if (!edited.has(field)) edited.set(field, valueOf());
  readers.set(field, valueOf);
}

/** @param {Element} field @returns {boolean} it was, and holds something else now; asked once */
export function takeEdit(field) {
  const before = edited.get(field);
  edited.delete(field);
  return before !== undefined && readers.get(field)?.() !== before;
}
