//! What a record contains of computed style: functions of a live style, so that each can be read
//! again later.

import {
  DISPLAY,
  DISPLAY_VALUES,
  FLAG,
  LIST_STYLE,
  LIST_STYLE_VALUES,
} from '../recorder/record-format.js';

/** Cursors over what is dragged; the last value, after images. */
const OF_DRAGGED = /(?:^|[\s,])(?:move|grab|\w+-resize)$/;

/** @param {CSSStyleDeclaration} style @returns {number} flags */
export const displayOf = (style) => DISPLAY_VALUES.get(style.display) ?? DISPLAY.block;

/** @param {CSSStyleDeclaration} style @returns {number} flags of display, visibility and cursor */
export const renderingOf = (style) => {
  const display = displayOf(style);
  if (display === 0 || display & FLAG.outsideFlatTree) return display;
  const { cursor } = style;
  return (
    display |
    (style.visibility === 'visible' ? 0 : FLAG.invisible) |
    (cursor.endsWith('pointer') ? FLAG.pointer : 0) |
    (cursor !== 'auto' && OF_DRAGGED.test(cursor) ? FLAG.draggable : 0)
  );
};

/** @param {CSSStyleDeclaration} style @returns {number} flags */
export const skippedOf = (style) =>
  (style.contentVisibility === 'hidden' ? FLAG.contentsSkipped : 0) |
  (style.getPropertyValue('interactivity') === 'inert' ? FLAG.inert : 0);

/** @param {CSSStyleDeclaration} style @returns {number} flags */
export const transformationOf = (style) => {
  const transformation = style.textTransform;
  if (transformation === 'none') return 0;
  return (
    (transformation.includes('uppercase') ? FLAG.uppercase : 0) |
    (transformation.includes('lowercase') ? FLAG.lowercase : 0) |
    (transformation.includes('capitalize') ? FLAG.capitalize : 0)
  );
};

/** @param {CSSStyleDeclaration} style @returns {number} flags */
export const lineBreaksOf = (style) => {
  const collapse = style.whiteSpaceCollapse;
  return collapse !== 'collapse' && collapse !== 'preserve-spaces' ? FLAG.keepsBreaks : 0;
};

/** @param {CSSStyleDeclaration} style @returns {number} value of the fact; 0: no marker */
export const listStyleOf = (style) => {
  const type = style.listStyleType;
  if (type === 'none' || style.listStyleImage !== 'none') return 0;
  return LIST_STYLE_VALUES.get(type) ?? LIST_STYLE.other;
};

/** @param {CSSStyleDeclaration} style */
export const contentOf = (style) => style.content;

/** @param {CSSStyleDeclaration} style */
export const quotesOf = (style) => style.quotes;

/** @param {CSSStyleDeclaration} style */
export const isVisible = (style) => style.visibility === 'visible';

/** @param {CSSStyleDeclaration} style nothing around it clips it, apart from the viewport */
export const isFixed = (style) => style.position === 'fixed';

/** @param {CSSStyleDeclaration} style it shows dots instead of characters */
export const isMasked = (style) =>
  /^(?:disc|circle|square)$/.test(style.getPropertyValue('-webkit-text-security'));
