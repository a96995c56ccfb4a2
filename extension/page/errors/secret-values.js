//! Values of secret fields in messages: a page can log what the user has entered.

import { findSecretFields, isSecretField } from '../secrets/secret-fields.js';
import { shadowRootOf } from '../act/flat-tree.js';
import { formsOf, redacted } from '../secrets/redaction.js';

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** A shorter value is in many messages by chance. */
const MIN_LEN = 3;
/** Each field that a value is entered in gets one of them. */
const EVENTS = ['focusin', 'input'];

/**
 * The hosts of the shadow roots in which an element had the focus. To search a large page for all
 * its shadow roots would take too long.
 * @type {WeakRef<Element>[]}
 */
let hosts = [];

/** From now on, the shadow roots are known in which values are entered. */
export function watchFields() {
  // `document.open()` removes the listeners. If they still listen, nothing changes.
  for (const type of EVENTS)
    window.addEventListener(type, noteHosts, { capture: true, passive: true });
}

/** @param {Event} event whose target is the outermost host */
function noteHosts({ target }) {
  let element = target instanceof Element ? target : null;
  while (element !== null) {
    const root = shadowRootOf(element);
    if (root !== null) note(element);
    element = root?.activeElement ?? null;
  }
}

/** @param {Element} host */
function note(host) {
  if (hosts.some((known) => known.deref() === host)) return;
  hosts = hosts.filter((known) => known.deref() !== undefined);
  hosts.push(new WeakRef(host));
}

/** @returns {(Document | ShadowRoot)[]} */
function knownRoots() {
  const roots = hosts.map((host) => host.deref()).map((host) => host && shadowRootOf(host));
  return [document, ...roots.filter((root) => root !== undefined && root !== null)];
}

/**
 * @param {string[]} messages texts and addresses
 * @returns {string[]} without the values that secret fields have now
 */
export function withoutSecretValues(messages) {
  watchFields();
  const secrets = knownRoots()
    .flatMap((root) => secretFieldsIn(root, messages))
    .flatMap((field) => formsOf(field.value));
  return redacted(messages, secrets);
}

/**
 * @param {Document | ShadowRoot} root
 * @param {string[]} messages
 * @returns {Field[]} the secret fields whose values are in messages
 */
function secretFieldsIn(root, messages) {
  const all = /** @type {Field[]} */ ([...root.querySelectorAll('input, textarea')]);
  const isIn = (/** @type {string} */ form) => messages.some((message) => message.includes(form));
  const fields = all.filter(({ value }) => value.length >= MIN_LEN && formsOf(value).some(isIn));
  if (fields.length === 0) return [];
  findSecretFields(root);
  return fields.filter((field) => isSecretField(field, false));
}
