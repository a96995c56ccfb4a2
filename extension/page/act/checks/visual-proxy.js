//! What stands around a control and is clicked in its place: kits draw their fields and
//! toggles over an input, or beside one that nobody sees.

import { getBoundingClientRect, querySelectorAll } from '../../dom/dom.js';
import { hasBox } from './checks.js';
import { innerTextOf, isReadOnly, ownRole } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';
import { flatParent, flatPath } from '../flat-tree.js';

const MAX_LEVELS = 4;
const CONTROLS =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, iframe, [tabindex], [role="button"], [role="link"], [role="checkbox"], [role="radio"], [role="switch"], [contenteditable]';
/** What is taller, or says more, is more than a control. */
const MAX_HEIGHT = 100;
const MAX_TEXT_LEN = 30;

/**
 * @param {Element} control
 * @returns {Element[]} those around it in which there is no other control, outwards
 */
function wrappersOf(control) {
  const wrappers = [];
  let outer = flatParent(control);
  while (outer !== null && wrappers.length < MAX_LEVELS) {
    const others = [...querySelectorAll.element.call(outer, CONTROLS)];
    if (others.some((other) => other !== control)) break;
    wrappers.push(outer);
    outer = flatParent(outer);
  }
  return wrappers;
}

/** @param {Element} element nothing is written in it: what it shows, others draw */
const isDrawnByOthers = (element) =>
  ownRole(element) === 'combobox' ||
  ['checkbox', 'radio'].includes(typeOf(element)) ||
  (typeOf(element) !== '' && isReadOnly(element));

/** @param {Element} wrapper */
const isLow = (wrapper) => getBoundingClientRect.call(wrapper).height <= MAX_HEIGHT;

/**
 * @param {Element} hit
 * @param {Element} control
 * @returns {boolean} what is drawn over the control is drawn for it
 */
export function isDrawnFor(hit, control) {
  if (!isDrawnByOthers(control)) return false;
  const path = flatPath(hit);
  return wrappersOf(control).some((wrapper) => path.includes(wrapper) && isLow(wrapper));
}

/**
 * @param {Element} toggle that can't be seen
 * @returns {Element | null} what is seen in its place
 */
export function drawnFor(toggle) {
  const isSmall = (/** @type {Element} */ wrapper) =>
    isLow(wrapper) && innerTextOf(wrapper).trim().length <= MAX_TEXT_LEN;
  const wrapper = wrappersOf(toggle).find(hasBox);
  return wrapper && isSmall(wrapper) ? wrapper : null;
}

/**
 * @param {Element} cover
 * @param {Element} control
 * @returns {boolean} it is a part of what the control itself is a part of: a field with its chips
 */
export function isBeside(cover, control) {
  const path = flatPath(cover);
  const around = flatPath(control).slice(1, 1 + MAX_LEVELS);
  return around.some((outer) => path.includes(outer) && isLow(outer));
}
