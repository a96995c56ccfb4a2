//! Determines which fields are secret: passwords, one-time codes, cards and the like, now or
//! earlier in this document's life. The criteria are type and `autocomplete`, the words of name, id
//! and labels (secret-text.js), a card number as value, and another secret field with the same name
//! or label. It is independent of records.

import { isCardNumber } from './card-numbers.js';
import {
  createTreeWalker,
  dataOf,
  elementById,
  getAttribute,
  inputType,
  labelControl,
  localName,
  matches,
  parentNode,
  querySelectorAll,
  textContent,
} from '../dom/dom.js';
import { valueOf } from '../dom/element-state.js';
import { MAX_LABEL_LEN, saysSecret, wordsOf } from './secret-text.js';
import { SECRET_AUTOCOMPLETE } from './secret-words.js';
import { BUTTONS, TAG, TAGS, TOGGLES } from '../dom/tags.js';

/** Types of `input` whose name and labels count; others don't hold such values. */
const WORDED = new Set(['text', 'tel', 'number', 'password', 'month', 'date']);
const LABELS = ['aria-label', 'placeholder', 'title', 'label', 'data-placeholder'];
const FIELDS = ':is(input, textarea, select)';
/** Tag selectors are fast; the attribute selectors are then tested on these fields only. */
const ALL_FIELDS = 'input, textarea, select';
const EDITABLE = '[contenteditable][aria-labelledby]';
const PLAINLY_SECRET = [
  'input[type="password" i]',
  ...SECRET_AUTOCOMPLETE.map((part) => `${FIELDS}[autocomplete*="${part}" i]`),
].join();
/** Content of a label that is not part of its text. */
const NOT_A_LABEL = new Set(['option', 'textarea', 'script', 'style']);
/** The number of field names that are stored. Beyond it, the names are cleared. */
const MAX_KEYS = 10_000;

/** @type {WeakSet<Element>} fields that are secret or once were */
const secrets = new WeakSet();
/** @type {WeakSet<Element>} fields that were read and found not to be secret */
const plain = new WeakSet();
/** @type {WeakMap<Element, string>} text of the labels of a field */
const labels = new WeakMap();
/** @type {Set<string>} names and labels of secret fields */
const secretKeys = new Set();
/** @type {Set<string>} names and labels of fields that were found not to be secret */
const plainKeys = new Set();

const state = { generation: 0 };

/** Increases when a field that was read as a plain one turns out to be secret. */
export const secretsGeneration = () => state.generation;

/**
 * A field that shows its password for a moment between two records is a password field all the
 * same.
 */
const typeWatch = new MutationObserver((records) => {
  for (const { target, oldValue } of records) {
    if (oldValue?.toLowerCase() === 'password') remember(/** @type {Element} */ (target));
  }
});
const TYPES = {
  subtree: true,
  attributes: true,
  attributeFilter: ['type'],
  attributeOldValue: true,
};

/**
 * Finds the secret fields of a document or shadow root that attributes identify, before any field
 * is read, because fields of the same name may precede them. Then checks the labels.
 * @param {Document | ShadowRoot} root
 */
export function findSecretFields(root) {
  typeWatch.observe(root, TYPES);
  const kind = root === document ? 'document' : 'root';
  const find = (/** @type {string} */ selector) => querySelectorAll[kind].call(root, selector);
  const fields = [...find(ALL_FIELDS)];
  for (const field of fields) if (matches.call(field, PLAINLY_SECRET)) rememberIfField(field);
  /** @type {Map<Element, string>} */
  const found = new Map();
  const add = (/** @type {Element} */ field, /** @type {Element} */ label) =>
    found.set(field, `${found.get(field) ?? ''} ${labelText(label)}`);
  for (const label of find('label')) {
    const field = labelControl.call(label);
    if (field !== null && isWorded(field)) add(field, label);
  }
  for (const field of [...fields, ...find(EDITABLE)]) {
    for (const id of (getAttribute.call(field, 'aria-labelledby') ?? '').split(/\s+/)) {
      const label = id && elementById[kind].call(root, id);
      if (label) add(field, label);
    }
  }
  for (const [field, text] of found) setLabel(field, text);
}

/** @param {Element} field @param {string} text of its labels */
function setLabel(field, text) {
  if (labels.get(field) === text) return;
  labels.set(field, text);
  if (secrets.has(field) || isCalledSecret(field)) remember(field);
}

/**
 * Returns the text of a label, without the content of fields in it.
 * @param {Element} label
 */
function labelText(label) {
  const walker = createTreeWalker.call(document, label, NodeFilter.SHOW_TEXT);
  let text = '';
  while (text.length < MAX_LABEL_LEN && walker.nextNode() !== null) {
    const parent = /** @type {Element} */ (parentNode.call(walker.currentNode));
    if (!NOT_A_LABEL.has(localName.call(parent))) text += ` ${dataOf.call(walker.currentNode)}`;
  }
  return text;
}

/**
 * Remembers password fields that are removed: their replacements may have the same name.
 * @param {Element} removed
 */
export function findSecretsRemoved(removed) {
  if (matches.call(removed, PLAINLY_SECRET)) rememberIfField(removed);
  for (const field of querySelectorAll.element.call(removed, PLAINLY_SECRET)) {
    rememberIfField(field);
  }
}

/** @param {Element} field */
const typeOf = (field) => (localName.call(field) === 'input' ? inputType.call(field) : '');
/** @param {string} type */
const holdsText = (type) => !BUTTONS.has(type) && !TOGGLES.has(type);

/** @param {Element} element */
const isWorded = (element) => {
  const tag = localName.call(element);
  return tag === 'input'
    ? WORDED.has(inputType.call(element)) && getAttribute.call(element, 'role') !== 'searchbox'
    : ((TAGS.get(tag) ?? 0) & TAG.control) !== 0 && tag !== 'button';
};

/** @param {Element} field */
function rememberIfField(field) {
  if (!secrets.has(field) && holdsText(typeOf(field))) remember(field);
}

/**
 * Marks the field as secret from now on, and fields with the same name or label.
 * @param {Element} field
 */
function remember(field) {
  if (plain.has(field) && !secrets.has(field)) state.generation++;
  secrets.add(field);
  for (const key of keysOf(field)) {
    if (secretKeys.has(key)) continue;
    secretKeys.add(key);
    if (plainKeys.has(key)) state.generation++;
  }
}

/** @param {Element} field found not to be secret */
function rememberPlain(field) {
  plain.add(field);
  if (plainKeys.size > MAX_KEYS) {
    plainKeys.clear();
    state.generation++;
  }
  for (const key of keysOf(field)) plainKeys.add(key);
}

/**
 * @param {Element} field
 * @returns {string[]} the keys that a field of the same name or label has, too
 */
function keysOf(field) {
  const name = getAttribute.call(field, 'name')?.trim().toLowerCase();
  const words = labelsOf(field).map(wordsOf);
  return [...(name ? [`name ${name}`] : []), ...words.filter((text) => text !== '')];
}

/** @param {Element} field @returns {string[]} everything that labels it for the user */
function labelsOf(field) {
  const own = labels.get(field);
  return [...(own ? [own] : []), ...attributesOf(field, LABELS)];
}

/**
 * @param {Element} element
 * @param {string[]} names
 * @returns {string[]} the values of those that are not empty
 */
const attributesOf = (element, names) =>
  names.map((name) => getAttribute.call(element, name) ?? '').filter((value) => value !== '');

/** @param {Element} field @returns {boolean} a secret field has the same name or label */
const isTwin = (field) => keysOf(field).some((key) => secretKeys.has(key));

/**
 * @param {Element} element
 * @returns {boolean} its name, id or labels, or those of a secret field, indicate a secret
 */
export const isCalledSecret = (element) =>
  saysSecret(attributesOf(element, ['name', 'id', 'autocomplete']), labelsOf(element)) ||
  isTwin(element);

/**
 * @param {Element} field `input`, `textarea` or `select`
 * @param {boolean} evident by its attributes, or because it shows dots instead of characters
 */
export function isSecretField(field, evident) {
  if (secrets.has(field)) return true;
  const type = typeOf(field);
  if (!holdsText(type) || (type === 'hidden' && !evident)) return false;
  if (evident || type === 'password' || (isWorded(field) ? isCalledSecret : isTwin)(field)) {
    remember(field);
    return true;
  }
  if (localName.call(field) !== 'select' && isCardNumber(valueOf(field))) {
    secrets.add(field);
    return true;
  }
  rememberPlain(field);
  return false;
}

/** @param {Element} field @returns {boolean} it was found to be secret, now or earlier */
export const wasSecret = (field) => secrets.has(field);

/**
 * @param {Element} host of editable text
 * @param {boolean} masked it shows dots instead of characters
 */
export function isSecretHost(host, masked) {
  if (secrets.has(host)) return true;
  if (!masked && !isCalledSecret(host) && !isCardNumber(textContent.call(host))) return false;
  secrets.add(host);
  return true;
}
