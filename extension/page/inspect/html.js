//! Serializes an element as HTML, with declarative shadow roots, in slices. Scripts, styles,
//! templates, comments and the content of secret fields are omitted.

import { childNodes, dataOf, localName, nodeType } from '../dom/dom.js';
import { rootOf } from '../dom/node-ids.js';
import { Slices } from '../recorder/slices.js';
import { attributesOf } from './attributes.js';

/** @typedef {import('./secret-elements.js').SecretElements} SecretElements */

/** The largest number of characters. */
const MAX_LEN = 200_000;
/** The number of characters of a `data:` address. */
const MAX_DATA_LEN = 100;
const VOID = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr'],
]);
/** Elements whose content is not part of the visible page. */
const OMITTED = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'frame', 'object']);

const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
});
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>\u00a0]/g, (character) => ESCAPES[character]);
/** @param {string} text */
const quoted = (text) => text.replace(/[&<>"\u00a0]/g, (character) => ESCAPES[character]);

/** @param {string} value */
const shortened = (value) =>
  value.length > MAX_DATA_LEN && /^\s*data:/i.test(value)
    ? `${value.slice(0, MAX_DATA_LEN).toWellFormed()}…`
    : value;

/** The HTML text of one element. */
class HtmlText {
  /** @type {string[]} */
  #parts = [];
  #left = MAX_LEN;
  #isLate = false;
  #hasLess = false;
  /** Something was omitted because it is secret. */
  secret = false;

  /** @param {SecretElements} secrets */
  constructor(secrets) {
    this.secrets = secrets;
  }

  get isCut() {
    return this.#left < 0 || this.#isLate;
  }

  get isIncomplete() {
    return this.isCut || this.#hasLess;
  }

  /** @param {string} text */
  #put(text) {
    this.#parts.push(text.slice(0, Math.max(this.#left, 0)));
    this.#left -= text.length;
  }

  /** @param {Element} element @param {number} end when it stops, as of `performance.now` */
  async add(element, end) {
    const slices = new Slices();
    /** @type {(Node | string)[]} what is still to be written, the next at the end */
    const open = [element];
    while (open.length > 0 && !this.isCut) {
      const at = /** @type {Node | string} */ (open.pop());
      if (typeof at === 'string') this.#put(at);
      else if (nodeType.call(at) === 3) this.#put(escaped(dataOf.call(at)));
      else if (nodeType.call(at) === 1) this.#open(/** @type {Element} */ (at), open);
      if (performance.now() > slices.until) await slices.pause();
      this.#isLate = performance.now() > end && open.length > 0;
    }
  }

  /** @param {Element} element @param {(Node | string)[]} open */
  #open(element, open) {
    const tag = localName.call(element);
    const isSecret = this.secrets.has(element);
    const { attributes, secret, isCut } = attributesOf(element, isSecret);
    this.secret ||= secret;
    this.#hasLess ||= isCut;
    const written = attributes.map(([name, value]) => ` ${name}="${quoted(shortened(value))}"`);
    this.#put(`<${tag}${written.join('')}>`);
    if (VOID.has(tag)) return;
    open.push(`</${tag}>`);
    if (isSecret || OMITTED.has(tag)) return;
    pushChildren(element, open);
    const root = rootOf(element);
    if (!root) return;
    open.push('</template>');
    pushChildren(root, open);
    open.push(`<template shadowrootmode="${root.mode}">`);
  }

  text() {
    return this.#parts.join('').toWellFormed();
  }
}

/** @param {Node} parent @param {(Node | string)[]} open */
function pushChildren(parent, open) {
  const children = childNodes.call(parent);
  for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at]);
}

/**
 * @param {Element} element
 * @param {SecretElements} secrets
 * @param {number} end when it stops, as of `performance.now`
 * @returns {Promise<{html?: string, secret?: true, truncated?: true}>}
 */
export async function htmlOf(element, secrets, end) {
  const isInside = secrets.hasAround(element) && !secrets.has(element);
  // A part of an editable element, or an option of a list, reveals the content.
  if (isInside) return { secret: true };
  const text = new HtmlText(secrets);
  await text.add(element, end);
  return {
    html: text.text(),
    ...(text.secret ? { secret: true } : {}),
    ...(text.isIncomplete ? { truncated: true } : {}),
  };
}
