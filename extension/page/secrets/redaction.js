//! Texts without the values of secret fields.

const REDACTED = '[REDACTED]';

/**
 * @param {string} value
 * @returns {string[]} it, and what it is in an address
 */
export const formsOf = (value) => {
  const inQuery = new URLSearchParams({ v: value }).toString().slice('v='.length);
  return [...new Set([value, encodeURIComponent(value.toWellFormed()), inQuery])];
};

/**
 * @param {string[]} texts
 * @param {string[]} forms of secret values
 * @returns {string[]} the texts without these
 */
export function redacted(texts, forms) {
  // A value can be a part of another one.
  const longestFirst = forms.toSorted((one, other) => other.length - one.length);
  return texts.map((text) =>
    longestFirst.reduce((rest, form) => rest.replaceAll(form, REDACTED), text),
  );
}
