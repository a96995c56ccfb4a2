//! Which elements accept text, which have a value of another kind, and their contents.

import { documentProperty, editableOf, inputType, localName, matches } from '../../dom/dom.js';
import { editContextOf } from './edit-context.js';
import { fieldValue, innerTextOf, isHtml, isReadOnly } from '../dom-methods.js';
import { flatParent } from '../flat-tree.js';

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);
/** Types whose value is chosen instead of typed. */
const CHOSEN_TYPES = new Set([
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
  'color',
  'range',
  'number',
]);

/** @param {Element} element @returns {string} the type of an input, otherwise '' */
export const typeOf = (element) =>
  isHtml(element) && localName.call(element) === 'input' ? inputType.call(element) : '';

/** @param {Element} element @returns {boolean} a text input or a textarea */
export const isTextField = (element) => TEXT_TYPES.has(typeOf(element)) || isTextarea(element);

/** @param {Element} element */
export const isTextarea = (element) => isHtml(element) && localName.call(element) === 'textarea';

/** @param {Element} element */
export const isChosen = (element) => CHOSEN_TYPES.has(typeOf(element));

/**
 * @param {Element} element
 * @returns {boolean} contenteditable, with an `EditContext`, or in design mode
 */
export const isEditableText = (element) =>
  isHtml(element) &&
  (editableOf.call(element) === true ||
    editContextOf(element) !== null ||
    documentProperty.designMode.call(document) === 'on');

/**
 * @param {Element} element
 * @returns {boolean} text that is typed while it has the focus is inserted in it
 */
export const takesText = (element) =>
  isTextField(element)
    ? !isReadOnly(element) && !matches.call(element, ':disabled')
    : isEditableText(element);

/** @param {Element} element @returns {Element} its outermost editable ancestor, or itself */
export function editingHost(element) {
  let host = element;
  const body = documentProperty.body.call(document);
  for (let outer = flatParent(host); outer && isEditableText(outer); outer = flatParent(host)) {
    if (host === body) break;
    host = outer;
  }
  return host;
}

/** @param {Element} element @returns {string} its value, or its rendered text */
export function textOf(element) {
  if (isTextField(element) || isChosen(element)) return fieldValue(element);
  const text = innerTextOf(element);
  return text.replace(/\u00a0/g, ' ').replace(/\n$/, '');
}

/** @param {string} text @returns {string} with the newlines of a textarea's value */
export const normalizeNewlines = (text) => text.replace(/\r\n?/g, '\n');
