//! The looks of SVG elements: shapes, and icons that consist of several shapes.

import { getAttribute, getBoundingClientRect, localName, querySelectorAll } from '../dom/dom.js';
import { classOf, paintOf, redacted, shortened } from './visual-box.js';

/** @typedef {import('./visual.js').Look} Look */

/** Elements that are a shape. */
export const SHAPES = new Set([
  ...['circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon', 'path', 'image', 'use'],
]);
/** The largest icon, in CSS pixels: its shapes are not listed one by one. */
const MAX_ICON = 48;
/** The number of shapes of an icon in which its colour and a reference are looked for. */
const MAX_SHAPES = 100;

/** Shapes that are rendered where they are, and not by reference. */
const RENDERED = `:not(defs, symbol, clipPath, mask, marker, pattern) > :is(${[...SHAPES]})`;

/** @param {Element} svg @returns {Element[]} */
const shapesIn = (svg) => [...querySelectorAll.element.call(svg, RENDERED)];

/** @param {Element} svg @returns {boolean} a small image of several shapes without text */
export function isIcon(svg) {
  const { width, height } = getBoundingClientRect.call(svg);
  if (width > MAX_ICON || height > MAX_ICON) return false;
  return shapesIn(svg).length > 1 && querySelectorAll.element.call(svg, 'text').length === 0;
}

/** @param {CSSStyleDeclaration} style @returns {string} empty for none */
function strokeOf(style) {
  const isDrawn = parseFloat(style.strokeWidth) > 0 && Number(style.strokeOpacity) > 0;
  return style.stroke === 'none' || !isDrawn ? '' : style.stroke;
}

/** @param {Element} element @returns {string} the address of a `use` or `image` */
const addressOf = (element) =>
  redacted(getAttribute.call(element, 'href') ?? getAttribute.call(element, 'xlink:href') ?? '');

/**
 * @param {Element} element a shape, or an `svg` that is an icon
 * @param {string} tag
 * @param {CSSStyleDeclaration} style
 * @returns {Look}
 */
export function shapeFact(element, tag, style) {
  if (tag === 'svg') return iconFact(element);
  const points = getAttribute.call(element, tag === 'path' ? 'd' : 'points') ?? '';
  return {
    kind: 'shape',
    style: { color: tag === 'image' ? '' : paintOf(style), behind: '', size: 0 },
    stroke: strokeOf(style),
    points: shortened(points),
    image: tag === 'use' || tag === 'image' ? addressOf(element) : '',
  };
}

/** @param {Element} svg @returns {Look} in the colour of its first shape */
function iconFact(svg) {
  const shapes = shapesIn(svg).slice(0, MAX_SHAPES);
  const styles = shapes.map((shape) => getComputedStyle(shape));
  const paints = styles.map((style) => paintOf(style) || strokeOf(style));
  const use = shapes.find((shape) => localName.call(shape) === 'use');
  return {
    kind: 'image',
    style: { color: paints.find((paint) => paint !== '') ?? '', behind: '', size: 0 },
    image: use ? addressOf(use) : '',
    class: classOf(svg),
  };
}
