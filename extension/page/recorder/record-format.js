//! Generated from protocol/src/wire/record_format.rs by its tests; change it there. The
//! constants of the record format.

export const SECTION_SEPARATOR = '\u001d';
export const STRING_SEPARATOR = '\u001e';
export const REFERENCE_PREFIX = '\u001f';
export const DISPLAY_MASK = 7;
export const NAMESPACE_SHIFT = 8;

/** The first number of an operation. */
export const OPERATION = {
  close: 0,
  open: 1,
  text: 2,
  shadowRoot: 3,
};

/** Bits of a shadow root's mode. */
export const SHADOW_MODE = {
  open: 1,
  closed: 2,
  manualSlots: 4,
};

/** Computed `display`, in the lowest bits of the flags. */
export const DISPLAY = {
  none: 0,
  contents: 1,
  inline: 2,
  inlineBlock: 3,
  block: 4,
  tableRow: 5,
  tableCell: 6,
  unread: 7,
};

/** Namespace of an element, in two bits of the flags. */
export const NAMESPACE = {
  html: 0,
  svg: 1,
  mathMl: 2,
  other: 3,
};

/** Bits of an element's flags. */
export const FLAG = {
  invisible: 8,
  pointer: 1 << 4,
  keepsBreaks: 1 << 5,
  contentsSkipped: 1 << 6,
  listItem: 1 << 7,
  focusable: 1 << 10,
  editable: 1 << 11,
  secret: 1 << 12,
  outsideFlatTree: 1 << 13,
  uppercase: 1 << 15,
  lowercase: 1 << 16,
  capitalize: 1 << 17,
  unseen: 1 << 18,
  inert: 1 << 19,
  draggable: 1 << 20,
};

/** Keys of an element's facts. */
export const FACT = {
  value: -1,
  checked: -2,
  indeterminate: -3,
  selected: -4,
  open: -5,
  before: -6,
  after: -7,
  marker: -8,
  frameIndex: -9,
  valid: -10,
  control: -11,
  modal: -12,
  pseudoBlocks: -13,
  assigned: -14,
  secretValue: -15,
  listStyle: -16,
};

/** Bits of the fact `pseudoBlocks`. */
export const PSEUDO_BLOCK = {
  before: 1,
  after: 2,
};

/** Values of the fact `listStyle`. */
export const LIST_STYLE = {
  disc: 1,
  circle: 2,
  square: 3,
  decimal: 4,
  lowerAlpha: 5,
  upperAlpha: 6,
  lowerRoman: 7,
  upperRoman: 8,
  other: 9,
};

/** Bits of the fifth number of an element's box. */
export const PLACE_FLAG = {
  inViewport: 1,
  covered: 2,
  noSize: 4,
  transparent: 8,
};

/** Namespaces by URI; the default is `NAMESPACE.other`. */
export const NAMESPACES = new Map([
  ['http://www.w3.org/1999/xhtml', 0],
  ['http://www.w3.org/2000/svg', 1],
  ['http://www.w3.org/1998/Math/MathML', 2],
]);

/** Computed `display` → bits of the flags; the default is `DISPLAY.block`. */
export const DISPLAY_VALUES = new Map([
  ['none', 0],
  ['contents', 1],
  ['inline', 2],
  ['ruby', 2],
  ['ruby-text', 2],
  ['math', 2],
  ['inline list-item', 130],
  ['inline-block', 3],
  ['inline-flex', 3],
  ['inline-grid', 3],
  ['inline-table', 3],
  ['-webkit-inline-box', 3],
  ['inline-flow-root', 3],
  ['list-item', 132],
  ['flow-root list-item', 132],
  ['table-row', 5],
  ['table-row-group', 5],
  ['table-header-group', 5],
  ['table-footer-group', 5],
  ['table-column', 5],
  ['table-column-group', 5],
  ['table-caption', 5],
  ['table-cell', 6],
  ['', 8199],
]);

/** Computed `list-style-type` → value of the fact; the default is `LIST_STYLE.other`. */
export const LIST_STYLE_VALUES = new Map([
  ['disc', 1],
  ['circle', 2],
  ['square', 3],
  ['decimal', 4],
  ['decimal-leading-zero', 4],
  ['lower-alpha', 5],
  ['lower-latin', 5],
  ['upper-alpha', 6],
  ['upper-latin', 6],
  ['lower-roman', 7],
  ['upper-roman', 8],
]);

/** Facts whose value is the index of a string. */
export const TEXT_FACTS = new Set([-1, -6, -7, -8]);

/** Attributes that are recorded from every element, in addition to `aria-*`. */
export const ATTRIBUTES = new Set([
  'role',
  'id',
  'name',
  'type',
  'href',
  'xlink:href',
  'alt',
  'title',
  'placeholder',
  'for',
  'form',
  'tabindex',
  'contenteditable',
  'onclick',
  'onmousedown',
  'onmouseup',
  'onpointerdown',
  'onkeydown',
  'label',
  'scope',
  'headers',
  'colspan',
  'rowspan',
  'border',
  'summary',
  'multiple',
  'size',
  'list',
  'checked',
  'disabled',
  'readonly',
  'required',
  'min',
  'max',
  'step',
  'low',
  'high',
  'optimum',
  'maxlength',
  'open',
  'hidden',
  'inert',
  'popover',
  'popovertarget',
  'autocomplete',
  'usemap',
  'controls',
  'slot',
  'is',
  'lang',
  'dir',
  'start',
  'reversed',
  'draggable',
  'accesskey',
  'pattern',
  'autofocus',
  'switch',
  'xlink:title',
  'data-testid',
  'data-test-id',
  'data-test',
  'data-cy',
  'data-qa',
  'data-action',
  'data-bs-dismiss',
  'data-bs-toggle',
  'data-click',
  'data-command',
  'data-dismiss',
  'data-handler',
  'data-ng-click',
  'data-toggle',
  'ng-click',
]);

/** Words of `class` that indicate a control. */
export const CONTROL_WORDS = new Set([
  'action',
  'add',
  'archive',
  'arrow',
  'back',
  'bookmark',
  'btn',
  'button',
  'chip',
  'clear',
  'close',
  'collapse',
  'copy',
  'dec',
  'decrement',
  'delete',
  'dislike',
  'down',
  'downvote',
  'edit',
  'expand',
  'favorite',
  'forward',
  'handle',
  'icon',
  'inc',
  'increment',
  'like',
  'link',
  'menu',
  'minus',
  'more',
  'next',
  'plus',
  'prev',
  'previous',
  'remove',
  'reply',
  'repost',
  'retweet',
  'save',
  'send',
  'share',
  'star',
  'tab',
  'toggle',
  'trash',
  'undo',
  'up',
  'upvote',
]);

/** Words of `class` of icon fonts that draw a glyph in place of its name. */
export const ICON_WORDS = new Set(['icon', 'icons', 'symbol', 'symbols']);
