//! Which elements hold a secret: fields, and what is edited. The recorder's knowledge of the
//! document's earlier life counts, and so does what has come since its last record.

import { isMasked } from '../style/computed-style.js';
import { getRootNode, localName, parentElementOf } from '../dom/dom.js';
import { isEditingHost } from '../recorder/element-state.js';
import { findSecretFields, isSecretField, isSecretHost } from '../secrets/secret-fields.js';

const FIELDS = new Set(['input', 'textarea', 'select']);

/** What is known during one inspection. */
export class SecretElements {
  /** @type {Set<Node>} */
  #roots = new Set();

  /** @param {(element: Element) => boolean} wasSecret the recorder's */
  constructor(wasSecret) {
    this.wasSecret = wasSecret;
    this.#enter(document);
  }

  /** @param {Element} element @returns {boolean} what it holds is told to nobody */
  has(element) {
    this.#enter(getRootNode.call(element));
    if (this.wasSecret(element)) return true;
    const isField = FIELDS.has(localName.call(element));
    if (!isField && !isEditingHost(element)) return false;
    const masked = isMasked(getComputedStyle(element));
    return isField ? isSecretField(element, masked) : isSecretHost(element, masked);
  }

  /** @param {Element} element @returns {boolean} it, or what it stands in, holds one */
  hasAround(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = parentElementOf(at))
      if (this.has(at)) return true;
    return false;
  }

  /** @param {Node} root */
  #enter(root) {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    if (root === document || root instanceof ShadowRoot)
      findSecretFields(/** @type {Document | ShadowRoot} */ (root));
  }
}
