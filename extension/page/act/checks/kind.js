//! What an action would do that can't be undone, as far as the document shows it.

import { clicksByKey } from '../../../shared/click-keys.js';
import { closest, getAttribute, hasAttribute, localName } from '../../dom/dom.js';

/** @typedef {'harmless' | 'submit' | 'leave'} ActionKind */

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction} action
 * @returns {ActionKind}
 */
export function kindOf(element, action) {
  switch (action.action) {
    case 'submit':
      return 'submit';
    case 'click':
    case 'activate':
      return kindOfClick(element);
    case 'press':
      return kindOfKeys(element, action.keys);
    case 'type':
      return action.text.includes('\n') ? kindOfEnter(element) : 'harmless';
    case 'check':
    case 'clear':
    case 'drag':
    case 'fill':
    case 'focus':
    case 'highlight':
    case 'hover':
    case 'scroll':
    case 'select':
    case 'select_text':
    case 'set':
    case 'uncheck':
    case 'upload':
      return 'harmless';
  }
}

const TAB = /(?:^|\+)Tab$/;

/** @param {Element} element @param {string[]} keys @returns {ActionKind} */
function kindOfKeys(element, keys) {
  const first = keys.findIndex(clicksByKey);
  if (first < 0) return 'harmless';
  // After Tab it is unknown what has the focus.
  if (keys.slice(0, first).some((key) => TAB.test(key))) return 'submit';
  return /(?:Enter|Return)$/.test(keys[first]) ? kindOfEnter(element) : kindOfSpace(element);
}

/** @param {Element} element @returns {ActionKind} Space clicks buttons, but not links */
const kindOfSpace = (element) =>
  closest.call(element, 'button, input') ? kindOfClick(element) : 'harmless';

/** @param {Element} element @returns {ActionKind} */
function kindOfClick(element) {
  const link = closest.call(element, 'a[href], area[href]');
  if (link) return isCrossOrigin(link) ? 'leave' : 'harmless';
  const button = closest.call(element, 'button, input');
  return button && submits(button) ? 'submit' : 'harmless';
}

/** @param {Element} element @returns {ActionKind} */
function kindOfEnter(element) {
  if (closest.call(element, 'a[href], area[href], button')) return kindOfClick(element);
  return closest.call(element, 'input') && closest.call(element, 'form') ? 'submit' : 'harmless';
}

/** @param {Element} link */
function isCrossOrigin(link) {
  const href = getAttribute.call(link, 'href') ?? '';
  const url = URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null;
  return url !== null && url.protocol !== 'javascript:' && url.origin !== location.origin;
}

/** @param {Element} button */
function submits(button) {
  const type = (getAttribute.call(button, 'type') ?? '').toLowerCase();
  const isButton = localName.call(button) === 'button';
  const isSubmit = isButton ? type !== 'button' && type !== 'reset' : /^(submit|image)$/.test(type);
  return isSubmit && (hasAttribute.call(button, 'form') || closest.call(button, 'form') !== null);
}
