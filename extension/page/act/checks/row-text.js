//! What a row reads while something in it is acted on: between two events the page has its turn,
//! and a list that is scrolled or live may give the row to another item.

import {
  childNodes,
  dataOf,
  getAttribute,
  isConnected,
  localName,
  nodeType,
} from '../../dom/dom.js';
import { surroundingsOf, wordsFor } from '../../dom/surroundings.js';
import { shadowRootOf } from '../flat-tree.js';

/** A dialog goes on changing while it is used, and is never another one a moment later. */
const LASTING = new Set(['dialog', 'alertdialog']);
/** What is longer is no row that is used for one item after another. */
const MAX_NODES = 1000;
const UNREAD = new Set(['script', 'style', 'template']);

/** @param {string[]} before @param {string[]} now whether one of those before is there no more */
function hasLost(before, now) {
  let at = 0;
  for (const text of now) if (text === before[at]) at += 1;
  return at < before.length;
}

/** The texts of the row that an element stands in. */
export class RowText {
  #row;
  #element;
  #unread;
  #isThere = true;
  /** @type {string[] | null} null: it is too large to be a row */
  #texts = null;
  /** The element, or texts of its row, were lost, and no event of ours has taken them away. */
  hasChanged = false;

  /**
   * @param {Element} element its own text may change
   * @param {Element[]} restless clocks and the like: their text changes all the time
   */
  constructor(element, restless) {
    const row = surroundingsOf(element);
    this.#element = element;
    this.#row = row === element || wordsFor(row).some((word) => LASTING.has(word)) ? null : row;
    this.#unread = new Set(restless);
    this.expect();
  }

  /** As it reads now it is right: our own event has made it so. */
  expect() {
    this.#isThere = isConnected.call(this.#element);
    this.#texts = this.#read();
  }

  /** What has been added makes no other row of it: many show more where the pointer is. */
  compare() {
    const isLost = this.#isThere && !isConnected.call(this.#element);
    const now = this.#read();
    if (isLost || (now && this.#texts && hasLost(this.#texts, now))) this.hasChanged = true;
  }

  /** @returns {string[] | null} */
  #read() {
    /** @type {string[]} */
    const texts = [];
    const open = this.#row ? [/** @type {Node} */ (this.#row)] : [];
    for (let seen = 0; open.length > 0; seen++) {
      if (seen + open.length > MAX_NODES) return null;
      const node = /** @type {Node} */ (open.pop());
      if (nodeType.call(node) === 3) texts.push(dataOf.call(node).trim());
      else for (const child of this.#within(node, texts)) open.push(child);
    }
    return texts.filter((text) => text !== '');
  }

  /**
   * @param {Node} node
   * @param {string[]} texts what an element says in attributes comes to it
   * @returns {Node[]} what is in it, the first at the end
   */
  #within(node, texts) {
    const type = nodeType.call(node);
    if (type !== 1) return type === 11 ? [...childNodes.call(node)].reverse() : [];
    const element = /** @type {Element} */ (node);
    const isUnread = element === this.#element || this.#unread.has(element);
    if (isUnread || UNREAD.has(localName.call(element))) return [];
    for (const name of ['aria-label', 'alt'])
      texts.push(getAttribute.call(element, name)?.trim() ?? '');
    const root = shadowRootOf(element);
    return [...[...childNodes.call(element)].reverse(), ...(root ? [root] : [])];
  }
}
