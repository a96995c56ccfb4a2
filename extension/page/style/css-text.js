//! Parses CSS strings. It is independent of style sheets.

/**
 * Returns the text of an escaped CSS string or identifier, without its quotes.
 * @param {string} text
 */
export const unescapeCss = (text) =>
  text.includes('\\')
    ? text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex, char) =>
        hex ? codePoint(parseInt(hex, 16)) : char === '\n' ? '' : char,
      )
    : text;

/** @param {number} code */
const codePoint = (code) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
