//! Which fields may show suggestions for their text some time after it has changed. Most pages mark
//! them in one of several ways; a timer or a request that a page has started can't be observed.

import {
  getAttribute,
  hasAttribute,
  matches,
  nextElement,
  parentElementOf,
} from '../../dom/dom.js';
import { hasBox } from '../checks/boxes.js';
import { ownRole } from '../dom-methods.js';
import { isTextarea, isTextField, typeOf } from '../editing/fields.js';
import { flatChildren } from '../flat-tree.js';
import { isListWidget } from './widget-options.js';

/** Types of fields whose text is no search. */
const TYPES_WITHOUT_LIST = new Set(['password', 'number']);
/** Attributes that relate a field to a list. */
const RELATIONS = ['aria-controls', 'aria-owns', 'aria-activedescendant', 'aria-haspopup'];
const SEARCH_ROLES = new Set(['searchbox', 'search', 'combobox']);
const SEARCH_CLASS = /search|suggest|auto-?complete|type-?ahead|combo-?box/i;
const LISTS = 'ul, ol, [role=listbox], [role=menu], [role=grid]';
/** The field, its label, and the element around them. */
const LEVELS = 3;

/** @param {Element} field */
const isMarked = (field) =>
  isListWidget(field) ||
  RELATIONS.some((name) => hasAttribute.call(field, name)) ||
  ['list', 'both'].includes(getAttribute.call(field, 'aria-autocomplete') ?? '') ||
  // A page that draws its own list usually switches off that of the browser.
  getAttribute.call(field, 'autocomplete') === 'off' ||
  typeOf(field) === 'search';

/** @param {Element} element @returns {boolean} its role or its names are those of a search */
const isSearch = (element) =>
  SEARCH_ROLES.has(ownRole(element)) ||
  ['id', 'class', 'name'].some((name) => SEARCH_CLASS.test(getAttribute.call(element, name) ?? ''));

/** @param {Element} element @returns {boolean} a list after it that shows nothing yet */
function precedesEmptyList(element) {
  const next = nextElement.call(element);
  return next !== null && matches.call(next, LISTS) && (isEmpty(next) || !hasBox(next));
}

/** @param {Element} list */
const isEmpty = (list) => flatChildren(list).every((node) => !(node instanceof Element));

/** @param {Element} field @returns {boolean} */
export function mayOpenList(field) {
  if (TYPES_WITHOUT_LIST.has(typeOf(field))) return isListWidget(field);
  if (isMarked(field)) return true;
  if (!isTextField(field) || isTextarea(field)) return false;
  let at = /** @type {Element | null} */ (field);
  for (let level = 0; at && level < LEVELS; level++) {
    if (isSearch(at) || (level < LEVELS - 1 && precedesEmptyList(at))) return true;
    at = parentElementOf(at);
  }
  return false;
}
