//! Resources of elements that could not be loaded. Their events are sent while the page waits, so
//! that the listener only takes what it needs, and the rest is done in a task of its own.

import { addressOf } from './error-text.js';
import { MAX_SEARCHED } from '../../shared/error-limits.js';

/** @typedef {import('./kept-errors.js').Occurrence} Occurrence */
/**
 * A failed resource. `url`: the beginning, as the page has it; `base`: of a relative one.
 * @typedef {{name: string, url: string | null, base: string, time: number}} FailedResource
 */

/** Attributes that have the URL of an element's resource. */
const ATTRIBUTES = ['src', 'href', 'data', 'xlink:href'];
const TAG = /^[a-z]{1,20}$/;

/**
 * @param {Event} event of the type `error`
 * @param {number} time
 * @returns {FailedResource | null} null if the page has dispatched it, or it is not one of an
 *   element
 */
export function failedResource(event, time) {
  const { target } = event;
  if (!event.isTrusted || !(target instanceof Element)) return null;
  const url = urlOf(target)?.slice(0, MAX_SEARCHED + 1) ?? null;
  return { name: target.localName, url, base: target.baseURI, time };
}

/** @param {FailedResource} failed @returns {Occurrence} */
export const failedLoad = ({ name, url, base }) => ({
  kind: 'resource',
  method: null,
  message: `${TAG.test(name) ? name : 'element'} failed to load`,
  url: addressOf(url !== null && URL.canParse(url, base) ? new URL(url, base).href : url),
  source: null,
  line: null,
});

/** @param {Element} element @returns {string | null} the URL of its resource */
function urlOf(element) {
  if (element instanceof HTMLImageElement && element.currentSrc) return element.currentSrc;
  if (element instanceof HTMLMediaElement && element.currentSrc) return element.currentSrc;
  const values = ATTRIBUTES.map((name) => element.getAttribute(name));
  return values.find((text) => text !== null) ?? null;
}
