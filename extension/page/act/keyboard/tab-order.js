//! Where the Tab key goes: through the document, shadow roots and slots in the order of `tabindex`,
//! within a modal dialog as long as one is open. A frame is one stop; what is in it, its own
//! document knows. It moves no focus.

import {
  checkVisibility,
  detailsOpen,
  getAttribute,
  hasAttribute,
  localName,
  matches,
  parentElementOf,
  querySelectorAll,
  tabIndexOf,
} from '../../dom/dom.js';
import { assignedNodes, children, isHtml } from '../dom-methods.js';
import { isEditableText, typeOf } from '../editing/fields.js';
import { flatPath, shadowRootOf } from '../flat-tree.js';
import { isSkippedByTab } from './radio-groups.js';
import { isScroller } from '../pointer/scrollers.js';

/** @typedef {{element: Element, tabIndex: number, isStop: boolean, inner: Element[]}} Entry */

/** Focusable by themselves, beside what `tabindex` and `contenteditable` make so. */
const NATIVE =
  'a[href], area[href], button, input:not([type=hidden i]), select, textarea, iframe, frame, ' +
  'object, embed, audio[controls], video[controls], details > summary:first-of-type';

/** @param {Element} element @returns {number | null} null where it can't have the focus */
function ownTabIndex(element) {
  const written = parseInt(getAttribute.call(element, 'tabindex') ?? '', 10);
  if (!Number.isNaN(written)) return written;
  if (matches.call(element, NATIVE)) return isHtml(element) ? tabIndexOf.call(element) : 0;
  const parent = parentElementOf(element);
  const isHost = isEditableText(element) && !(parent !== null && isEditableText(parent));
  return isHost || (isScroller(element) && !hasStopWithin(element)) ? 0 : null;
}

/** @param {Element} element */
const hasStopWithin = (element) =>
  querySelectorAll.element.call(element, `:is(${NATIVE}, [tabindex])`).length > 0;

/** @param {Element} element */
const canHaveFocus = (element) =>
  !matches.call(element, ':disabled') &&
  checkVisibility.call(element, { visibilityProperty: true }) &&
  !(typeOf(element) === 'radio' && isSkippedByTab(element));

/** @param {Element} element @returns {boolean} nothing in it can have the focus */
const isClosed = (element) =>
  hasAttribute.call(element, 'inert') ||
  (getComputedStyle(element).display !== 'contents' && !checkVisibility.call(element));

/** @param {Element} element @returns {Element[] | null} what it shows in a scope of its own */
function scopeOf(element) {
  const root = shadowRootOf(element);
  if (root !== null) return [...root.children];
  if (localName.call(element) !== 'slot') return null;
  const assigned = assignedNodes.call(/** @type {HTMLSlotElement} */ (element), { flatten: true });
  const elements = assigned.filter((node) => node.nodeType === 1);
  return elements.length > 0 ? /** @type {Element[]} */ (elements) : null;
}

/** @param {Element} element @returns {Element[]} */
const lightChildren = (element) => {
  const all = [...children.call(element)];
  const isFolded = localName.call(element) === 'details' && !detailsOpen.call(element);
  return isFolded ? all.filter((child) => localName.call(child) === 'summary').slice(0, 1) : all;
};

/**
 * @param {Element[]} elements of one scope
 * @param {Element | null} current counts, whether Tab goes there or not
 * @param {Entry[]} entries
 */
function gather(elements, current, entries) {
  for (const element of elements) {
    if (isClosed(element)) continue;
    const inner = scopeOf(element);
    const own = ownTabIndex(element);
    const tabIndex = own ?? 0;
    const isStop = element === current || (own !== null && own >= 0 && canHaveFocus(element));
    if (isStop || inner !== null)
      entries.push({
        element,
        tabIndex: element === current ? Math.max(tabIndex, 0) : tabIndex,
        isStop,
        inner: inner ?? [],
      });
    if (inner === null) gather(lightChildren(element), current, entries);
  }
}

/** @param {Element[]} elements of one scope @param {Element | null} current @returns {Element[]} */
function orderOf(elements, current) {
  /** @type {Entry[]} */
  const entries = [];
  gather(elements, current, entries);
  const reached = entries.filter(({ tabIndex }) => tabIndex >= 0);
  const rank = (/** @type {Entry} */ { tabIndex }) => tabIndex || Infinity;
  const sorted = reached.sort((one, other) =>
    rank(one) < rank(other) ? -1 : +(rank(one) > rank(other)),
  );
  return sorted.flatMap(({ element, isStop, inner }) => [
    ...(isStop ? [element] : []),
    ...orderOf(inner, current),
  ]);
}

/** @param {Element | null} current @returns {Element[]} what the order is of */
function scopeRoots(current) {
  const modals = [...querySelectorAll.document.call(document, ':modal')];
  const around = flatPath(current).find((node) => matches.call(node, ':modal'));
  const modal = around ?? modals.at(-1);
  const root = modal ?? document.documentElement;
  return root === null ? [] : [root];
}

/** @param {Element | null} element Tab stays in a modal dialog */
const isInModal = (element) => flatPath(element).some((node) => matches.call(node, ':modal'));

/**
 * @param {Element | null} current what has the focus
 * @param {boolean} backwards
 * @returns {Element | null} what has it after Tab; null: it is behind the last
 */
export function nextStop(current, backwards) {
  const order = orderOf(scopeRoots(current), current);
  const stops = backwards ? order.reverse() : order;
  const index = current === null ? -1 : stops.indexOf(current);
  const next = stops.slice(index + 1).find((element) => element !== current);
  const isAround = isInModal(current) || (backwards && window.parent === window);
  return next ?? (isAround ? (stops[0] ?? null) : null);
}
