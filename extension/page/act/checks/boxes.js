//! The boxes of an element: where it can be seen and clicked. An element without a box of its own
//! has those of its contents, and an area of an image map that of its shape.

import {
  checkVisibility,
  closest,
  getAttribute,
  getBoundingClientRect,
  getClientRects,
  getRootNode,
  localName,
  querySelectorAll,
} from '../../dom/dom.js';
import { clientLeft, clientTop } from '../dom-methods.js';

/**
 * @param {Element} element
 * @returns {Element | null} the first rendered image that uses the map of an area; null for other
 *   elements
 */
export function imageOf(element) {
  if (localName.call(element) !== 'area') return null;
  const map = closest.call(element, 'map');
  const name = map && getAttribute.call(map, 'name');
  if (!name) return null;
  const root = getRootNode.call(element);
  const find = root === document ? querySelectorAll.document : querySelectorAll.root;
  const images = find.call(/** @type {Document & ShadowRoot} */ (root), 'img[usemap]');
  const isOfMap = (/** @type {Element} */ image) =>
    getAttribute.call(image, 'usemap') === `#${name}` && checkVisibility.call(image);
  return [...images].find(isOfMap) ?? null;
}

/**
 * @param {Element} area
 * @param {Element} image
 * @returns {DOMRect} around its shape; all of the image for the shape `default`
 */
function boxOfArea(area, image) {
  const outer = getBoundingClientRect.call(image);
  const { paddingLeft, paddingTop } = getComputedStyle(image);
  const x = outer.left + clientLeft.call(image) + parseFloat(paddingLeft);
  const y = outer.top + clientTop.call(image) + parseFloat(paddingTop);
  const coords = (getAttribute.call(area, 'coords') ?? '').split(',').map(Number);
  const shape = (getAttribute.call(area, 'shape') ?? 'rect').toLowerCase();
  if (shape === 'default' || coords.length < 3 || coords.some(Number.isNaN)) return outer;
  if (shape.startsWith('circ')) {
    const [centerX, centerY, radius] = coords;
    const size = 2 * radius;
    return new DOMRect(x + centerX - radius, y + centerY - radius, size, size);
  }
  const across = coords.filter((_, index) => index % 2 === 0);
  const down = coords.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top];
  return new DOMRect(x + left, y + top, width, height);
}

/**
 * @param {Element} element without a box of its own
 * @returns {boolean} whether its contents are visible nevertheless
 */
function showsContents(element) {
  const { display, overflowX, overflowY } = getComputedStyle(element);
  return display === 'contents' || (overflowX === 'visible' && overflowY === 'visible');
}

/**
 * @param {Element} element
 * @returns {DOMRect[]} its boxes; without one of its own, those of its contents
 */
export function boxesOf(element) {
  const image = imageOf(element);
  if (image) return [boxOfArea(element, image)].filter(hasArea);
  const rects = [...getClientRects.call(element)];
  const own = rects.filter(hasArea);
  if (own.length > 0) return own;
  // A horizontal or vertical line of SVG.
  if (element instanceof SVGElement) return rects.filter(hasLength).map(thickened);
  if (!showsContents(element)) return own;
  const range = new Range();
  range.selectNodeContents(element);
  return [...range.getClientRects()].filter(hasArea);
}

/**
 * @param {Element} element
 * @returns {DOMRect} the box around it; without one of its own, around its contents
 */
export function boundingBoxOf(element) {
  const own = getBoundingClientRect.call(element);
  const boxes = hasArea(own) ? [] : boxesOf(element);
  if (boxes.length === 0) return own;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** @param {DOMRect} box */
const hasLength = (box) => box.width > 0 || box.height > 0;

/** @param {DOMRect} line */
const thickened = ({ x, y, width, height }) => new DOMRect(x - 0.5, y - 0.5, width + 1, height + 1);

/** @param {DOMRect} box */
export const hasArea = (box) => box.width > 0 && box.height > 0;

/** @param {Element} element @returns {boolean} it is visible once it is scrolled into view */
export function hasBox(element) {
  const drawn = imageOf(element) ?? element;
  const style = getComputedStyle(drawn);
  if (style.visibility !== 'visible') return false;
  return (
    (style.display === 'contents' || checkVisibility.call(drawn)) && boxesOf(element).length > 0
  );
}
