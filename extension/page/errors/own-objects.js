//! Getters as the document had them before any script of the page, which can replace them, and
//! lists without code of the page: it can define setters for the indexes of all lists.

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { setPrototypeOf } = Object;

/**
 * @param {object} prototype
 * @param {string} name of a getter
 * @returns {(instance: object) => unknown} calls the getter that the prototype has now
 */
export function getterOf(prototype, name) {
  const get = getOwnPropertyDescriptor(prototype, name)?.get;
  return (instance) => (get ? apply(get, instance, []) : undefined);
}

/**
 * @template T
 * @param {T[]} list
 * @param {T} value which becomes its last one
 */
export function append(list, value) {
  // Without a prototype: the page can also define a getter there.
  const property = setPrototypeOf(
    { value, writable: true, enumerable: true, configurable: true },
    null,
  );
  defineProperty(list, list.length, property);
}
