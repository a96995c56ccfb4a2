//! The names of an element's attributes. Only an element that is to make reading expensive has
//! thousands: Chrome finds a value by searching all attributes.

import { getAttributeNames, getter } from './dom.js';

/** The largest number of attributes of an element that are read. */
export const MAX_ATTRIBUTES = 500;

const attributes = getter(Element.prototype, 'attributes');
const length = getter(NamedNodeMap.prototype, 'length');
const { item } = NamedNodeMap.prototype;

/** An element of this document has too many: counting them first costs time on every element. */
const state = { counts: false };

/** @param {Element} element @returns {string[]} the names of its first attributes */
export function attributeNames(element) {
  if (state.counts && length.call(attributes.call(element)) > MAX_ATTRIBUTES)
    return firstNames(element);
  const names = /** @type {string[]} */ (getAttributeNames.call(element));
  if (names.length <= MAX_ATTRIBUTES) return names;
  state.counts = true;
  return names.slice(0, MAX_ATTRIBUTES);
}

/** @param {Element} element with more than `MAX_ATTRIBUTES` */
const firstNames = (element) =>
  Array.from(
    { length: MAX_ATTRIBUTES },
    (_, index) => item.call(attributes.call(element), index)?.name ?? '',
  );
