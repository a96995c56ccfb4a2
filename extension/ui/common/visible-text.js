//! Text of agents and of pages in windows that ask: quoted, cut, every character visible.

import { text } from './i18n.js';

/** The visible part of a text, in characters and lines. */
const MAX_CHARACTERS = 200;
const MAX_LINES = 6;
/** More combining marks on one letter than in any language. They could cover the lines above. */
const MAX_MARKS = 3;

/** Characters that are invisible, change the order of others, or look like a space. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const SHORT_ESCAPES = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** @param {string} character */
const escapeOf = (character) =>
  SHORT_ESCAPES.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Adds a text in which escapes of invisible characters look different from the same characters in
 * the text itself.
 * @param {Element} parent
 * @param {string} content
 * @param {boolean} [keepsLines] line breaks and tabs are not escaped
 */
export function addVisible(parent, content, keepsLines = false) {
  let plain = '';
  let marks = 0;
  let before = '';
  for (const character of content) {
    marks = /\p{M}/u.test(character) ? marks + 1 : 0;
    const isLine = keepsLines && (character === '\n' || character === '\t');
    const isPlain = isLine || !(HIDDEN.test(character) || marks > MAX_MARKS);
    if (isPlain || isVariation(before, character)) plain += character;
    else {
      const escape = document.createElement('i');
      escape.textContent = escapeOf(character);
      parent.append(...(plain ? [plain] : []), escape);
      plain = '';
    }
    before = character;
  }
  if (plain) parent.append(plain);
}

/** @param {string} before @param {string} character @returns {boolean} of an emoji */
const isVariation = (before, character) =>
  character === '\ufe0f' && /\p{Extended_Pictographic}/u.test(before);

/** @param {string} content @returns {number} where the visible part ends */
function cutAt(content) {
  let [end, count, lines] = [0, 0, 1];
  for (const character of content) {
    lines += Number(character === '\n');
    if (count === MAX_CHARACTERS || lines > MAX_LINES) break;
    count += 1;
    end += character.length;
  }
  return end;
}

/** @param {string} content @returns {number} in characters */
const lengthOf = (content) => Array.from(content).length;

/**
 * @param {string} content
 * @param {{isCode?: boolean, isQuoted?: boolean}} look `isCode`: with its lines, from left to
 *   right; `isQuoted`: in quotes
 * @returns {HTMLElement} a box with the whole text
 */
export function foreignBox(content, { isCode = false, isQuoted = false }) {
  const box = document.createElement('div');
  box.className = 'foreign';
  const inner = document.createElement('bdi');
  if (isCode) inner.dir = 'ltr';
  addVisible(inner, content, isCode);
  box.append(...(isQuoted ? ['“', inner, '”'] : [inner]));
  return box;
}

/**
 * @param {string} content
 * @param {{isCode?: boolean, isQuoted?: boolean, label: string}} look as in `foreignBox`; `label`:
 *   the accessible name of the whole text
 * @returns {HTMLElement[]} a box with the beginning of the text; if it is cut, how much is missing,
 *   and the whole text on demand
 */
export function cutBoxes(content, { label, ...look }) {
  const end = cutAt(content);
  const box = foreignBox(content.slice(0, end), look);
  if (end === content.length) return [box];
  box.append('…');
  const missing = lengthOf(content.slice(end));
  return [box, wholeText(content, { label, ...look }, missing)];
}

/**
 * @param {string} content
 * @param {{isCode?: boolean, isQuoted?: boolean, label: string}} look
 * @param {number} missing the number of characters that are not in the box before
 * @returns {HTMLElement}
 */
function wholeText(content, { label, ...look }, missing) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = text('consent_show_all', missing.toLocaleString());
  details.append(summary);
  // A long text is rendered only if the user wants to see it.
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    const whole = foreignBox(content, look);
    whole.tabIndex = 0;
    whole.role = 'region';
    whole.ariaLabel = label;
    details.append(whole);
  });
  return details;
}
