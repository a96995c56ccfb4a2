//! Resources of elements that could not be loaded.

import { addressOf } from './error-text.js';

/** @typedef {import('./errors.js').Occurrence} Occurrence */

/** Attributes that have the URL of an element's resource. */
const ATTRIBUTES = ['src', 'href', 'data', 'xlink:href'];
const TAG = /^[a-z]{1,20}$/;

/**
 * @param {Event} event of the type `error`
 * @returns {Occurrence | null} null if the page has dispatched it, or it is not one of an element
 */
export function failedResource(event) {
  const { target } = event;
  if (!event.isTrusted || !(target instanceof Element)) return null;
  const name = target.localName;
  return {
    kind: 'resource',
    message: `${TAG.test(name) ? name : 'element'} failed to load`,
    url: addressOf(urlOf(target)),
    source: null,
    line: null,
  };
}

/** @param {Element} element @returns {string | null} the URL of its resource */
function urlOf(element) {
  if (element instanceof HTMLImageElement && element.currentSrc) return element.currentSrc;
  if (element instanceof HTMLMediaElement && element.currentSrc) return element.currentSrc;
  const values = ATTRIBUTES.map((name) => element.getAttribute(name));
  const value = values.find((text) => text !== null) ?? null;
  if (value === null || !URL.canParse(value, element.baseURI)) return value;
  return new URL(value, element.baseURI).href;
}
