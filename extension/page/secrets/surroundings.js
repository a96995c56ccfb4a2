//! Texts around a field that label it for the user if it has no label of its own: its description,
//! the custom element, group, dialog and table cell around it, and the text before it. It reads the
//! document only, so that it causes no layout.

import {
  createTreeWalker,
  dataOf,
  elementById,
  querySelectorAll,
  getAttribute,
  getRootNode,
  localName,
  matches,
  nextElement,
  nodeType,
  parentElementOf,
  parentNode,
  previousElement,
  querySelector,
} from '../dom/dom.js';
import { TAG, TAGS } from '../dom/tags.js';
import { SECRET_AUTOCOMPLETE } from '../../shared/secret-words.js';
import { isUnlabelled, MAX_LABEL_LEN, saysSecret } from '../../shared/secret-text.js';

/** Ancestors that are searched for labels. */
const MAX_ANCESTORS = 40;
/** Nodes that are searched for the text before a field. */
const MAX_NODES_BEFORE = 40;
/** Blocks of text before a field. */
const MAX_BLOCKS = 2;
/** A longer text before a field is prose. */
const MAX_BEFORE_LEN = 200;
/** The number of characters of an attribute that is a list of ids. */
const MAX_IDS_LEN = 500;

const GROUPS = new Set(['fieldset', 'form', 'dialog']);
const GROUP_ROLES = new Set(['group', 'form', 'dialog', 'alertdialog', 'radiogroup']);
const DIALOG_ROLES = new Set(['dialog', 'alertdialog']);
const CELLS = new Set(['td', 'th']);
const CELL_ROLES = new Set(['cell', 'gridcell']);
const ROW = 'tr, [role=row]';
const TABLE = 'table, [role=table], [role=grid], [role=treegrid]';
const HEADING = 'h1, h2, h3, h4, h5, h6, [role=heading], legend';
const HOST_LABELS = ['aria-label', 'placeholder', 'title', 'label', 'data-placeholder', 'name'];
const PLAINLY_SECRET = new RegExp(`^password$|${SECRET_AUTOCOMPLETE.join('|')}`, 'i');
/** Content that is not part of the text of a label. */
const NOT_A_LABEL = new Set(['option', 'textarea', 'script', 'style', 'template']);
/** Elements that do not interrupt a text. */
const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'em', 'font', 'i', 'kbd', 'mark', 'q', 's'],
  ...['small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'wbr', 'slot'],
]);

/**
 * Texts of ancestors. `isLabelled`: a custom element around the field has a label for something
 * else.
 * @typedef {{texts: string[], isLabelled: boolean, isInTable: boolean}} AncestorTexts
 */

/** @type {AncestorTexts} */
const NOTHING = { texts: [], isLabelled: false, isInTable: false };

/**
 * Returns the text of a label, without the content of fields in it.
 * @param {Element} label
 */
export function labelText(label) {
  const walker = createTreeWalker.call(document, label, NodeFilter.SHOW_TEXT);
  let text = '';
  let joined = '';
  while (text.length < MAX_LABEL_LEN && walker.nextNode() !== null) {
    const parent = /** @type {Element} */ (parentNode.call(walker.currentNode));
    if (NOT_A_LABEL.has(localName.call(parent))) continue;
    const part = dataOf.call(walker.currentNode);
    text += ` ${part}`;
    joined += part;
  }
  // A word can be in several elements: `<u>P</u>assword`.
  const isWhole = text === ` ${joined}`;
  const isSplit = !isWhole && saysSecret([], [joined]) && !saysSecret([], [text]);
  return `${isSplit ? `${joined} ${text}` : text} ${namesIn(label, text.trim() === '')}`.trimEnd();
}

/**
 * @param {Element} label
 * @param {boolean} isEmpty it has no text, so that the names of images in it are its text
 * @returns {string} what its attributes say in place of a text
 */
function namesIn(label, isEmpty) {
  const own = getAttribute.call(label, 'aria-label') ?? '';
  const named = isEmpty ? [...querySelectorAll.element.call(label, '[alt], [aria-label]')] : [];
  const names = named.map(
    (element) => getAttribute.call(element, 'aria-label') ?? getAttribute.call(element, 'alt'),
  );
  return [own, ...names].join(' ').slice(0, MAX_LABEL_LEN);
}

/**
 * @param {Document | ShadowRoot} root
 * @param {string | null} ids
 * @returns {string[]} texts of the elements with these ids
 */
export function textsOfIds(root, ids) {
  if (!ids) return [];
  const byId = elementById[root === document ? 'document' : 'root'];
  const found = ids
    .slice(0, MAX_IDS_LEN)
    .split(/\s+/)
    .map((id) => id && byId.call(root, id));
  return found.filter((label) => !!label).map((label) => labelText(/** @type {Element} */ (label)));
}

/** @param {Element} element */
const isField = (element) => {
  const tag = localName.call(element);
  if (tag === 'input') return getAttribute.call(element, 'type')?.toLowerCase() !== 'hidden';
  return tag !== 'button' && ((TAGS.get(tag) ?? 0) & TAG.control) !== 0;
};

/** The surroundings of the fields of one document or shadow root, read once for all of them. */
export class Surroundings {
  /** @type {Map<Element, AncestorTexts>} */
  #byParent = new Map();
  /** @type {Map<Element, string>} text before a field */
  #before = new Map();

  /**
   * @param {Document | ShadowRoot} root
   * @param {(host: Element) => string[]} labelsOf the labels of a custom element
   */
  constructor(root, labelsOf) {
    this.root = root;
    this.labelsOf = labelsOf;
  }

  /**
   * @param {Element} field without a label of its own
   * @param {boolean} isInput not editable text, before which there may be other text
   * @returns {{texts: string[], isInTable: boolean}}
   */
  of(field, isInput) {
    const described = textsOfIds(this.root, getAttribute.call(field, 'aria-describedby'));
    const parent = parentElementOf(field);
    const { texts, isLabelled, isInTable } = parent ? this.#around(parent, field) : NOTHING;
    const before = isInput && !isLabelled ? this.#textBefore(field) : '';
    return { texts: [...described, ...texts, before].filter((text) => text !== ''), isInTable };
  }

  /**
   * @param {Element} parent
   * @param {Element} child
   * @returns {AncestorTexts} of the parent and its ancestors
   */
  #around(parent, child) {
    const known = this.#byParent.get(parent);
    if (known) return known;
    /** @type {AncestorTexts} */
    const around = { texts: [], isLabelled: false, isInTable: false };
    /** @type {Element | null} */
    let at = parent;
    for (let left = MAX_ANCESTORS; at !== null && left > 0; left--) {
      if (this.#readAncestor(at, child, around)) break;
      child = at;
      at = parentElementOf(at);
    }
    this.#byParent.set(parent, around);
    return around;
  }

  /**
   * @param {Element} at an ancestor
   * @param {Element} child its child on the way to the field
   * @param {AncestorTexts} around is extended
   * @returns {boolean} outer elements say nothing of the field
   */
  #readAncestor(at, child, around) {
    const tag = localName.call(at);
    const role = getAttribute.call(at, 'role') ?? '';
    if (tag.includes('-') && parentNode.call(child) !== at) {
      const labels = this.#hostTexts(at);
      around.texts.push(...labels);
      return (around.isLabelled ||= labels.length > 0 && !isUnlabelled(labels));
    }
    if (CELLS.has(tag) || CELL_ROLES.has(role)) {
      around.isInTable = true;
      around.texts.push(...headersOf(at));
    }
    if (!GROUPS.has(tag) && !GROUP_ROLES.has(role)) return false;
    const isDialog = tag === 'dialog' || DIALOG_ROLES.has(role);
    const label = getAttribute.call(at, 'aria-label');
    if (label) around.texts.push(label);
    around.texts.push(...textsOfIds(this.root, getAttribute.call(at, 'aria-labelledby')));
    around.texts.push(...textsOfIds(this.root, getAttribute.call(at, 'aria-describedby')));
    const heading = tag === 'form' ? null : querySelector.call(at, isDialog ? HEADING : 'legend');
    if (heading) around.texts.push(labelText(heading));
    return isDialog;
  }

  /** @param {Element} host @returns {string[]} what labels a custom element, for its inner field */
  #hostTexts(host) {
    const attributes = HOST_LABELS.map((name) => getAttribute.call(host, name) ?? '');
    const isPlain = ['type', 'autocomplete'].some((name) =>
      PLAINLY_SECRET.test(getAttribute.call(host, name) ?? ''),
    );
    const slotted = isPlain ? 'password' : labelText(host);
    const root = /** @type {Document | ShadowRoot} */ (getRootNode.call(host));
    const labelledBy = textsOfIds(root, getAttribute.call(host, 'aria-labelledby'));
    const all = [...attributes, ...this.labelsOf(host), ...labelledBy, slotted];
    return all.filter((text) => /\S/.test(text));
  }

  /** @param {Element} field @returns {string} */
  #textBefore(field) {
    const known = this.#before.get(field);
    if (known !== undefined) return known;
    const walker = createTreeWalker.call(
      document,
      this.root,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    walker.currentNode = field;
    let text = '';
    let blocks = 0;
    for (let left = MAX_NODES_BEFORE; left > 0 && text.length <= MAX_BEFORE_LEN; left--) {
      const node = walker.previousNode();
      if (node === null) break;
      if (nodeType.call(node) === 3) text = `${textOf(node)}${text}`;
      else {
        const element = /** @type {Element} */ (node);
        if (isField(element)) {
          // Fields for one character each have a common label.
          if (text === '' && isOneCharacter(element)) text = this.#before.get(element) ?? '';
          break;
        }
        // The headers of a table label its cells.
        if (matches.call(element, ROW)) break;
        const isBlock = /\S/.test(text) && !INLINE.has(localName.call(element));
        if (isBlock && ++blocks === MAX_BLOCKS) break;
        if (isBlock) text = ` ${text}`;
      }
    }
    if (text.length > MAX_BEFORE_LEN) text = '';
    this.#before.set(field, text);
    return text;
  }
}

/** @param {Element} field @returns {boolean} it takes one character */
export const isOneCharacter = (field) =>
  getAttribute.call(field, 'maxlength') === '1' ||
  /^(?:\\d|\[0-9\]|\[\\d\])(?:\{1\})?$/.test(getAttribute.call(field, 'pattern') ?? '');

/** @param {Node} node @returns {string} the text of a node, unless it labels something else */
function textOf(node) {
  const parent = /** @type {Element | null} */ (parentElementOf(node));
  const tag = parent ? localName.call(parent) : '';
  return NOT_A_LABEL.has(tag) || tag === 'button' ? '' : dataOf.call(node);
}

/** @param {Element} cell @returns {string[]} texts of the headers of its column and row */
function headersOf(cell) {
  const row = parentElementOf(cell);
  if (row === null || !matches.call(row, ROW)) return [];
  let column = 0;
  let first = cell;
  for (let at = previousElement.call(cell); at; at = previousElement.call(at)) {
    column++;
    first = at;
  }
  /** @type {Element | null} */
  let table = parentElementOf(row);
  while (table !== null && !matches.call(table, TABLE)) table = parentElementOf(table);
  const firstRow = table && querySelector.call(table, ROW);
  let header = firstRow && firstRow !== row ? firstChildOf(firstRow) : null;
  for (let left = column; header && left > 0; left--) header = nextElement.call(header);
  const headers = [header, first === cell ? null : first];
  return headers.filter((each) => each !== null).map((each) => labelText(each));
}

/** @param {Element} row @returns {Element | null} */
const firstChildOf = (row) => querySelector.call(row, ':scope > *');
