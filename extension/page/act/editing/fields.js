//! Which elements take text, which hold a value of another kind, and what they hold. It knows no
//! events.

import { documentProperty, editableOf, inputType, localName, matches } from '../../dom/dom.js';
import { editContextOf } from './edit-context.js';
import { fieldValue, innerTextOf, isHtml, isReadOnly } from '../dom-methods.js';
import { flatParent } from '../flat-tree.js';

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);
/** Types whose value is chosen, not written. */
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

/** @param {Element} element @returns {string} type of an input; '' of all else */
export const typeOf = (element) =>
  isHtml(element) && localName.call(element) === 'input' ? inputType.call(element) : '';

/** @param {Element} element @returns {boolean} a field that text is written in */
export const isTextField = (element) => TEXT_TYPES.has(typeOf(element)) || isTextarea(element);

/** @param {Element} element */
export const isTextarea = (element) => isHtml(element) && localName.call(element) === 'textarea';

/** @param {Element} element */
export const isChosen = (element) => CHOSEN_TYPES.has(typeOf(element));

/** @param {Element} element @returns {boolean} its text is the page's own, and can be edited */
export const isEditableText = (element) =>
  isHtml(element) &&
  (editableOf.call(element) === true ||
    editContextOf(element) !== null ||
    documentProperty.designMode.call(document) === 'on');

/** @param {Element} element @returns {boolean} text typed while it has the focus goes into it */
export const takesText = (element) =>
  isTextField(element)
    ? !isReadOnly(element) && !matches.call(element, ':disabled')
    : isEditableText(element);

/** @param {Element} element @returns {Element} the outermost one of what is edited with it */
export function editingHost(element) {
  let host = element;
  const body = documentProperty.body.call(document);
  for (let outer = flatParent(host); outer && isEditableText(outer); outer = flatParent(host)) {
    if (host === body) break;
    host = outer;
  }
  return host;
}

/** @param {Element} element @returns {string} what it holds, as a person reads it */
export function textOf(element) {
  if (isTextField(element) || isChosen(element)) return fieldValue(element);
  const text = innerTextOf(element);
  return text.replace(/\u00a0/g, ' ').replace(/\n$/, '');
}
