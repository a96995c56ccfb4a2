//! The place of a field: which element a page puts there when it makes the field again. Components
//! do so while they handle an event, often with the value from before.

import {
  getAttribute,
  hasAttribute,
  isConnected,
  localName,
  parentElementOf,
  querySelectorAll,
} from '../../dom/dom.js';
import { surroundingsOf } from '../../dom/surroundings.js';
import { labelText } from '../../secrets/surroundings.js';
import { labellersOf } from '../dom-methods.js';

/** Attributes that a component gives to its field whenever it makes it. */
const LASTING = ['type', 'role', 'name', 'aria-label', 'placeholder', 'title'];
/** Those of them that tell it from others. */
const NAMES = ['name', 'aria-label', 'placeholder', 'title'];
/** The number of ancestors that are searched for a text next to a field. */
const MAX_ANCESTORS = 4;

/** @param {Element} field @returns {string} */
const attributesOf = (field) =>
  JSON.stringify([
    hasAttribute.call(field, 'contenteditable'),
    ...LASTING.map((name) => getAttribute.call(field, name)),
  ]);

/** @param {Element} field @returns {string} */
const labelsOf = (field) => labellersOf(field).map(labelText).join('\n').trim();

/** @param {Element} field @returns {string} the text of its row, or the nearest text around it */
function textAround(field) {
  const row = surroundingsOf(field);
  if (row !== null) return labelText(row);
  let around = parentElementOf(field);
  for (let left = MAX_ANCESTORS; around !== null && left > 0; left--) {
    const text = labelText(around);
    if (text.trim() !== '') return text;
    around = parentElementOf(around);
  }
  return '';
}

/** Where a field is in its document, taken before an action. */
export class Place {
  #field;
  #roots;
  #attributes;
  #labels;
  #around;
  #before;
  #isNamed;

  /**
   * @param {Element} field
   * @param {() => Node[]} roots the shadow roots of the document
   */
  constructor(field, roots) {
    this.#field = field;
    this.#roots = roots;
    this.#attributes = attributesOf(field);
    this.#labels = labelsOf(field);
    this.#around = textAround(field);
    // Otherwise it can be that of another item at the same place.
    const hasName = NAMES.some((name) => getAttribute.call(field, name));
    this.#isNamed = hasName || this.#labels !== '';
    this.#before = this.#elements();
  }

  /**
   * @returns {Element | null} the field, or the one that the page has put in its place; null if
   *   there is none, or if several may be it
   */
  current() {
    if (isConnected.call(this.#field)) return this.#field;
    const isLike = (/** @type {Element} */ each) => attributesOf(each) === this.#attributes;
    const before = new Set(this.#before);
    const removed = this.#before.filter((each) => !isConnected.call(each) && isLike(each));
    const added = this.#elements().filter(
      (each) => !before.has(each) && isLike(each) && labelsOf(each) === this.#labels,
    );
    if (removed.length === 1 && added.length === 1 && this.#isNamed) return added[0];
    // A list that is made again may lack the item, or have it at another position.
    const alike = added.filter((each) => textAround(each) === this.#around);
    if (alike.length === 1) return alike[0];
    if (added.length !== removed.length) return null;
    const sameIndex = added[removed.indexOf(this.#field)];
    return alike.includes(sameIndex) ? sameIndex : null;
  }

  /** @returns {Element[]} elements of its kind in the document, in order */
  #elements() {
    const tag = CSS.escape(localName.call(this.#field));
    return [
      ...querySelectorAll.document.call(document, tag),
      ...this.#roots().flatMap((root) => [
        ...querySelectorAll.root.call(/** @type {ShadowRoot} */ (root), tag),
      ]),
    ];
  }
}
