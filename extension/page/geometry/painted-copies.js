//! Computes where Chrome paints an element again, besides its box: in shadows of its text, by
//! filters and reflections of it or of elements around it, and by backdrop filters of elements in
//! front of it. A screenshot has a secret there, too.

import {
  assignedSlot,
  getBoundingClientRect,
  parentElementOf,
  querySelectorAll,
} from '../dom/dom.js';
import { rootOf } from '../dom/node-ids.js';
import { isLaidOut } from '../dom/skipped-content.js';
import { behind } from './backdrops.js';
import { everywhere, filters, shadows } from './filters.js';

/** @typedef {import('./filters.js').Edges} Edges */
/** @typedef {import('./filters.js').Effect} Effect */
/** @typedef {import('./backdrops.js').Backdrop} Backdrop */

/** More copies are treated as anywhere. */
const MAX_COPIES = 16;
/** The contents of a host with more elements are treated as anywhere. */
const MAX_CONTENTS = 40;
/** The pseudo-elements whose text may have another shadow. */
const PARTS = [undefined, '::first-line', '::first-letter', '::selection'];
/** A translation only. */
const MOVED = /^(?:none|matrix\(1, 0, 0, 1, .*)$/;

/** @param {CSSStyleDeclaration} style @returns {boolean} boxes are not rotated or scaled by it */
export const isPlain = ({ transform, rotate, scale, offsetPath, perspective }) =>
  MOVED.test(transform) &&
  [rotate, scale, offsetPath, perspective].every((value) => value === 'none');

/** @param {Element} element @returns {number} by which CSS pixels in its style are multiplied */
const zoomOf = (element) =>
  /** @type {Element & {currentCSSZoom?: number}} */ (element).currentCSSZoom ?? 1;

/**
 * @param {Element} element
 * @param {string} value computed `-webkit-box-reflect`
 * @param {number} zoom
 * @returns {Effect[]}
 */
function reflection(element, value, zoom) {
  const found = /^(above|below|left|right)\s+(-?[\d.]+)(px|%)/.exec(value);
  if (value === 'none' || value === '') return [];
  if (found === null) return [() => [everywhere()]];
  const [left, top, right, bottom] = edgesOf(element);
  const [, side, number, unit] = found;
  const size = side === 'left' || side === 'right' ? right - left : bottom - top;
  const gap = unit === '%' ? (parseFloat(number) / 100) * size : parseFloat(number) * zoom;
  const [x, y] = {
    above: [0, 2 * top - gap],
    below: [0, 2 * bottom + gap],
    left: [2 * left - gap, 0],
    right: [2 * right + gap, 0],
  }[/** @type {'above'} */ (side)];
  return [
    (box) => [
      [
        x === 0 ? box[0] : x - box[2],
        y === 0 ? box[1] : y - box[3],
        x === 0 ? box[2] : x - box[0],
        y === 0 ? box[3] : y - box[1],
      ],
    ],
  ];
}

/** @param {Element} element @returns {Edges} */
export function edgesOf(element) {
  const { left, top, right, bottom } = getBoundingClientRect.call(element);
  return [left, top, right, bottom];
}

/** @param {Edges[]} boxes @param {Effect[]} effects @returns {Edges[]} with their copies */
const copied = (boxes, effects) =>
  effects.reduce((all, effect) => [...all, ...all.flatMap(effect)], boxes).slice(0, MAX_COPIES + 1);

/** Finds the copies of several elements in one task. */
export class PaintedCopies {
  /** @type {Map<Element, Effect[]>} */
  #known = new Map();
  /** @type {Map<Element, boolean>} nothing around the element has an effect */
  #bare = new Map();
  /** @type {Map<Element, boolean>} nothing around the element rotates or scales it */
  #plain = new Map();

  /** @param {Backdrop[]} backdrops in front of any element */
  constructor(backdrops) {
    this.backdrops = backdrops;
  }

  /**
   * @param {Element} element
   * @param {Edges[]} boxes of its content
   * @param {boolean} [hasText] its own text may have shadows
   * @returns {Edges[]} the boxes of all further places where its content is painted
   */
  of(element, boxes, hasText = true) {
    const further = this.#copiesOf(element, boxes, hasText);
    return [...further, ...behind(this.backdrops, [...boxes, ...further])];
  }

  /**
   * @param {Element} host
   * @returns {Edges[]} the boxes of the elements in it, which may be elsewhere, and their copies
   */
  inside(host) {
    const contents = [...contentsOf(host)].filter((element) => isLaidOut(element));
    if (contents.length > MAX_CONTENTS) return [everywhere()];
    return contents.flatMap((element) => {
      const box = edgesOf(element);
      return [box, ...this.of(element, [box])];
    });
  }

  /**
   * @param {Element} element
   * @param {Edges[]} boxes
   * @param {boolean} hasText
   * @returns {Edges[]} apart from those of backdrops
   */
  #copiesOf(element, boxes, hasText) {
    let all = hasText ? copied(boxes, this.#textEffects(element)) : boxes;
    if (all.length === boxes.length && this.#isBare(element)) return [];
    for (const at of pathOf(element)) {
      const effects = this.#effectsOf(at);
      if (effects.length > 0) all = copied(all, effects);
    }
    if (all.length === boxes.length) return [];
    // Lengths in a rotated or scaled element are others on the screen. A computed transform costs
    // a layout, so that it is read only here.
    const isExact = everyAround(element, this.#plain, (at) => isPlain(getComputedStyle(at)));
    return isExact && all.length <= MAX_COPIES ? all.slice(boxes.length) : [everywhere()];
  }

  /** @param {Element} element @returns {boolean} nothing around it has an effect */
  #isBare(element) {
    return everyAround(element, this.#bare, (at) => this.#effectsOf(at).length === 0);
  }

  /** @param {Element} element @returns {Effect[]} */
  #textEffects(element) {
    const values = [...PARTS, ...highlights()].map(
      (part) => getComputedStyle(element, part).textShadow,
    );
    const zoom = zoomOf(element);
    return [...new Set(values)].flatMap((value) =>
      value === 'none' || value === '' ? [] : shadows(value, zoom),
    );
  }

  /** @param {Element} element @returns {Effect[]} of its own */
  #effectsOf(element) {
    const known = this.#known.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    const zoom = zoomOf(element);
    const reflect = style.getPropertyValue('-webkit-box-reflect');
    const effects = [...filters(style.filter, zoom), ...reflection(element, reflect, zoom)];
    this.#known.set(element, effects);
    return effects;
  }
}

/** @returns {string[]} the pseudo-elements of the texts that the page highlights */
const highlights = () =>
  [...(CSS.highlights?.keys() ?? [])].map((name) => `::highlight(${CSS.escape(name)})`);

/**
 * @param {Element} host
 * @returns {Generator<Element>} the elements in it and in its shadow roots
 */
function* contentsOf(host) {
  const root = rootOf(host);
  const inside = [
    ...querySelectorAll.element.call(host, '*'),
    ...(root ? querySelectorAll.root.call(root, '*') : []),
  ];
  for (const element of inside) {
    yield element;
    const inner = rootOf(element);
    if (inner) for (const each of querySelectorAll.root.call(inner, '*')) yield each;
  }
}

/** @param {Element} element @returns {Element | null} its slot or parent */
const outerOf = (element) => assignedSlot.call(element) ?? parentElementOf(element);

/** @param {Element} element @returns {Element[]} it and the elements around it, from the inside */
export function pathOf(element) {
  const path = [];
  for (let at = /** @type {Element | null} */ (element); at !== null; at = outerOf(at))
    path.push(at);
  return path;
}

/**
 * @param {Element} element
 * @param {Map<Element, boolean>} known what was found for elements before, which is added to
 * @param {(at: Element) => boolean} holds
 * @returns {boolean} it holds for the element and all elements around it
 */
export function everyAround(element, known, holds) {
  const path = [];
  let at = /** @type {Element | null} */ (element);
  for (; at !== null && !known.has(at); at = outerOf(at)) path.push(at);
  let all = at === null || known.get(at) === true;
  for (const inner of path.reverse()) {
    all &&= holds(inner);
    known.set(inner, all);
  }
  return all;
}
