//! Text that is rendered, but that a user can't see: it is transparent, tiny, clipped, outside of
//! the page, or has the colour of its background. Few declarations have that effect; hints say
//! which elements they may apply to, and only there the computed style and the box are read.

import { isLaidOut } from '../dom/skipped-content.js';
import {
  documentElement,
  getBoundingClientRect,
  inlineStyleOf,
  localName,
  offsetSize,
} from '../dom/dom.js';
import { isInkOfBackground, mayBeOfBackground } from './text-color.js';

/** Text and contents of at most this opacity are invisible. */
const MAX_OPACITY = 0.1;
/** Text of less than this size is unreadable, in CSS pixels. */
const MIN_FONT_SIZE = 4;
/** A box of this size or less shows no text, in CSS pixels. */
const MAX_EMPTY_SIZE = 1;

const VARIABLE = 'var\\(|calc\\(';
const FAR = new RegExp(`^-(?:\\d{3,}|\\d{2,}(?:r?em|v[wh]))|${VARIABLE}`);
const EMPTY_SIZE = /^[01](?:\.\d+)?(?:px)?$/;
const TRANSPARENT = /^transparent$|(?:^rgba\(.*,|\/) 0(?:\.0\d*|\.1)?\)$/;

/** @type {Map<string, RegExp>} property → values that may hide text */
const HIDING = new Map([
  ['opacity', new RegExp(`^0(?:\\.0\\d*|\\.1)?$|%|${VARIABLE}`)],
  ['font-size', /^(?:0[a-z%]*|[0-3](?:\.\d+)?(?:px|pt)|0?\.[0-3]\d*r?em|[12]?\d(?:\.\d+)?%)$/],
  ['color', TRANSPARENT],
  ['-webkit-text-fill-color', TRANSPARENT],
  ['text-indent', new RegExp(`^-\\d{2,}|^(?:9\\d|\\d{3,})%|^\\d{4,}|${VARIABLE}`)],
  ['clip', /^rect|var\(/],
  ['clip-path', /^(?!none|initial|unset)/],
  ['filter', /opacity|url|var\(/],
  ['transform', /scale\w*\([^)]*\b0(?:\.0\d*)?[,)]|matrix|rotate[XY3]|-\d{3,}|var\(/],
  ['scale', /^0|\b0$|var\(/],
  ['translate', FAR],
  ['left', FAR],
  ['right', FAR],
  ['top', FAR],
  ['bottom', FAR],
  ['margin-left', FAR],
  ['margin-top', FAR],
  ['width', EMPTY_SIZE],
  ['height', EMPTY_SIZE],
  ['max-width', EMPTY_SIZE],
  ['max-height', EMPTY_SIZE],
  ['animation-name', /^(?!none|initial|unset)/],
]);

/**
 * @param {CSSStyleDeclaration} declared of a rule or of a `style` attribute
 * @returns {boolean} it may hide the text of the elements that it applies to
 */
export function mayHideText(declared) {
  for (let index = 0; index < declared.length; index++) {
    const name = declared[index];
    const values = HIDING.get(name);
    if (values === undefined) continue;
    const value = declared.getPropertyValue(name);
    if (values.test(value) || (values === TRANSPARENT && mayBeOfBackground(declared, value))) {
      return true;
    }
  }
  return false;
}

/** @param {Element} element @returns {boolean} its `style` attribute may hide its text */
export const mayHideOwnText = (element) => {
  const declared = inlineStyleOf(element);
  return declared !== undefined && mayHideText(declared);
};

/**
 * @param {Element} element
 * @returns {'all' | 'clipped' | ''} `all`: everything in it is invisible, whatever the style of its
 *   descendants; `clipped`: apart from what its box does not clip
 */
export function hidesContent(element) {
  const style = getComputedStyle(element);
  const isFaint = Number(style.opacity) <= MAX_OPACITY || isFilteredAway(style.filter);
  if (isFaint || isClippedAway(style)) return 'all';
  return isLaidOut(element) && isEmptyBox(element, style) ? 'clipped' : '';
}

/** @param {string} filter computed @returns {boolean} */
const isFilteredAway = (filter) => {
  const opacity = /opacity\(([\d.]+)\)/.exec(filter);
  return opacity !== null && Number(opacity[1]) <= MAX_OPACITY;
};

/** @param {CSSStyleDeclaration} style computed @returns {boolean} its clip shows nothing of it */
function isClippedAway({ clip, clipPath, position }) {
  if (/^(?:circle|ellipse)\(0|^inset\((?:[5-9]\d|\d{3,})(?:\.\d+)?%\)/.test(clipPath)) return true;
  // The corners of a polygon, without an area if all are the same.
  const corners = /^polygon\((.*)\)$/.exec(clipPath)?.[1].split(', ');
  if (corners?.every((corner) => corner === corners[0])) return true;
  const edges = /^rect\((.*)\)$/.exec(clip)?.[1].split(/,? /).map(parseFloat);
  if (!edges || !/absolute|fixed/.test(position)) return false;
  const [top, right, bottom, left] = edges;
  return right - left <= MAX_EMPTY_SIZE || bottom - top <= MAX_EMPTY_SIZE;
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style computed
 * @returns {boolean} its box has no area, and shows nothing outside of it
 */
function isEmptyBox(element, style) {
  const { width, height } = getBoundingClientRect.call(element);
  const isThin = width <= MAX_EMPTY_SIZE || height <= MAX_EMPTY_SIZE;
  if (!isThin || style.display === 'contents' || style.display === 'inline') return false;
  if (clipsViewport(element)) return false;
  const isClipping = style.overflowX !== 'visible' || style.overflowY !== 'visible';
  const [laidOutWidth, laidOutHeight] = offsetSize(element);
  const isScaledAway =
    (width === 0 && laidOutWidth > MAX_EMPTY_SIZE) ||
    (height === 0 && laidOutHeight > MAX_EMPTY_SIZE);
  return isClipping || isScaledAway;
}

/** @param {Element} element @returns {boolean} the viewport has its `overflow` instead */
function clipsViewport(element) {
  const root = documentElement();
  if (element === root) return true;
  if (localName.call(element) !== 'body' || root === null) return false;
  const { overflowX, overflowY } = getComputedStyle(root);
  return overflowX === 'visible' && overflowY === 'visible';
}

/**
 * @param {Element} element
 * @returns {boolean} its own text is tiny, or its opacity or that of an ancestor is 0
 */
export const isTextPlainlyUnseen = (element) =>
  parseFloat(getComputedStyle(element).fontSize) < MIN_FONT_SIZE ||
  (!isLaidOut(element, { opacityProperty: true }) && isLaidOut(element));

/**
 * @param {Element} element whose ancestors do not hide its content
 * @returns {boolean} the text of its own text nodes is invisible
 */
export function isTextUnseen(element) {
  const style = getComputedStyle(element);
  if (parseFloat(style.fontSize) < MIN_FONT_SIZE || isInkTransparent(style)) return true;
  if (!isLaidOut(element)) return false;
  if (isInkOfBackground(element, style)) return true;
  if (!isLaidOut(element, { opacityProperty: true }) || isEmptyBox(element, style)) return true;
  return isOutsidePage(element, style);
}

/** @param {CSSStyleDeclaration} style computed @returns {boolean} */
const isInkTransparent = ({ webkitTextFillColor, backgroundClip, textShadow }) =>
  TRANSPARENT.test(webkitTextFillColor) && backgroundClip !== 'text' && textShadow === 'none';

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style computed
 * @returns {boolean} no scrolling shows its text
 */
function isOutsidePage(element, { textIndent, overflowX, direction }) {
  const { left, right, bottom, width } = getBoundingClientRect.call(element);
  if (left === right) return false;
  const indent = parseFloat(textIndent) * (textIndent.endsWith('%') ? width / 100 : 1);
  if (-indent >= width || (indent >= width && overflowX !== 'visible')) return true;
  if (bottom + window.scrollY <= 0) return true;
  return direction === 'ltr' && right + window.scrollX <= 0;
}
