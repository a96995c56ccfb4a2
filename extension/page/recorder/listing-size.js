//! How many bytes a listing of all elements would have: JSON with tag, all attributes and box of
//! each. It is what a snapshot's size is compared with.

import { getAttribute, getAttributeNames, localName } from '../dom/dom.js';

/** Bytes of an element beside its tag and its attributes. */
export const LISTED_ELEMENT =
  '{"tag":"","attributes":{},"box":{"x":123,"y":1234,"width":123,"height":12}},'.length;
/** Bytes of an attribute beside its name and its value. */
export const LISTED_ATTRIBUTE = '"":"",'.length;

/** Everything that JSON escapes or UTF-8 writes in more than one byte. */
const MORE_THAN_ONE_BYTE = /[^ !#-[\]-~]/;
const encoder = new TextEncoder();

/** @param {string} text */
export const jsonBytes = (text) =>
  MORE_THAN_ONE_BYTE.test(text) ? encoder.encode(JSON.stringify(text)).length - 2 : text.length;

/**
 * Bytes that an element which is not recorded would have.
 * @param {Element} element
 */
export const listedBytes = (element) => {
  let bytes = LISTED_ELEMENT + localName.call(element).length;
  for (const name of getAttributeNames.call(element)) {
    const value = getAttribute.call(element, name) ?? '';
    bytes += LISTED_ATTRIBUTE + name.length + jsonBytes(value);
  }
  return bytes;
};
