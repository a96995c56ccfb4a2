//! Computes the text of generated content from computed `content` and `quotes`. It is independent
//! of elements: the caller supplies counters and quotation marks.

import { unescapeCss } from './css-text.js';

/**
 * A part of computed `content`: a string, a function, a keyword, or the slash before the
 * alternative text.
 */
const CONTENT_PART =
  /"((?:[^"\\]|\\[^])*)"|(counters?)\(([^)]*)\)|(open-quote|close-quote)|(\/)|[\w-]+\((?:"(?:[^"\\]|\\[^])*"|[^)"])*\)|[^\s"]+/g;

/**
 * Returns the text of generated content: its alternative text between spaces if it has one, else
 * its strings, counters and quotes.
 * @param {string} content computed
 * @param {(name: string, rest: string) => string} counter
 * @param {(open: boolean) => string} quote
 */
export const contentText = (content, counter, quote) => {
  let text = '';
  let alternative = false;
  for (const part of content.matchAll(CONTENT_PART)) {
    if (part[1] !== undefined) text += unescapeCss(part[1]);
    else if (part[2] !== undefined) text += counter(part[2], part[3]);
    else if (part[4] !== undefined) text += quote(part[4] === 'open-quote');
    else if (part[5] !== undefined) {
      text = '';
      alternative = true;
    }
  }
  return alternative && text !== '' ? ` ${text} ` : text;
};

/** Quotation marks of `quotes: auto`, by language: Unicode CLDR's delimiters. */
const QUOTES = new Map([
  ['de', '„“‚‘'],
  ['fr', '«»«»'],
  ['es', '«»“”'],
  ['it', '«»“”'],
  ['ru', '«»„“'],
  ['pl', '„”«»'],
  ['ja', '「」『』'],
  ['zh', '“”‘’'],
  ['nl', '‘’“”'],
  ['sv', '””’’'],
  ['cs', '„“‚‘'],
]);
const OTHER_QUOTES = '“”‘’';

/**
 * @param {string} quotes computed `quotes`
 * @param {string} language
 * @param {number} depth of quotations
 * @param {boolean} open
 */
export const quoteMark = (quotes, language, depth, open) => {
  if (quotes === 'none') return '';
  const specified = [...quotes.matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map((part) =>
    unescapeCss(part[1]),
  );
  const defaults = QUOTES.get(language.slice(0, 2).toLowerCase()) ?? OTHER_QUOTES;
  const marks = specified.length > 1 ? specified : [...defaults];
  return marks[Math.min(depth, (marks.length >> 1) - 1) * 2 + (open ? 0 : 1)] ?? '';
};
