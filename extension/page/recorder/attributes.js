//! Reads an element's attributes: selects those that a record contains, and derives the notes that
//! matter for style, flags and facts.

import { withoutUserInfo } from '../../shared/addresses.js';
import { truncate } from '../../shared/pieces.js';
import { isCardNumber } from '../secrets/card-numbers.js';
import {
  baseAddress,
  firstElementChild,
  getAttribute,
  hasAttributes,
  inputType,
  localName,
  textContent,
} from '../dom/dom.js';
import { attributeNames } from '../dom/attribute-names.js';
import { REFERENCE_READERS } from '../dom/element-state.js';
import { jsonBytes, LISTED_ATTRIBUTE } from './listing-size.js';
import { HINT_SHIFT, NOTE, noteOfValue, NOTES } from './notes.js';
import { ATTRIBUTES, CONTROL_WORDS, ICON_WORDS, NAMESPACE } from './record-format.js';
import { VALUE_ATTRIBUTES } from '../secrets/aria-fields.js';
import { isSecretCustomElement } from '../secrets/secret-fields.js';
import { SKIPS } from '../style/pseudo-hints.js';
import { mayHideOwnText } from '../style/unseen-text.js';
import { BUTTONS, TOGGLES } from '../dom/tags.js';

/** @typedef {import('./walk.js').Walk} Walk */
/**
 * The rule for attributes of one name: `index` of the name in the string table, `kind` of KIND,
 * `note` of NOTE.
 * @typedef {{index: number, kind: number, note: number}} AttributeRule
 */

/** How an attribute is recorded. Kinds from 0 on are recorded for every element. */
const KIND = {
  sent: 0,
  shortened: 1,
  unwanted: -1,
  frameSource: -2,
  graphics: -3,
  value: -4,
  style: -5,
  selected: -6,
  classes: -7,
  ariaValue: -8,
};
/** @type {Map<string, number>} */
const SPECIAL = new Map([
  ['src', KIND.frameSource],
  ['display', KIND.graphics],
  ['visibility', KIND.graphics],
  ['value', KIND.value],
  ['style', KIND.style],
  ['selected', KIND.selected],
  ['class', KIND.classes],
  ...[...VALUE_ATTRIBUTES].map((name) => /** @type {const} */ ([name, KIND.ariaValue])),
]);
const HANDLER = /^on/;
const ADDRESS = /^(?:href|src|xlink:href)$/;
const MAX_DATA_ADDRESS_LEN = 200;
const MAX_CLASS_LEN = 200;
const MAX_FILE_NAME_LEN = 60;
const DATA_ADDRESS = /^\s*data:/i;
const CAMEL_CASE = /([a-z])(?=[A-Z])/g;
const WORD_SEPARATOR = /[^a-z]+/;
const SHOWS_SOMETHING = /\S/;

/** @param {string} name @returns {boolean} a change of the attribute may change the record */
export const isRecordedAttribute = (name) =>
  name.startsWith('aria-') || ATTRIBUTES.has(name) || SPECIAL.has(name);

/**
 * Records the attributes that the engine needs.
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} namespace
 * @param {import('../style/pseudo-hints.js').HintLookup | null} lookup
 * @returns {number} bits of NOTE
 */
export function readAttributes(walk, element, tag, namespace, lookup) {
  walk.heldValue = null;
  walk.heldAriaValues.length = 0;
  if (!hasAttributes.call(element)) return 0;
  let notes = 0;
  for (const name of attributeNames(element)) {
    const rule = walk.attributeRules.get(name) ?? addRule(walk, name);
    const value = getAttribute.call(element, name) ?? '';
    notes |= rule.note;
    if (lookup !== null) notes |= lookup.match(name, value) << HINT_SHIFT;
    if (rule.kind === KIND.value) {
      walk.heldValue = value;
      continue;
    }
    walk.bytes += LISTED_ATTRIBUTE + name.length + jsonBytes(value);
    if (rule.kind === KIND.ariaValue) {
      notes |= NOTE.sent;
      walk.heldAriaValues.push([rule.index, value]);
    } else if (rule.kind >= 0) {
      notes |= NOTE.sent | noteOfValue(name, value);
      const sent =
        value === ''
          ? references(walk, element, name)
          : rule.kind === KIND.sent
            ? value
            : shortened(name, value);
      walk.ints.push(rule.index, walk.intern(sent));
    } else if (rule.kind === KIND.style) {
      if (SKIPS.test(value)) notes |= NOTE.mayBeSkipped;
      if (mayHideOwnText(element)) notes |= NOTE.unseen;
    } else if (
      (rule.kind === KIND.frameSource && (tag === 'iframe' || tag === 'frame')) ||
      (rule.kind === KIND.graphics && namespace !== NAMESPACE.html) ||
      (rule.kind === KIND.selected && !walk.secretOptions[walk.depth - 1]) ||
      (rule.kind === KIND.classes && isClassRecorded(walk, element, tag, namespace, value))
    ) {
      walk.ints.push(rule.index, walk.intern(shortened(name, value)));
    } else if (
      rule.kind === KIND.frameSource &&
      tag === 'img' &&
      !getAttribute.call(element, 'alt')
    ) {
      const file = fileName(value);
      if (file !== '') walk.ints.push(rule.index, walk.intern(file));
    }
  }
  return notes;
}

/**
 * Returns the file name of an address, of which an image without `alt` text may get a hint.
 * @param {string} address
 */
function fileName(address) {
  if (DATA_ADDRESS.test(address)) return '';
  const [path = ''] = address.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1).slice(0, MAX_FILE_NAME_LEN);
}

/**
 * Returns whether the class may tell what an element without a name is: it has a word of a control
 * or an icon, or the element has no content except an icon.
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} tag
 * @param {number} namespace
 * @param {string} classes
 */
function isClassRecorded(walk, element, tag, namespace, classes) {
  if (namespace !== NAMESPACE.html && tag !== 'svg') return false;
  let has = walk.controlClasses.get(classes);
  if (has === undefined) {
    const start = classes.slice(0, MAX_CLASS_LEN).replace(CAMEL_CASE, '$1 ').toLowerCase();
    has = start
      .split(WORD_SEPARATOR)
      .some((part) => CONTROL_WORDS.has(part) || ICON_WORDS.has(part));
    walk.controlClasses.set(classes, has);
  }
  if (has) return true;
  const content = tag === 'svg' ? null : firstElementChild.call(element);
  if (content !== null && localName.call(content) !== 'svg') return false;
  return !SHOWS_SOMETHING.test(textContent.call(element) ?? '');
}

/**
 * Returns the node ids for an empty IDREF attribute whose elements were set by a script (ARIA
 * element reflection).
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} name of an empty attribute
 */
function references(walk, element, name) {
  const read = REFERENCE_READERS.get(name);
  return read ? walk.observed.read(read, element) : '';
}

/** @param {Walk} walk @param {string} name of an attribute that has no rule yet */
function addRule(walk, name) {
  let kind =
    SPECIAL.get(name) ??
    (ATTRIBUTES.has(name) || name.startsWith('aria-') ? KIND.sent : KIND.unwanted);
  if (kind === KIND.sent && (HANDLER.test(name) || ADDRESS.test(name))) kind = KIND.shortened;
  const isSent = kind !== KIND.unwanted && kind !== KIND.style;
  const rule = { index: isSent ? walk.intern(name) : -1, kind, note: NOTES.get(name) ?? 0 };
  walk.attributeRules.set(name, rule);
  return rule;
}

/**
 * Records the ARIA values, unless they are those of a secret field.
 * @param {Walk} walk
 * @param {boolean} secret
 */
export function sendAriaValues(walk, secret) {
  if (secret) return;
  for (const [index, value] of walk.heldAriaValues) walk.ints.push(index, walk.intern(value));
}

/**
 * Records the `value` attribute, unless it is, or may once have been, the value of a secret field.
 * @param {Walk} walk
 * @param {Element} element
 * @param {boolean} isInput
 * @param {boolean} secret
 */
export function sendValue(walk, element, isInput, secret) {
  const value = walk.heldValue;
  if (value === null || secret || isSecretValue(element, value)) return;
  walk.bytes += LISTED_ATTRIBUTE + 'value'.length + jsonBytes(value);
  // Skip the value of a hidden field and the initial value of a text field: the live value has a
  // fact of its own.
  if (isInput) {
    const type = inputType.call(element);
    if (!BUTTONS.has(type) && !TOGGLES.has(type)) return;
  }
  const rule = /** @type {AttributeRule} */ (walk.attributeRules.get('value'));
  walk.ints.push(rule.index, walk.intern(value));
}

/**
 * Checks buttons, options and custom elements. A custom element's inner fields may have the same
 * value.
 * @param {Element} element
 * @param {string} value
 */
const isSecretValue = (element, value) => isCardNumber(value) || isSecretCustomElement(element);

/**
 * Shortens a value: a handler only has to be present; a URL loses its user name and password,
 * and a `data:` URL is truncated.
 * @param {string} name
 * @param {string} value
 */
const shortened = (name, value) => {
  if (HANDLER.test(name)) return '';
  if (name === 'class') return value.slice(0, MAX_CLASS_LEN);
  if (!ADDRESS.test(name)) return value;
  const isLong = value.length > MAX_DATA_ADDRESS_LEN && DATA_ADDRESS.test(value);
  if (isLong) return `${truncate(value, MAX_DATA_ADDRESS_LEN)}…`;
  return value.includes('@') ? withoutUserInfo(value, baseAddress()) : value;
};
