//! Getters as the document had them before any script of the page, which can replace them.

const { apply, getOwnPropertyDescriptor } = Reflect;

/**
 * @param {object} prototype
 * @param {string} name of a getter
 * @returns {(instance: object) => unknown} calls the getter that the prototype has now
 */
export function getterOf(prototype, name) {
  const get = getOwnPropertyDescriptor(prototype, name)?.get;
  return (instance) => (get ? apply(get, instance, []) : undefined);
}
