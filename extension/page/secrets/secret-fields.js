//! Determines which fields are secret: passwords, one-time codes, cards and the like, now or
//! earlier in this document's life. The criteria are type and `autocomplete`, the words of name, id
//! and labels (secret-text.js), the texts around a field without a label (surroundings.js), a row
//! of fields for one character each, a card number as value, and another secret field with the same
//! name or label. It is independent of records.

import { innerFields, isAriaField, PERHAPS_FIELDS } from './aria-fields.js';
import { isCardNumber } from './card-numbers.js';
import {
  getAttribute,
  getRootNode,
  hasAttribute,
  inputType,
  labelControl,
  localName,
  matches,
  querySelectorAll,
  textContent,
} from '../dom/dom.js';
import { isEditingHost, valueOf } from '../dom/element-state.js';
import {
  hasOtherPurpose,
  isUnlabelled,
  saysOtherCharacters,
  saysSearch,
  saysSecret,
  saysSecretAround,
  wordsOf,
} from '../../shared/secret-text.js';
import { SECRET_AUTOCOMPLETE } from '../../shared/secret-words.js';
import { isOneCharacter, labelText, Surroundings, textsOfIds } from './surroundings.js';
import { BUTTONS, TAG, TAGS, TOGGLES } from '../dom/tags.js';

/** Types of `input` whose name and labels count; others don't hold such values. */
const WORDED = new Set(['text', 'tel', 'number', 'password', 'month', 'date', 'search']);
/** Types of `input` that their surroundings may label. */
const TYPED = new Set(['text', 'tel', 'number']);
const NAMES = ['name', 'id', 'autocomplete'];
const LABELS = ['aria-label', 'placeholder', 'title', 'label', 'data-placeholder'];
const FIELDS = ':is(input, textarea, select)';
/** Tag selectors are fast; the attribute selectors are then tested on these fields only. */
const ALL_FIELDS = 'input, textarea, select';
/** What may be a host of text. */
const HOSTS = `[contenteditable], ${PERHAPS_FIELDS}`;
const PLAINLY_SECRET = [
  'input[type="password" i]',
  ...SECRET_AUTOCOMPLETE.map((part) => `${FIELDS}[autocomplete*="${part}" i]`),
].join();
const SECRET_TYPE = new RegExp(`^password$|${SECRET_AUTOCOMPLETE.join('|')}`, 'i');
/** The number of fields for one character each that take one code. */
const CODE_LEN = { min: 4, max: 8 };
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
 * is read, because fields of the same name may precede them. Then checks the labels, and the
 * surroundings of fields without labels.
 * @param {Document | ShadowRoot} root
 */
export function findSecretFields(root) {
  typeWatch.observe(root, TYPES);
  const kind = root === document ? 'document' : 'root';
  const find = (/** @type {string} */ selector) => querySelectorAll[kind].call(root, selector);
  const fields = [...find(ALL_FIELDS)];
  const hosts = [...find(HOSTS)].filter(
    (host) => hasAttribute.call(host, 'contenteditable') || isAriaField(host),
  );
  for (const field of fields) if (matches.call(field, PLAINLY_SECRET)) rememberIfField(field);
  /** @type {Map<Element, string>} */
  const found = new Map();
  const add = (/** @type {Element} */ field, /** @type {string} */ text) =>
    found.set(field, `${found.get(field) ?? ''} ${text}`);
  for (const label of find('label')) {
    const field = labelControl.call(label);
    if (field !== null && isTextual(field)) add(field, labelText(label));
  }
  for (const field of [...fields, ...hosts]) {
    const ids = getAttribute.call(field, 'aria-labelledby');
    for (const text of textsOfIds(root, ids)) add(field, text);
  }
  for (const [field, text] of found) setLabel(field, text);
  findInHosts(hosts);
  findBySurroundings(root, fields, hosts);
}

/**
 * The label of an element with a role is that of the fields in it, which have none of their own.
 * @param {Element[]} hosts
 */
function findInHosts(hosts) {
  for (const host of hosts) {
    if (!isAriaField(host) || isToSearchWith(host) || !isCalledSecret(host)) continue;
    for (const field of innerFields(host)) if (holdsText(typeOf(field))) rememberAlone(field);
  }
}

/** @param {Element} field @param {string} text of its labels */
function setLabel(field, text) {
  if (labels.get(field) === text) return;
  labels.set(field, text);
  if (secrets.has(field) || (isWorded(field) && isCalledSecret(field))) remember(field);
}

/**
 * Finds secret fields among those without labels.
 * @param {Document | ShadowRoot} root
 * @param {Element[]} fields
 * @param {Element[]} hosts of text
 */
function findBySurroundings(root, fields, hosts) {
  const surroundings = new Surroundings(root, labelsOf);
  for (const field of fields) {
    if (!isLabelledAround(field)) continue;
    if (saysSecretAround(surroundings.of(field, true).texts)) rememberAlone(field);
  }
  for (const host of hosts) {
    if (secrets.has(host) || !isUnlabelled(labelsOf(host))) continue;
    if (saysSecretAround(surroundings.of(host, false).texts)) rememberAlone(host);
  }
  /** @type {Element[]} consecutive fields for one character each */
  let row = [];
  for (const field of fields) {
    if (isTyped(field) && isOneCharacter(field)) row.push(field);
    else if (typeOf(field) !== 'hidden') {
      findCodeIn(row, surroundings);
      row = [];
    }
  }
  findCodeIn(row, surroundings);
}

/**
 * Finds out whether a row of fields for one character each takes a code.
 * @param {Element[]} row
 * @param {Surroundings} surroundings
 */
function findCodeIn(row, surroundings) {
  if (row.length < CODE_LEN.min || row.length > CODE_LEN.max) return;
  if (!row.some((field) => secrets.has(field))) {
    if (!row.every(isLabelledAround)) return;
    const { texts, isInTable } = surroundings.of(row[0], true);
    if (isInTable || saysOtherCharacters(texts)) return;
  }
  row.forEach(rememberAlone);
}

/** @param {Element} field */
const isTyped = (field) =>
  localName.call(field) === 'input'
    ? TYPED.has(inputType.call(field)) && getAttribute.call(field, 'role') !== 'searchbox'
    : localName.call(field) === 'textarea';

/** @param {Element} field @returns {boolean} nothing but its surroundings labels it */
const isLabelledAround = (field) =>
  isTyped(field) &&
  !secrets.has(field) &&
  isUnlabelled(labelsOf(field)) &&
  !hasOtherPurpose(attributesOf(field, NAMES));

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

/** @param {Element} element @returns {boolean} its labels may say that it is secret */
const isTextual = (element) => {
  const tag = localName.call(element);
  if (tag === 'input') return WORDED.has(inputType.call(element));
  return isCustom(tag) || (((TAGS.get(tag) ?? 0) & TAG.control) !== 0 && tag !== 'button');
};

/** @param {Element} element */
const isSearch = (element) =>
  typeOf(element) === 'search' || getAttribute.call(element, 'role') === 'searchbox';

/** @param {Element} element @returns {boolean} its name and labels count */
const isWorded = (element) => isTextual(element) && !isToSearchWith(element);

/** @param {Element} element @returns {boolean} its labels name what is searched */
const isToSearchWith = (element) =>
  isSearch(element) && saysSearch([...attributesOf(element, NAMES), ...labelsOf(element)]);

/** @param {string} tag */
const isCustom = (tag) => tag.includes('-');

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

/**
 * Marks a field as secret whose label is not its own: others may have the same name or label.
 * @param {Element} field
 */
function rememberAlone(field) {
  if (plain.has(field) && !secrets.has(field)) state.generation++;
  secrets.add(field);
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
 * @returns {string[]} the keys that a field of the same name, id or label has, too
 */
function keysOf(field) {
  // Components use the same ids in each of their shadow roots.
  const names = getRootNode.call(field) === document ? ['name', 'id'] : ['name'];
  const called = names.map((key) => {
    const value = getAttribute.call(field, key)?.trim().toLowerCase();
    return value ? `${key} ${value}` : '';
  });
  return [...called, ...labelsOf(field).map(wordsOf)].filter((key) => key !== '');
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
const isCalledSecret = (element) =>
  saysSecret(attributesOf(element, NAMES), labelsOf(element)) || isTwin(element);

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
 * @param {Element} element
 * @returns {boolean} its content may be secret: it is editable, or has the role of a field
 */
export const isHost = (element) => isEditingHost(element) || isLoneAriaField(element);

/** @param {Element} element @returns {boolean} its role makes it a field, and it contains none */
const isLoneAriaField = (element) => isAriaField(element) && innerFields(element).length === 0;

/**
 * @param {Element} host of text
 * @param {boolean} masked it shows dots instead of characters
 */
export function isSecretHost(host, masked) {
  if (secrets.has(host)) return true;
  const isCalled = isCalledSecret(host) && !isToSearchWith(host);
  if (!masked && !isCalled && !isCardNumber(textContent.call(host))) return false;
  secrets.add(host);
  return true;
}

/**
 * Returns whether the attribute `value` of a custom element is secret. A field in its shadow root
 * may have the same value.
 * @param {Element} host
 */
export function isSecretCustomElement(host) {
  if (!isCustom(localName.call(host))) return false;
  if (secrets.has(host)) return true;
  const root = /** @type {Document | ShadowRoot} */ (getRootNode.call(host));
  const texts = textsOfIds(root, getAttribute.call(host, 'aria-labelledby'));
  if (texts.length > 0) labels.set(host, texts.join(' '));
  const isSecret =
    attributesOf(host, ['type', 'autocomplete']).some((value) => SECRET_TYPE.test(value)) ||
    isCalledSecret(host) ||
    (isUnlabelled(labelsOf(host)) &&
      !hasOtherPurpose(attributesOf(host, NAMES)) &&
      saysSecretAround(new Surroundings(root, labelsOf).of(host, true).texts));
  if (isSecret) secrets.add(host);
  return isSecret;
}
