//! The texts of a row during an action on an element in it. Tasks of the page run between two
//! events, in which a scrolled or live list may reuse the row for another item.

import {
  childNodes,
  dataOf,
  getAttribute,
  isConnected,
  localName,
  nodeType,
} from '../../dom/dom.js';
import { surroundingsOf, roleNames } from '../../dom/surroundings.js';
import { NOT_RENDERED, shadowRootOf } from '../flat-tree.js';

/** A dialog changes while it is used, but is not reused for another one. */
const LASTING = new Set(['dialog', 'alertdialog']);
/** A larger element is not a row or card that is reused. */
const MAX_NODES = 1000;

/** @param {string[]} before @param {string[]} now @returns {boolean} a text is missing */
function hasLost(before, now) {
  let at = 0;
  for (const text of now) if (text === before[at]) at += 1;
  return at < before.length;
}

/** The texts of the row that contains an element. */
export class RowText {
  #row;
  #element;
  #unread;
  #isConnected = true;
  /** @type {string[] | null} null: the row is too large */
  #texts = null;
  /** The element or texts of its row were removed, but not by an event of the action. */
  hasChanged = false;

  /**
   * @param {Element} element its own text may change
   * @param {Element | null} unit the element whose texts identify it
   * @param {Element[]} background elements with background mutations, such as clocks
   */
  constructor(element, unit, background) {
    const row = surroundingsOf(element) ?? unit ?? element;
    this.#element = element;
    this.#row = row === element || roleNames(row).some((name) => LASTING.has(name)) ? null : row;
    this.#unread = new Set(background);
    this.expect();
  }

  /** Takes the current texts as the expected ones: an event of the action has changed them. */
  expect() {
    this.#isConnected = isConnected.call(this.#element);
    this.#texts = this.#read();
  }

  /** Compares the texts. Added texts are ignored: many rows show more under the pointer. */
  compare() {
    const isLost = this.#isConnected && !isConnected.call(this.#element);
    const now = this.#read();
    if (isLost || (now && this.#texts && hasLost(this.#texts, now))) this.hasChanged = true;
  }

  /** @returns {string[] | null} */
  #read() {
    /** @type {string[]} */
    const texts = [];
    const stack = this.#row ? [/** @type {Node} */ (this.#row)] : [];
    for (let seen = 0; stack.length > 0; seen++) {
      if (seen + stack.length > MAX_NODES) return null;
      const node = /** @type {Node} */ (stack.pop());
      if (nodeType.call(node) === 3) texts.push(dataOf.call(node).trim());
      else for (const child of this.#within(node, texts)) stack.push(child);
    }
    return texts.filter((text) => text !== '');
  }

  /**
   * @param {Node} node
   * @param {string[]} texts receives the texts of the node's attributes
   * @returns {Node[]} its children in reverse order
   */
  #within(node, texts) {
    const type = nodeType.call(node);
    if (type !== 1) return type === 11 ? [...childNodes.call(node)].reverse() : [];
    const element = /** @type {Element} */ (node);
    const isUnread = element === this.#element || this.#unread.has(element);
    if (isUnread || NOT_RENDERED.has(localName.call(element))) return [];
    for (const name of ['aria-label', 'alt'])
      texts.push(getAttribute.call(element, name)?.trim() ?? '');
    const root = shadowRootOf(element);
    return [...[...childNodes.call(element)].reverse(), ...(root ? [root] : [])];
  }
}
