//! The visual proxy of a control: the element around it that is clicked instead of it. UI libraries
//! draw fields and toggles over an input, or next to a hidden one.

import { getBoundingClientRect, querySelectorAll } from '../../dom/dom.js';
import { CLICKED, isTransparent, whyUntouchable } from './checks.js';
import { innerTextOf, isReadOnly, ownRole } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';
import { flatParent, flatPath } from '../flat-tree.js';

const MAX_LEVELS = 4;
/** A smaller element hides its content from users, but not from assistive technology. */
const MIN_SIZE = 3;
/** A taller element, or one with more text, is more than a control. */
const MAX_HEIGHT = 100;
const MAX_TEXT_LEN = 30;

/**
 * @param {Element} control
 * @returns {Element[]} its ancestors without another control, innermost first
 */
function proxiesOf(control) {
  const proxies = [];
  let outer = flatParent(control);
  while (outer !== null && proxies.length < MAX_LEVELS) {
    const others = [...querySelectorAll.element.call(outer, CLICKED)];
    if (others.some((other) => other !== control)) break;
    proxies.push(outer);
    outer = flatParent(outer);
  }
  return proxies;
}

/** @param {Element} element accepts no typed text: other elements draw its value */
const isDrawnByOthers = (element) =>
  ownRole(element) === 'combobox' ||
  ['checkbox', 'radio'].includes(typeOf(element)) ||
  (typeOf(element) !== '' && isReadOnly(element));

/** @param {Element} proxy */
const isLow = (proxy) => getBoundingClientRect.call(proxy).height <= MAX_HEIGHT;

/**
 * @param {Element} hit
 * @param {Element} control
 * @returns {boolean} the element that is hit is in a visual proxy of the control
 */
export function isVisualProxy(hit, control) {
  if (!isDrawnByOthers(control)) return false;
  const path = flatPath(hit);
  return proxiesOf(control).some((proxy) => path.includes(proxy) && isLow(proxy));
}

/**
 * @param {Element} toggle that is not visible
 * @returns {Element | null} its visible proxy
 */
export function visualProxyOf(toggle) {
  const isSmall = (/** @type {Element} */ proxy) =>
    isLow(proxy) && innerTextOf(proxy).trim().length <= MAX_TEXT_LEN;
  const isDrawn = (/** @type {DOMRect} */ { width, height }) =>
    width >= MIN_SIZE && height >= MIN_SIZE;
  const canBeHit = (/** @type {Element} */ each) =>
    isDrawn(getBoundingClientRect.call(each)) &&
    !isTransparent(each) &&
    whyUntouchable(each) === null;
  const proxy = proxiesOf(toggle).find(canBeHit);
  return proxy && isSmall(proxy) ? proxy : null;
}

/**
 * @param {Element} cover
 * @param {Element} control
 * @returns {boolean} both are parts of one widget, such as a field with its chips
 */
export function isInSameWidget(cover, control) {
  const path = flatPath(cover);
  const around = flatPath(control).slice(1, 1 + MAX_LEVELS);
  return around.some((outer) => path.includes(outer) && isLow(outer));
}
