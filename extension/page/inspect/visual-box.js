//! The looks of HTML elements: boxes with a colour, a background image, borders or generated
//! content, and images without a name.

import { withoutUserInfo } from '../../shared/addresses.js';
import { baseAddress, firstElementChild, getAttribute, getBoundingClientRect } from '../dom/dom.js';

/** @typedef {import('./visual.js').Look} Look */

/** The largest number of characters of an address, a class or points. */
const MAX_LEN = 200;
/** The smallest box, in CSS pixels; smaller ones separate others. */
const MIN_SIZE = 3;
const TRANSPARENT = new Set(['rgba(0, 0, 0, 0)', 'transparent', '']);
const SIDES = ['top', 'right', 'bottom', 'left'];
const NAMES = ['alt', 'aria-label', 'aria-labelledby', 'title'];
const PSEUDO = ['::before', '::after'];

/** @param {string} color */
export const isOpaque = (color) => !TRANSPARENT.has(color);

/** @param {string} text @returns {string} of a limited length */
export const shortened = (text) => text.slice(0, MAX_LEN).toWellFormed();

/**
 * The address in a `url()` or attribute, without user name and password.
 * @param {string} address
 */
export const redacted = (address) =>
  /^\s*(?:url\(\s*["']?)?data:/i.test(address)
    ? 'data:'
    : shortened(withoutUserInfo(address, baseAddress()));

/** @param {Element} element */
export const classOf = (element) => shortened(getAttribute.call(element, 'class') ?? '');

/** @param {CSSStyleDeclaration} style of an SVG shape @returns {string} its fill; empty for none */
export function paintOf(style) {
  const { fill } = style;
  return fill === 'none' || Number(style.fillOpacity) === 0 ? '' : fill;
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @returns {string} the background image or mask; empty for none
 */
function imageOf(element, style) {
  if (style.backgroundImage !== 'none') return redacted(style.backgroundImage);
  if (style.maskImage !== 'none' && style.maskImage !== '') return redacted(style.maskImage);
  const [image] = pseudoStyles(element, style)
    .filter(({ content }) => isGenerated(content))
    .map(({ content, backgroundImage }) => (backgroundImage === 'none' ? content : backgroundImage))
    .filter((value) => value.includes('url(') || value.includes('gradient('));
  return image ? redacted(image) : '';
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @returns {CSSStyleDeclaration[]} none if Chrome does not render them: it would load their images
 */
const pseudoStyles = (element, style) =>
  style.contentVisibility === 'hidden'
    ? []
    : PSEUDO.map((pseudo) => getComputedStyle(element, pseudo));

/** @param {string} content */
const isGenerated = (content) => content !== 'none' && content !== 'normal';

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @returns {{text: string, color: string} | null} its generated text and the colour of that, or the
 *   colour of a generated box
 */
function generatedOf(element, style) {
  const generated = pseudoStyles(element, style).filter(({ content }) => isGenerated(content));
  const text = generated.find(({ content }) => /^"\s*[^\s"]/.test(content));
  if (text) return { text: text.content, color: text.color };
  const box = generated.find(({ backgroundColor }) => isOpaque(backgroundColor));
  return box ? { text: '', color: box.backgroundColor } : null;
}

/** @param {CSSStyleDeclaration} style @returns {string[]} the colours of its visible borders */
const bordersOf = (style) =>
  SIDES.filter((side) => parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0)
    .map((side) => style.getPropertyValue(`border-${side}-color`))
    .filter(isOpaque);

/** @param {Element} element @param {CSSStyleDeclaration} style */
function isRound(element, style) {
  const { width, height } = getBoundingClientRect.call(element);
  const radius = style.borderTopLeftRadius;
  const size = Math.min(width, height);
  return parseFloat(radius) * (radius.includes('%') ? size / 100 : 1) >= size * 0.45 && size > 0;
}

/** @param {CSSStyleDeclaration} style @returns {boolean} it has no area inside its borders */
const isHollow = (style) => parseFloat(style.width) === 0 && parseFloat(style.height) === 0;

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {string} behind the background behind it
 * @returns {Look | null} null if it looks like what is behind it
 */
export function boxFact(element, style, behind) {
  const { width, height } = getBoundingClientRect.call(element);
  if (width < MIN_SIZE || height < MIN_SIZE) return null;
  const color = style.backgroundColor;
  const hasColor = isOpaque(color) && color !== behind;
  const isLeaf = firstElementChild.call(element) === null;
  const borders = isLeaf ? bordersOf(style) : [];
  const image = isLeaf || style.backgroundImage !== 'none' ? imageOf(element, style) : '';
  const generated = isLeaf ? generatedOf(element, style) : null;
  if (!hasColor && borders.length === 0 && image === '' && generated === null) return null;
  const text = generated?.text ?? '';
  const isIcon = image !== '' || text !== '';
  const own = hasColor ? color : '';
  return {
    kind: isIcon ? 'image' : 'box',
    style: { color: own || (generated?.color ?? ''), behind, size: 0 },
    stroke: borders[0] ?? '',
    image,
    text: shortened(text),
    class: isIcon ? classOf(element) : '',
    points: style.clipPath.startsWith('polygon(') ? shortened(style.clipPath) : '',
    round: isRound(element, style),
    hollow: isHollow(style) && borders.length > 0,
  };
}

/**
 * @param {Element} element `img`, `canvas` or `video`
 * @param {string} tag
 * @param {CSSStyleDeclaration} style
 * @param {string} behind
 * @returns {Look | null} null if it has a name
 */
export function imageFact(element, tag, style, behind) {
  if (style.visibility !== 'visible') return null;
  if (NAMES.some((name) => getAttribute.call(element, name)?.trim())) return null;
  const address = tag === 'canvas' ? '' : getAttribute.call(element, 'src');
  return {
    kind: 'image',
    style: { color: '', behind, size: 0 },
    image: redacted(address ?? ''),
    class: classOf(element),
  };
}
