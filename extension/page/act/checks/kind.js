//! What an action would do that can't be taken back, as far as the document shows.

import { clicksByKey } from '../../../shared/click-keys.js';
import { getAttribute, localName } from '../../dom/dom.js';

/** @typedef {'harmless' | 'submit' | 'leave'} Kind */

/** @param {Element} element @param {import('../perform.js').Act} act @returns {Kind} */
export function kindOf(element, act) {
  switch (act.do) {
    case 'submit':
      return 'submit';
    case 'click':
    case 'activate':
      return kindOfClick(element);
    case 'press':
      return kindOfKeys(element, act.keys);
    case 'type':
      return act.text.includes('\n') ? kindOfEnter(element) : 'harmless';
    default:
      return 'harmless';
  }
}

const MOVES = /(?:^|\+)Tab$/;

/** @param {Element} element @param {string[]} keys @returns {Kind} */
function kindOfKeys(element, keys) {
  const first = keys.findIndex(clicksByKey);
  if (first < 0) return 'harmless';
  // Nobody can tell what has the focus by then.
  if (keys.slice(0, first).some((key) => MOVES.test(key))) return 'submit';
  return /(?:Enter|Return)$/.test(keys[first]) ? kindOfEnter(element) : kindOfSpace(element);
}

/** @param {Element} element @returns {Kind} Space clicks buttons, and follows no links */
const kindOfSpace = (element) =>
  closest(element, 'button, input') ? kindOfClick(element) : 'harmless';

/** @param {Element} element @returns {Kind} */
function kindOfClick(element) {
  const link = closest(element, 'a[href], area[href]');
  if (link) return leadsAway(link) ? 'leave' : 'harmless';
  const button = closest(element, 'button, input');
  return button && submits(button) ? 'submit' : 'harmless';
}

/** @param {Element} element @returns {Kind} */
function kindOfEnter(element) {
  if (closest(element, 'a[href], area[href], button')) return kindOfClick(element);
  return closest(element, 'input') && closest(element, 'form') ? 'submit' : 'harmless';
}

/** @param {Element} link */
function leadsAway(link) {
  const href = getAttribute.call(link, 'href') ?? '';
  const url = URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null;
  return url !== null && url.protocol !== 'javascript:' && url.origin !== location.origin;
}

/** @param {Element} button */
function submits(button) {
  const type = (getAttribute.call(button, 'type') ?? '').toLowerCase();
  const isButton = localName.call(button) === 'button';
  const isSubmit = isButton ? type !== 'button' && type !== 'reset' : /^(submit|image)$/.test(type);
  return isSubmit && (button.hasAttribute('form') || closest(button, 'form') !== null);
}

/** @param {Element} element @param {string} selector @returns {Element | null} */
const closest = (element, selector) => Element.prototype.closest.call(element, selector);
