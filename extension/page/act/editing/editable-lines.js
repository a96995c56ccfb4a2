//! What editable text says, line by line: a block is a line, and so is what a line break ends. How
//! far its blocks stand apart is the layout's, and says nothing.

import { childNodes, dataOf, localName, nodeType, querySelectorAll } from '../../dom/dom.js';

const UNREAD = new Set(['script', 'style', 'template']);

/** Lines that are read one after the other. */
class Lines {
  /** @type {string[]} */
  all = [];
  /** @type {string | null} null: none has begun */
  #line = null;

  /** @param {string} text */
  add(text) {
    this.#line = (this.#line ?? '') + text;
  }

  end() {
    this.all.push(this.#line ?? '');
    this.#line = null;
  }

  endBegun() {
    if (this.#line !== null) this.end();
  }
}

/** @param {Element} element whether its line breaks are text */
const keepsBreaks = (element) => getComputedStyle(element).whiteSpaceCollapse !== 'collapse';

/** @param {Node} text @param {boolean} keeps @param {Lines} lines */
function readText(text, keeps, lines) {
  const [first, ...others] = keeps ? dataOf.call(text).split('\n') : [dataOf.call(text)];
  if (first !== '') lines.add(first);
  for (const line of others) {
    lines.end();
    if (line !== '') lines.add(line);
  }
}

/** @param {Element} element @param {Lines} lines */
function readWithin(element, lines) {
  const keeps = keepsBreaks(element);
  for (const node of childNodes.call(element)) {
    const type = nodeType.call(node);
    if (type === Node.TEXT_NODE) readText(node, keeps, lines);
    if (type === Node.ELEMENT_NODE) read(/** @type {Element} */ (node), lines);
  }
}

/** @param {Element} element @param {Lines} lines */
function read(element, lines) {
  const name = localName.call(element);
  if (UNREAD.has(name)) return;
  if (name === 'br') return lines.end();
  const { display } = getComputedStyle(element);
  if (display === 'none') return;
  if (display.startsWith('inline') || display === 'contents') return readWithin(element, lines);
  lines.endBegun();
  const before = lines.all.length;
  readWithin(element, lines);
  lines.endBegun();
  // A block with nothing in it is an empty line.
  if (lines.all.length === before) lines.end();
}

/** @param {string} line white space at its ends, and which white space it is, is the editor's */
const plain = (line) => line.replace(/[\s\u200b]+/g, ' ').trim();

/** @param {string[]} lines without the empty ones at the end */
function trimmed(lines) {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

/** @param {Element} host @returns {string[]} */
function linesOf(host) {
  const lines = new Lines();
  readWithin(host, lines);
  lines.endBegun();
  return lines.all;
}

/** Where an editor draws what is in view, and no more. */
const DRAWS_A_PART = '.cm-gap';

/**
 * @param {Element} host of editable text
 * @param {string} wanted
 * @returns {boolean} whether it says this; of an editor that draws a part, whether that part does
 */
export function saysLines(host, wanted) {
  const has = trimmed(linesOf(host).map(plain));
  const wants = trimmed(wanted.split('\n').map(plain));
  const isPart = querySelectorAll.element.call(host, DRAWS_A_PART).length > 0;
  if (!isPart) return has.join('\n') === wants.join('\n');
  const drawn = has.filter((line) => line !== '').join('\n');
  return wants
    .filter((line) => line !== '')
    .join('\n')
    .includes(drawn);
}

/**
 * @param {Element} host
 * @param {string} wanted
 * @returns {boolean} whether it says the same but for empty lines
 */
export function saysWords(host, wanted) {
  const wordsOf = (/** @type {string[]} */ lines) =>
    lines
      .map(plain)
      .filter((line) => line !== '')
      .join('\n');
  return wordsOf(linesOf(host)) === wordsOf(wanted.split('\n'));
}
