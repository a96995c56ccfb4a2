//! Values from outside (pages, other processes, the server), which can be anything.

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>} the value, if it is an object; otherwise an empty object
 */
export const fieldsOf = (value) =>
  typeof value === 'object' && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
