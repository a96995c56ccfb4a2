//! Computes the size in bytes of a listing of all elements: JSON with tag, all attributes and box
//! of each. A snapshot's size is compared with it.

import { attributeNames } from '../dom/attribute-names.js';
import { getAttribute, localName } from '../dom/dom.js';

/** Bytes of an element, without its tag and its attributes. */
export const LISTED_ELEMENT =
  '{"tag":"","attributes":{},"box":{"x":123,"y":1234,"width":123,"height":12}},'.length;
/** Bytes of an attribute, without its name and its value. */
export const LISTED_ATTRIBUTE = '"":"",'.length;

/** Characters that JSON escapes or UTF-8 encodes in more than one byte. */
const MORE_THAN_ONE_BYTE = /[^ !#-[\]-~]/;
const encoder = new TextEncoder();

/** @param {string} text */
export const jsonBytes = (text) =>
  MORE_THAN_ONE_BYTE.test(text) ? encoder.encode(JSON.stringify(text)).length - 2 : text.length;

/**
 * Returns the size of an element that is not recorded, in bytes.
 * @param {Element} element
 */
export const listedBytes = (element) => {
  let bytes = LISTED_ELEMENT + localName.call(element).length;
  for (const name of attributeNames(element)) {
    const value = getAttribute.call(element, name) ?? '';
    bytes += LISTED_ATTRIBUTE + name.length + jsonBytes(value);
  }
  return bytes;
};
