//! The lines of editable text: a block is a line, and a line break ends one. Unlike in `innerText`,
//! margins between blocks add no empty lines.

import { childNodes, dataOf, localName, nodeType, querySelectorAll } from '../../dom/dom.js';
import { NOT_RENDERED } from '../flat-tree.js';

/** Collects lines in document order. */
class Lines {
  /** @type {string[]} */
  all = [];
  /** @type {string | null} null: no line has begun */
  #line = null;

  /** @param {string} text */
  add(text) {
    this.#line = (this.#line ?? '') + text;
  }

  end() {
    this.all.push(this.#line ?? '');
    this.#line = null;
  }

  endIfBegun() {
    if (this.#line !== null) this.end();
  }
}

/** @param {Element} element @returns {boolean} newlines in its text are line breaks */
const preservesBreaks = (element) => getComputedStyle(element).whiteSpaceCollapse !== 'collapse';

/** @param {Node} text @param {boolean} preserves @param {Lines} lines */
function readText(text, preserves, lines) {
  const [first, ...others] = preserves ? dataOf.call(text).split('\n') : [dataOf.call(text)];
  if (first !== '') lines.add(first);
  for (const line of others) {
    lines.end();
    if (line !== '') lines.add(line);
  }
}

/** @param {Element} element @param {Lines} lines */
function readWithin(element, lines) {
  const preserves = preservesBreaks(element);
  for (const node of childNodes.call(element)) {
    const type = nodeType.call(node);
    if (type === Node.TEXT_NODE) readText(node, preserves, lines);
    if (type === Node.ELEMENT_NODE) read(/** @type {Element} */ (node), lines);
  }
}

/** @param {Element} element @param {Lines} lines */
function read(element, lines) {
  const name = localName.call(element);
  if (NOT_RENDERED.has(name)) return;
  if (name === 'br') return lines.end();
  const { display } = getComputedStyle(element);
  if (display === 'none') return;
  if (display.startsWith('inline') || display === 'contents') return readWithin(element, lines);
  lines.endIfBegun();
  const before = lines.all.length;
  readWithin(element, lines);
  lines.endIfBegun();
  // An empty block is an empty line.
  if (lines.all.length === before) lines.end();
}

/** @param {string} line Normalizes white space, which editors change. */
const plain = (line) => line.replace(/[\s\u200b]+/g, ' ').trim();

/** @param {string[]} lines @returns {string[]} without empty lines at the end */
function trimmed(lines) {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

/** @param {Element} host @returns {string[]} */
function linesOf(host) {
  const lines = new Lines();
  readWithin(host, lines);
  lines.endIfBegun();
  return lines.all;
}

/** Marks an editor that renders only the visible part of its text. */
const PARTIALLY_RENDERED = '.cm-gap';

/**
 * @param {Element} host of editable text
 * @param {string} text
 * @returns {boolean} it shows the text; if it is partially rendered, its rendered part is in the
 *   text
 */
export function showsLines(host, text) {
  const actual = trimmed(linesOf(host).map(plain));
  const expected = trimmed(text.split('\n').map(plain));
  const isPart = querySelectorAll.element.call(host, PARTIALLY_RENDERED).length > 0;
  if (!isPart) return actual.join('\n') === expected.join('\n');
  const rendered = actual.filter((line) => line !== '').join('\n');
  return expected
    .filter((line) => line !== '')
    .join('\n')
    .includes(rendered);
}

/**
 * @param {Element} host
 * @param {string} text
 * @returns {boolean} it shows the text, except for empty lines
 */
export function showsNonEmptyLines(host, text) {
  const nonEmpty = (/** @type {string[]} */ lines) =>
    lines
      .map(plain)
      .filter((line) => line !== '')
      .join('\n');
  return nonEmpty(linesOf(host)) === nonEmpty(text.split('\n'));
}
