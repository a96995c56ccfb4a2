//! Content that Chrome skips: `content-visibility: auto` far from the viewport, or
//! `content-visibility: hidden`. To measure it, or to call `checkVisibility` without the option
//! `contentVisibilityAuto`, makes Chrome update style and layout of the whole page for each
//! element: 17 ms with 20,000 rows. So it is found without that.

import {
  assignedSlot,
  checkVisibility,
  firstElementChild,
  getBoundingClientRect,
  hasAttribute,
  localName,
  nextElement,
  parentElementOf,
} from './dom.js';

/**
 * @param {Element} element
 * @param {CheckVisibilityOptions} [options]
 * @returns {boolean} it has a box, and Chrome does not skip it
 */
export const isLaidOut = (element, options) =>
  checkVisibility.call(element, { ...options, contentVisibilityAuto: true });

/** @param {Element} element @returns {boolean} of its children, only its summary can be rendered */
export const isClosedDetails = (element) =>
  localName.call(element) === 'details' && !hasAttribute.call(element, 'open');

/** @param {Element} child @param {Element} details @returns {boolean} it opens and closes it */
export function isSummaryOf(child, details) {
  if (localName.call(child) !== 'summary') return false;
  let at = firstElementChild.call(details);
  while (at !== null && localName.call(at) !== 'summary') at = nextElement.call(at);
  return at === child;
}

/**
 * @returns {boolean} Chrome lays out the frame that contains this window, as far as the documents
 *   around it have the same origin
 */
export function isWindowLaidOut() {
  const frames = [];
  for (let at = frameAround(window); at; at = frameAround(at.ownerDocument.defaultView))
    frames.unshift(at);
  return frames.every((frame) => isLaidOut(frame));
}

/** @param {Window | null} inner @returns {Element | null} of a document of the same origin */
function frameAround(inner) {
  try {
    return inner?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** Finds what skips elements. It remembers that for their parents, for one task. */
export class SkippedContent {
  /** @type {Map<Element, Element | null>} what skips the children of an element */
  #around = new Map();

  /**
   * @param {Element} element
   * @returns {Element | null} the element whose content is skipped and contains it; null if it is
   *   laid out or has no box
   */
  around(element) {
    return isLaidOut(element) ? null : this.#skippingAt(outerOf(element));
  }

  /** @param {Element | null} outer @returns {Element | null} */
  #skippingAt(outer) {
    const path = [];
    /** @type {Element | null | undefined} */
    let found;
    for (let at = outer; at !== null && found === undefined; at = outerOf(at)) {
      found = this.#around.get(at);
      if (found === undefined && isLaidOut(at)) found = skipping(at);
      path.push(at);
    }
    for (const at of path) this.#around.set(at, found ?? null);
    return found ?? null;
  }
}

/** @param {Element} element @returns {Element | null} its slot or parent */
const outerOf = (element) => assignedSlot.call(element) ?? parentElementOf(element);

/**
 * @param {Element} element which is laid out
 * @returns {Element | null} the element if its content is skipped
 */
function skipping(element) {
  const { contentVisibility } = getComputedStyle(element);
  const isSkipping =
    contentVisibility === 'hidden' || (contentVisibility === 'auto' && isOutside(element));
  return isSkipping ? element : null;
}

/** @param {Element} element @returns {boolean} no part of it is in the viewport */
export function isOutside(element) {
  const { left, top, right, bottom } = getBoundingClientRect.call(element);
  return right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight;
}

/** @param {Element} element @returns {Element | null} as {@link SkippedContent.around} */
export const skippedBy = (element) => new SkippedContent().around(element);
