//! What an action on an element would do beyond its document, as far as the document shows it
//! before the action: submit a form, or load a page. The policy rules on it. What an action then
//! sends is checked again (permitted-effect.js).

import { clicksByKey } from '../../../shared/click-keys.js';
import { HARMLESS, together } from '../../../shared/effects.js';
import { getAttribute, nodeType, parentElementOf } from '../../dom/dom.js';
import { formsNamed, toolForms } from '../../tools/page-tools.js';
import { isDraggable } from '../actions/drag.js';
import { labelsOf, ownRole } from '../dom-methods.js';
import { isTextField, typeOf } from '../editing/fields.js';
import { findText } from '../editing/find-text.js';
import { flatPath, keyTarget, shadowRootOf } from '../flat-tree.js';
import { isButton, isLink, isToggle } from '../keyboard/default-actions.js';
import { hasFocusWithin } from '../keyboard/focus.js';
import { findClickPoint } from '../pointer/hit-test.js';
import { matchOptions } from '../widgets/match-options.js';
import { WIDGET_OPTIONS, isListWidget, optionsOf } from '../widgets/widget-options.js';
import { effectOfClick, effectOfForm } from './click-effect.js';
import { defaultButton, ownerForm } from './form-controls.js';
import { visualProxyOf } from './visual-proxy.js';

/** @typedef {import('../../../shared/effects.js').Effect} Effect */
/** @typedef {import('../pointer/hit-test.js').Position} Position */

/** @type {Effect} What receives the key is unknown. */
const UNKNOWN = { ...HARMLESS, kind: 'submit' };

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
      return effectOfPointer(element, action.position);
    case 'check':
    case 'uncheck':
      return effectOfToggle(element);
    case 'drag':
      return effectOfDrag(element, action.position);
    case 'select_text':
      return effectOfSelection(element, action.text ?? undefined);
    case 'select':
      return effectOfOptions(element, action);
    case 'press':
      return effectOfKeys(element, action.keys);
    case 'type':
      return action.insert ? HARMLESS : effectOfText(element, action.text);
    case 'call_tool':
      return together([UNKNOWN, ...formsNamed(action.tool, toolForms([])).map(effectOfToolForm)]);
    case 'clear':
    // A fill of a list that the page draws ends before a click that has an effect.
    case 'fill':
    case 'fill_secret':
    case 'focus':
    case 'highlight':
    case 'hover':
    case 'scroll':
    case 'set':
    case 'upload':
      return HARMLESS;
  }
}

/**
 * @param {Element} element
 * @param {Position | null} [position]
 * @returns {Effect} of a click on what the pointer currently hits: the element or a descendant
 */
function effectOfPointer(element, position) {
  const found = findClickPoint(element, position);
  return effectOfClick('hit' in found ? found.hit : element);
}

/**
 * @param {Element} element
 * @returns {Effect} If it is hidden, its label or its visual proxy is clicked.
 */
function effectOfToggle(element) {
  const found = findClickPoint(element);
  if ('hit' in found) return effectOfClick(found.hit);
  const proxy = isToggle(element) ? visualProxyOf(element) : null;
  const clickable = [element, ...labelsOf(element), ...(proxy ? [proxy] : [])];
  return together(clickable.map(effectOfClick));
}

/**
 * @param {Element} element
 * @param {Position | null} [position]
 * @returns {Effect} of the click after a release; a native drag ends without a click
 */
function effectOfDrag(element, position) {
  const found = findClickPoint(element, position);
  const pressed = 'hit' in found ? found.hit : element;
  return flatPath(pressed).some(isDraggable) ? HARMLESS : effectOfClick(pressed);
}

/**
 * @param {Element} element
 * @param {string | undefined} text
 * @returns {Effect} of the click after the selection
 */
function effectOfSelection(element, text) {
  if (isTextField(element)) return effectOfPointer(element);
  const found = findText(element, text);
  if (!('range' in found)) return HARMLESS;
  const { commonAncestorContainer: common } = found.range;
  const clicked = nodeType.call(common) === 1 ? common : parentElementOf(common);
  return clicked ? effectOfClick(/** @type {Element} */ (clicked)) : HARMLESS;
}

/**
 * @param {Element} element
 * @param {import('../widgets/match-options.js').OptionQuery} query
 * @returns {Effect} of clicks on a list that the page draws, and on its options that are visible
 */
function effectOfOptions(element, query) {
  if (!isListWidget(element)) return HARMLESS;
  const isOpen =
    ownRole(element) === 'listbox' || getAttribute.call(element, 'aria-expanded') === 'true';
  const options = isOpen ? matchOptions(optionsOf(element), query, WIDGET_OPTIONS) : [];
  const clicked = [element, ...options].filter((option) => option !== undefined);
  return together(clicked.map((each) => effectOfPointer(each)));
}

const TAB = /(?:^|\+)Tab$/;
const ENTER = /(?:Enter|Return)$/;

/** @param {Element} element @param {string[]} keys @returns {Effect} */
function effectOfKeys(element, keys) {
  const tab = keys.findIndex((key) => TAB.test(key));
  const here = tab < 0 ? keys : keys.slice(0, tab);
  const effects = here
    .filter(clicksByKey)
    .map((key) => (ENTER.test(key) ? effectOfEnter(element) : effectOfSpace(element)));
  // After Tab it is unknown what has the focus.
  const isUnknown = keys.slice(here.length).some(clicksByKey);
  return together(isUnknown ? [...effects, UNKNOWN] : effects);
}

/** @param {Element} form that is a tool @returns {Effect} */
const effectOfToolForm = (form) => effectOfForm(/** @type {HTMLFormElement} */ (form));

/** @param {Element} element @param {string} text @returns {Effect} */
const effectOfText = (element, text) =>
  together([
    text.includes('\n') ? effectOfEnter(element) : HARMLESS,
    text.includes(' ') ? effectOfSpace(element) : HARMLESS,
  ]);

/**
 * @param {Element} element that is focused first, unless it contains what has the focus
 * @returns {Element} what receives the keys
 */
const keyTargetOf = (element) => (hasFocusWithin(element) ? keyTarget() : element);

/** @param {Element} element @returns {Effect} Space clicks buttons and toggles, but not links. */
function effectOfSpace(element) {
  const target = keyTargetOf(element);
  if (mayDelegate(target)) return UNKNOWN;
  return isButton(target) || isToggle(target) ? effectOfClick(target) : HARMLESS;
}

/** @param {Element} element @returns {Effect} */
function effectOfEnter(element) {
  const target = keyTargetOf(element);
  if (mayDelegate(target)) return UNKNOWN;
  if (isLink(target) || isButton(target)) return effectOfClick(target);
  return typeOf(target) === '' ? HARMLESS : effectOfImplicitSubmission(target);
}

/** @param {Element} target @returns {boolean} its shadow root may give the focus to another one */
const mayDelegate = (target) => shadowRootOf(target) !== null;

/** @param {Element} field @returns {Effect} Enter clicks the default button of its form. */
function effectOfImplicitSubmission(field) {
  const form = ownerForm(field);
  const button = form && defaultButton(form);
  return button ? effectOfClick(button) : effectOfForm(form);
}
