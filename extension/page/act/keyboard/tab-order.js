//! The order of the Tab key: through the document, shadow roots and slots in the order of
//! `tabindex`, inside a modal dialog while one is open. A frame is one stop; the order inside it is
//! computed in its own document.

import {
  assignedNodes,
  getAttribute,
  hasAttribute,
  localName,
  matches,
  parentElementOf,
  querySelectorAll,
  tabIndexOf,
} from '../../dom/dom.js';
import { isClosedDetails, isLaidOut, isSummaryOf, skippedBy } from '../../dom/skipped-content.js';
import { children, isHtml } from '../dom-methods.js';
import { isEditableText, typeOf } from '../editing/fields.js';
import { flatPath, shadowRootOf } from '../flat-tree.js';
import { isSkippedByTab } from './radio-groups.js';
import { isScroller } from '../pointer/scrollers.js';

/** @typedef {{element: Element, tabIndex: number, isStop: boolean, inner: Element[]}} ScopeItem */

/** Focusable without `tabindex` or `contenteditable`. */
const NATIVE =
  'a[href], area[href], button, input:not([type=hidden i]), select, textarea, iframe, frame, ' +
  'object, embed, audio[controls], video[controls], details > summary:first-of-type';

/** @param {Element} element @returns {number | null} null: it is not focusable */
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
  (isLaidOut(element, { visibilityProperty: true }) || skippedBy(element) !== null) &&
  !(typeOf(element) === 'radio' && isSkippedByTab(element));

/** @param {Element} element @returns {boolean} it and its descendants are not focusable */
const isClosed = (element) =>
  hasAttribute.call(element, 'inert') ||
  (!isLaidOut(element) &&
    skippedBy(element) === null &&
    getComputedStyle(element).display !== 'contents');

/** @param {Element} element @returns {Element[] | null} the elements of its own focus scope */
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
  return isClosedDetails(element) ? all.filter((child) => isSummaryOf(child, element)) : all;
};

/**
 * @param {Element[]} elements of one scope
 * @param {Element | null} current is included even if it is not a tab stop
 * @param {ScopeItem[]} items
 */
function gather(elements, current, items) {
  for (const element of elements) {
    if (isClosed(element)) continue;
    const inner = scopeOf(element);
    const own = ownTabIndex(element);
    const tabIndex = own ?? 0;
    const isStop = element === current || (own !== null && own >= 0 && canHaveFocus(element));
    if (isStop || inner !== null)
      items.push({
        element,
        tabIndex: element === current ? Math.max(tabIndex, 0) : tabIndex,
        isStop,
        inner: inner ?? [],
      });
    if (inner === null) gather(lightChildren(element), current, items);
  }
}

/** @param {Element[]} elements of one scope @param {Element | null} current @returns {Element[]} */
function orderOf(elements, current) {
  /** @type {ScopeItem[]} */
  const items = [];
  gather(elements, current, items);
  const reached = items.filter(({ tabIndex }) => tabIndex >= 0);
  const rank = (/** @type {ScopeItem} */ { tabIndex }) => tabIndex || Infinity;
  const sorted = reached.sort((one, other) =>
    rank(one) < rank(other) ? -1 : +(rank(one) > rank(other)),
  );
  return sorted.flatMap(({ element, isStop, inner }) => [
    ...(isStop ? [element] : []),
    ...orderOf(inner, current),
  ]);
}

/** @param {Element} element @returns {boolean} it or an element in it comes before the others */
const hasPositiveIndex = (element) =>
  [element, ...querySelectorAll.element.call(element, '[tabindex]')].some(
    (each) => parseInt(getAttribute.call(each, 'tabindex') ?? '', 10) > 0,
  );

/**
 * The same order as `orderOf`, as far as it is needed: to find the whole order of a large page
 * holds its main thread.
 * @param {Element[]} elements of one scope
 * @param {Element | null} current
 * @returns {Generator<Element>}
 */
function* lazyOrder(elements, current) {
  if (elements.some(hasPositiveIndex)) yield* orderOf(elements, current);
  else for (const element of elements) yield* stopsIn(element, current);
}

/**
 * @param {Element} element
 * @param {Element | null} current
 * @returns {Generator<Element>}
 */
function* stopsIn(element, current) {
  if (isClosed(element)) return;
  const inner = scopeOf(element);
  const own = ownTabIndex(element);
  const isCurrent = element === current;
  if (isCurrent || (own !== null && own >= 0 && canHaveFocus(element))) yield element;
  if (inner !== null) {
    if (isCurrent || (own ?? 0) >= 0) yield* lazyOrder(inner, current);
  } else for (const child of lightChildren(element)) yield* stopsIn(child, current);
}

/** @param {Element | null} current @returns {Element[]} the roots of the order */
function scopeRoots(current) {
  const modals = [...querySelectorAll.document.call(document, ':modal')];
  const around = flatPath(current).find((node) => matches.call(node, ':modal'));
  const modal = around ?? modals.at(-1);
  const root = modal ?? document.documentElement;
  return root === null ? [] : [root];
}

/** @param {Element | null} element Tab does not leave a modal dialog. */
const isInModal = (element) => flatPath(element).some((node) => matches.call(node, ':modal'));

/**
 * @param {Element | null} current the focused element
 * @param {boolean} backwards
 * @returns {Element | null} the element that Tab focuses; null: there is no further stop
 */
export function nextStop(current, backwards) {
  const roots = scopeRoots(current);
  if (!backwards) {
    const near = stopAfter(current, lazyOrder(roots, current));
    if (near !== null) return near;
  }
  const order = orderOf(roots, current);
  const stops = backwards ? order.reverse() : order;
  const index = current === null ? -1 : stops.indexOf(current);
  const next = stops.slice(index + 1).find((element) => element !== current);
  const isAround = isInModal(current) || (backwards && window.parent === window);
  return next ?? (isAround ? (stops[0] ?? null) : null);
}

/**
 * @param {Element | null} current
 * @param {Iterable<Element>} order
 * @returns {Element | null} null if there is none
 */
function stopAfter(current, order) {
  let isPassed = current === null;
  for (const element of order) {
    if (isPassed && element !== current) return element;
    isPassed ||= element === current;
  }
  return null;
}
