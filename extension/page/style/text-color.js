//! Text in the colour of its background. What is painted behind a text can't be determined in
//! general, so only the plain case is recognized: the background is that of an ancestor or of the
//! page, and nothing on the way is positioned, transformed or has an image.

import { documentElement, documentProperty, parentElementOf } from '../dom/dom.js';

/** Red, green and blue from 0 to 255. @typedef {[number, number, number]} Color */

/** The largest difference of a colour's parts that a user does not see. */
const MAX_DIFFERENCE = 12;
/** From this alpha on, a background hides what is behind it. */
const OPAQUE = 0.9;
/** The colours behind a page without a background. @type {{light: Color, dark: Color}} */
const DEFAULT = { light: [255, 255, 255], dark: [18, 18, 18] };
const COMPUTED = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/;
/** Values that depend on other declarations. */
const DEPENDENT = /^(?:inherit|initial|unset|revert|revert-layer|currentcolor)?$|var\(/i;

/** The colour behind the page. @type {{color: Color}} */
const canvas = { color: DEFAULT.light };
/**
 * The colours behind the texts of elements, for one record; null: unknown.
 * @type {{of: Map<Element, Color | null>}}
 */
const behindTexts = { of: new Map() };

/**
 * Reads the colour behind the page, when a record begins.
 * @returns {boolean} it has changed
 */
export function updateCanvas() {
  behindTexts.of = new Map();
  const before = canvas.color;
  const roots = [documentProperty.body.call(document), documentElement()];
  const backgrounds = roots.map((root) => root && opaque(getComputedStyle(root).backgroundColor));
  canvas.color = backgrounds.find((color) => color !== null) ?? defaultCanvas(roots[1]);
  return !areClose(before, canvas.color);
}

/** @param {Element | null} root @returns {Color} */
function defaultCanvas(root) {
  const scheme = root ? getComputedStyle(root).colorScheme : '';
  const isDark =
    scheme.includes('dark') &&
    (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? DEFAULT.dark : DEFAULT.light;
}

/**
 * @param {CSSStyleDeclaration} declared of a rule or of a `style` attribute
 * @param {string} value of a colour of its text
 * @returns {boolean} it may be the colour of the background
 */
export function mayBeOfBackground(declared, value) {
  if (DEPENDENT.test(value)) return false;
  // The names of colours, and other notations, are rare in style sheets.
  if (!COMPUTED.test(value)) return true;
  const ink = opaque(value);
  const behind = opaque(declared.getPropertyValue('background-color')) ?? canvas.color;
  return ink !== null && areClose(ink, behind);
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style computed
 * @returns {boolean} its text has the colour of what is behind it
 */
export function isInkOfBackground(element, style) {
  const ink = opaque(style.webkitTextFillColor);
  if (ink === null) return false;
  const background = backgroundOf(element, style);
  if (background === null || !areClose(ink, background)) return false;
  return style.textShadow === 'none' && style.webkitTextStrokeWidth === '0px';
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style computed
 * @returns {Color | null} the colour behind its text; null: unknown
 */
function backgroundOf(element, style) {
  const path = [];
  /** @type {Color | null | undefined} */
  let color;
  for (let at = /** @type {Element | null} */ (element); at; at = parentElementOf(at)) {
    color = behindTexts.of.get(at);
    if (color !== undefined) break;
    path.push(at);
    color = ownBackgroundOf(at === element ? style : getComputedStyle(at));
    if (color !== undefined) break;
  }
  const found = color === undefined ? canvas.color : color;
  for (const at of path) behindTexts.of.set(at, found);
  return found;
}

/**
 * @param {CSSStyleDeclaration} style computed
 * @returns {Color | null | undefined} undefined: what is behind the element is visible
 */
function ownBackgroundOf(style) {
  const color = opaque(style.backgroundColor);
  if (color === null && !isPlain(style)) return null;
  return style.backgroundImage === 'none' ? (color ?? undefined) : null;
}

/** @param {CSSStyleDeclaration} style computed @returns {boolean} nothing else is behind it */
const isPlain = ({ position, transform, display, backgroundColor }) =>
  position === 'static' &&
  transform === 'none' &&
  !display.endsWith('grid') &&
  backgroundColor === 'rgba(0, 0, 0, 0)';

/** @param {string} value @returns {Color | null} null unless it is an opaque colour */
function opaque(value) {
  const [, red, green, blue, alpha = '1'] = COMPUTED.exec(value) ?? [];
  if (red === undefined || Number(alpha) < OPAQUE) return null;
  return [Number(red), Number(green), Number(blue)];
}

/** @param {Color} one @param {Color} other */
const areClose = (one, other) =>
  one.every((part, index) => Math.abs(part - other[index]) <= MAX_DIFFERENCE);
