//! Parses untrusted values (of pages, other processes, the server), which can have any type.

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>} the value, if it is an object; otherwise an empty object
 */
export const fieldsOf = (value) =>
  typeof value === 'object' && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
