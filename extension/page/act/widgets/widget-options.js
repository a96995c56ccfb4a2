//! The options of lists that a page draws itself: a listbox, and what a combobox opens, wherever in
//! the document that is.

import {
  dataOf,
  elementById,
  getAttribute,
  getRootNode,
  localName,
  nodeType,
} from '../../dom/dom.js';
import { hasBox } from '../checks/checks.js';
import { ownRole } from '../dom-methods.js';
import { flatChildren } from '../flat-tree.js';

const OPTION_ROLES = new Set([
  'option',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'treeitem',
]);
const LIST_ROLES = new Set(['listbox', 'menu', 'tree', 'grid']);
const RELATIONS = ['aria-controls', 'aria-owns'];
const MAX_SEEN = 20_000;

/**
 * @param {Element[]} roots
 * @param {Set<string>} roles
 * @returns {Element[]} elements of these roles, in the order of the flat tree
 */
function withRole(roots, roles) {
  const found = [];
  const open = [...roots].reverse();
  for (let seen = 0; open.length > 0 && seen < MAX_SEEN; seen++) {
    const element = /** @type {Element} */ (open.pop());
    if (roles.has(ownRole(element))) found.push(element);
    const children = flatChildren(element).filter((node) => nodeType.call(node) === 1);
    open.push(.../** @type {Element[]} */ (children.reverse()));
  }
  return found;
}

const UNREAD = new Set(['script', 'style', 'template']);

/** @param {Element} element @returns {string} what it shows, slots and shadow roots too */
function textOf(element) {
  if (UNREAD.has(localName.call(element)) || getComputedStyle(element).display === 'none')
    return '';
  const parts = flatChildren(element).map((node) => {
    const type = nodeType.call(node);
    if (type === 3) return dataOf.call(node);
    return type === 1 ? ` ${textOf(/** @type {Element} */ (node))} ` : '';
  });
  return parts.join('');
}

/** @param {Element} element @returns {Element[]} the lists that it says are its own */
function related(element) {
  const root = getRootNode.call(element);
  const byId = (/** @type {string} */ id) =>
    (root === document ? null : elementById.root.call(/** @type {ShadowRoot} */ (root), id)) ??
    elementById.document.call(document, id);
  return RELATIONS.flatMap((name) => (getAttribute.call(element, name) ?? '').split(/\s+/))
    .map((id) => (id === '' ? null : byId(id)))
    .filter((found) => found !== null);
}

/**
 * @param {Element} widget a listbox, or a combobox whose list is open
 * @returns {Element[]} its options that can be seen, as far as scrolling brings them into view
 */
export function optionsOf(widget) {
  const own = withRole([widget, ...related(widget)], OPTION_ROLES).filter(hasBox);
  if (own.length > 0 || LIST_ROLES.has(ownRole(widget))) return own;
  // Some say of none that it is theirs.
  const lists = withRole([document.documentElement], LIST_ROLES).filter(hasBox);
  return withRole(lists, OPTION_ROLES).filter(hasBox);
}

/** @param {string} text */
const words = (text) => text.replace(/\s+/g, ' ').trim();

/** @param {Element} option */
export const labelOfOption = (option) =>
  words(getAttribute.call(option, 'aria-label') ?? textOf(option));

/** @param {Element} option */
export const isSelected = (option) =>
  ['aria-selected', 'aria-checked'].some((name) => getAttribute.call(option, name) === 'true');

/** @param {Element} option */
export const isDisabledOption = (option) => getAttribute.call(option, 'aria-disabled') === 'true';

/** @param {Element} option */
export const valueOfOption = (option) =>
  getAttribute.call(option, 'value') ?? getAttribute.call(option, 'data-value');

/** @param {Element} element @returns {boolean} it has options, and is no native `select` */
export const isListWidget = (element) =>
  ['listbox', 'combobox'].includes(ownRole(element)) ||
  getAttribute.call(element, 'aria-haspopup') === 'listbox';
