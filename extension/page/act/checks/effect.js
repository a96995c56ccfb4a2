//! What an action on an element would do beyond its document, as far as the document shows it:
//! submit a form, or load a page.

import { clicksByKey } from '../../../shared/click-keys.js';
import { HARMLESS } from '../../../shared/effects.js';
import {
  baseAddress,
  getAttribute,
  getAttributeNS,
  labelControl,
  localName,
  matches,
} from '../../dom/dom.js';
import { formOf } from '../dom-methods.js';
import { flatPath } from '../flat-tree.js';
import { defaultButton, isSubmitButton, ownerForm } from '../keyboard/forms.js';
import { findClickPoint } from '../pointer/hit-test.js';

/** @typedef {import('../../../shared/effects.js').Effect} Effect */

/** @type {Effect} What receives the key is unknown. */
const UNKNOWN = { kind: 'submit', destination: null };

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction} action
 * @returns {Effect}
 */
export function effectOf(element, action) {
  switch (action.action) {
    case 'submit':
      return effectOfForm(ownerForm(element));
    case 'activate':
      return effectOfClick(element);
    case 'click':
      return effectOfClick(clickTarget(element, action.position));
    case 'press':
      return effectOfKeys(element, action.keys);
    case 'type':
      return action.text.includes('\n') ? effectOfEnter(element) : HARMLESS;
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
      return HARMLESS;
  }
}

/**
 * @param {Element} element
 * @param {import('../pointer/hit-test.js').Position | null} [position]
 * @returns {Element} what a click on the element currently hits: the element or a descendant
 */
function clickTarget(element, position) {
  const found = findClickPoint(element, position);
  return 'hit' in found ? found.hit : element;
}

const TAB = /(?:^|\+)Tab$/;

/** @param {Element} element @param {string[]} keys @returns {Effect} */
function effectOfKeys(element, keys) {
  const first = keys.findIndex(clicksByKey);
  if (first < 0) return HARMLESS;
  // After Tab it is unknown what has the focus.
  if (keys.slice(0, first).some((key) => TAB.test(key))) return UNKNOWN;
  return /(?:Enter|Return)$/.test(keys[first]) ? effectOfEnter(element) : effectOfSpace(element);
}

/** @param {Element} element @returns {Effect} Space clicks buttons, but not links */
const effectOfSpace = (element) =>
  around(element, 'button, input') ? effectOfClick(element) : HARMLESS;

/** What a click activates. */
const ACTIVATED = 'a[*|href], area[href], button, input, label';

/**
 * @param {Element} element that receives the click
 * @returns {Effect} of the innermost element that the click activates
 */
function effectOfClick(element) {
  const activated = around(element, ACTIVATED);
  if (activated === null) return HARMLESS;
  const tag = localName.call(activated);
  if (tag === 'a' || tag === 'area') return effectOfLink(activated);
  const control = tag === 'label' ? labelControl.call(activated) : activated;
  return control && isSubmitButton(control) ? effectOfForm(formOf(control), control) : HARMLESS;
}

/** @param {Element} element that has the focus @returns {Effect} */
function effectOfEnter(element) {
  const activated = around(element, ACTIVATED);
  if (activated === null) return HARMLESS;
  if (localName.call(activated) !== 'input') return effectOfClick(activated);
  const form = formOf(activated);
  return form ? effectOfForm(form) : HARMLESS;
}

/** @param {Element} element @param {string} selector @returns {Element | null} in the flat tree */
const around = (element, selector) =>
  flatPath(element).find((node) => matches.call(node, selector)) ?? null;

const XLINK = 'http://www.w3.org/1999/xlink';

/** @param {Element} link @returns {Effect} */
function effectOfLink(link) {
  const href = getAttribute.call(link, 'href') ?? getAttributeNS.call(link, XLINK, 'href') ?? '';
  const url = resolve(href);
  if (url === null || url.protocol === 'javascript:') return HARMLESS;
  const kind = url.origin === location.origin ? 'harmless' : 'leave';
  return { kind, destination: loads(url) };
}

/**
 * @param {Element | null} form that is submitted
 * @param {Element | null} [button] that submits it; default: its default button
 * @returns {Effect}
 */
function effectOfForm(form, button) {
  if (form === null) return HARMLESS;
  const submitter = button ?? defaultButton(/** @type {HTMLFormElement} */ (form));
  const own = (/** @type {string} */ name) =>
    (submitter && getAttribute.call(submitter, `form${name}`)) ?? getAttribute.call(form, name);
  if (own('method')?.trim().toLowerCase() === 'dialog') return UNKNOWN;
  // A form without an address is sent to the document's own.
  const url = resolve(own('action') || location.href);
  return { kind: 'submit', destination: url && loads(url) };
}

/** @param {string} address @returns {URL | null} */
const resolve = (address) =>
  URL.canParse(address, baseAddress()) ? new URL(address, baseAddress()) : null;

/** @param {URL} url @returns {string | null} null if the browser loads no page of a site */
const loads = ({ protocol, href }) =>
  /^(?:https?|file|blob|filesystem):$/.test(protocol) ? href : null;
