//! Determines which elements contain a secret: fields and hosts of text. It includes the
//! recorder's knowledge of the document's earlier life and fields added since the last record.

import { isMasked } from '../style/computed-style.js';
import { getRootNode, localName, parentElementOf } from '../dom/dom.js';
import { findSecretFields, isHost, isSecretField, isSecretHost } from '../secrets/secret-fields.js';

const FIELDS = new Set(['input', 'textarea', 'select']);

/** The findings of one inspection. */
export class SecretElements {
  /** @type {Set<Node>} */
  #roots = new Set();

  /** @param {(element: Element) => boolean} wasSecret the recorder's */
  constructor(wasSecret) {
    this.wasSecret = wasSecret;
    this.#enter(document);
  }

  /** @param {Element} element @returns {boolean} its content is secret */
  has(element) {
    this.#enter(getRootNode.call(element));
    if (this.wasSecret(element)) return true;
    const isField = FIELDS.has(localName.call(element));
    if (!isField && !isHost(element)) return false;
    const masked = isMasked(getComputedStyle(element));
    return isField ? isSecretField(element, masked) : isSecretHost(element, masked);
  }

  /** @param {Element} element @returns {boolean} it or an ancestor contains a secret */
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
