//! Reads computed styles of an element by property name.

import { withoutUserInfo } from '../../shared/addresses.js';
import { baseAddress } from '../dom/dom.js';

/** @param {string} name */
const isOwn = (name) => name.startsWith('--');

/** @param {string[]} names @returns {string | undefined} a name that is not a property */
export const unknownProperty = (names) =>
  names.find((name) => !isOwn(name) && !CSS.supports(name, 'initial'));

/**
 * @param {Element} element
 * @param {string[]} names
 * @param {boolean} isSecret the page's custom properties may contain the field's value
 * @returns {{styles: Record<string, string>, secret?: true}}
 */
export function stylesOf(element, names, isSecret) {
  const style = getComputedStyle(element);
  const readable = names.filter((name) => !isSecret || !isOwn(name));
  const values = readable.map((name) => {
    const value = withoutUserInfo(style.getPropertyValue(name).trim(), baseAddress());
    return [name, value.toWellFormed()];
  });
  return {
    styles: Object.fromEntries(values),
    ...(readable.length < names.length ? { secret: true } : {}),
  };
}
