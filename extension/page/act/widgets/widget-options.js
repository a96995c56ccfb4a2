//! The options of lists that the page draws itself: of a listbox, and of the list that a combobox
//! opens anywhere in the document.

import {
  dataOf,
  elementById,
  getAttribute,
  getRootNode,
  isConnected,
  localName,
  nodeType,
} from '../../dom/dom.js';
import { hasBox } from '../checks/boxes.js';
import { ownRole } from '../dom-methods.js';
import { NOT_RENDERED, flatChildren, flatPath } from '../flat-tree.js';
import { waitFor } from '../watch/wait-for.js';
import { collapseSpaces } from './match-options.js';

const OPTION_ROLES = new Set([
  'option',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'treeitem',
]);
const LIST_ROLES = new Set(['listbox', 'menu', 'tree', 'grid']);
const RELATIONS = ['aria-controls', 'aria-owns'];
const MAX_ELEMENTS = 20_000;
/** Most lists that are fetched are open after this time. */
const LIST_TIMEOUT_MS = 500;

/**
 * @param {Element[]} roots
 * @param {Set<string>} roles
 * @returns {Element[]} elements of these roles, in the order of the flat tree
 */
function withRole(roots, roles) {
  const found = [];
  const stack = [...roots].reverse();
  for (let count = 0; stack.length > 0 && count < MAX_ELEMENTS; count++) {
    const element = /** @type {Element} */ (stack.pop());
    if (roles.has(ownRole(element))) found.push(element);
    const children = flatChildren(element).filter((node) => nodeType.call(node) === 1);
    stack.push(.../** @type {Element[]} */ (children.reverse()));
  }
  return found;
}

/** @param {Element} element @returns {string} its rendered text, with slots and shadow roots */
function textOf(element) {
  if (NOT_RENDERED.has(localName.call(element)) || getComputedStyle(element).display === 'none')
    return '';
  const parts = flatChildren(element).map((node) => {
    const type = nodeType.call(node);
    if (type === 3) return dataOf.call(node);
    return type === 1 ? ` ${textOf(/** @type {Element} */ (node))} ` : '';
  });
  return parts.join('');
}

/** @param {Element} element @returns {Element[]} the elements that it references as its list */
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
 * @returns {Element[]} its options that are rendered, in view or not
 */
export function optionsOf(widget) {
  const own = withRole([widget, ...related(widget)], OPTION_ROLES).filter(hasBox);
  if (own.length > 0 || LIST_ROLES.has(ownRole(widget))) return own;
  // Some comboboxes don't reference their list.
  const lists = withRole([document.documentElement], LIST_ROLES).filter(hasBox);
  return withRole(lists, OPTION_ROLES).filter(hasBox);
}

/** @param {Element} option */
export const isSelected = (option) =>
  ['aria-selected', 'aria-checked'].some((name) => getAttribute.call(option, name) === 'true');

/** @param {Element} option @returns {Element | null} */
export const listOf = (option) =>
  flatPath(option).find((element) => LIST_ROLES.has(ownRole(element))) ?? null;

/**
 * @param {Element} option
 * @returns {Element[]} the selected options of its list
 */
export function selectedWith(option) {
  const list = listOf(option);
  return list ? withRole([list], OPTION_ROLES).filter(isSelected) : [];
}

/** @type {import('./match-options.js').OptionReader} */
export const WIDGET_OPTIONS = {
  valueOf: (option) =>
    getAttribute.call(option, 'value') ?? getAttribute.call(option, 'data-value'),
  labelOf: (option) => collapseSpaces(getAttribute.call(option, 'aria-label') ?? textOf(option)),
  namesOf: (option) => [
    collapseSpaces(textOf(option)),
    collapseSpaces(getAttribute.call(option, 'aria-label') ?? textOf(option)),
  ],
  isDisabled: (option) => getAttribute.call(option, 'aria-disabled') === 'true',
};

/** @param {Element} element @returns {boolean} it has options and is not a native `select` */
export const isListWidget = (element) =>
  ['listbox', 'combobox'].includes(ownRole(element)) ||
  getAttribute.call(element, 'aria-haspopup') === 'listbox';

/**
 * Waits for the list that text in a combobox opens after some time.
 * @param {Element} element
 * @param {import('../action.js').ActionHooks} hooks
 */
export async function waitForList(element, hooks) {
  if (!isListWidget(element)) return;
  const isOpen = () => getAttribute.call(element, 'aria-expanded') !== 'false';
  await waitFor(() => isOpen() || !isConnected.call(element), LIST_TIMEOUT_MS, hooks);
}
