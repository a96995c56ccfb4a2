//! What a selector requires of the element that it matches: the last compound of each selector is
//! looked at, and of that one thing that can be looked up. It asks for no element.

import { unescapeCss } from './css-text.js';

/** Content that shows nothing. */
const SHOWS_NOTHING = /^(?:"\s*"|none|normal|)$/;

/**
 * What the elements have that a rule may give generated content.
 * @param {CSSRule} rule
 * @param {string[]} parents what the rules around it require
 * @returns {string[]} as `requirementOf`
 */
export function requirementsOfRule(rule, parents) {
  const nested = /** @type {CSSGroupingRule} */ (rule).cssRules;
  const selector = /** @type {CSSStyleRule} */ (rule).selectorText;
  const style = /** @type {CSSStyleRule} */ (rule).style;
  if (!nested && !style) return ['*'];
  const own =
    selector === undefined
      ? parents
      : lastCompounds(selector).flatMap((compound) => requirementOf(compound, parents));
  const inner = [...(nested ?? [])].flatMap((each) => requirementsOfRule(each, own));
  return style && !SHOWS_NOTHING.test(style.content) ? [...own, ...inner] : inner;
}

/**
 * The last compound of each selector of a list.
 * @param {string} list
 */
function lastCompounds(list) {
  const found = [];
  let start = 0;
  let depth = 0;
  const tokens = /\\[0-9a-f]{1,6}\s?|\\[^]|"(?:[^"\\]|\\[^])*"|[^]/gi;
  for (const token of list.matchAll(tokens)) {
    if (token[0] === '(' || token[0] === '[') depth++;
    else if (token[0] === ')' || token[0] === ']') depth--;
    else if (depth > 0) continue;
    else if (token[0] === ',') found.push(list.slice(start, token.index));
    if (depth === 0 && /^[\s,>+~]$/.test(token[0])) start = token.index + 1;
  }
  found.push(list.slice(start));
  return found;
}

/**
 * One thing that an element must have for a compound to match it: `.class`, `#id`, `[attribute` or
 * a tag name, in lower case: a page in quirks mode ignores case.
 * @param {string} compound
 * @param {string[]} parents
 * @returns {string[]} `*` where that can't be said
 */
function requirementOf(compound, parents) {
  let bare = compound.replace(/"(?:[^"\\]|\\[^])*"/g, '""');
  for (let before = ''; before !== bare;) bare = (before = bare).replace(/\([^()]*\)/g, '');
  const attribute = /\[([\w-]+)/.exec(bare);
  bare = bare.replace(/\[[^\]]*\]/g, '');
  const named = /([.#])((?:\\[0-9a-f]{1,6}\s?|\\[^]|[\w-]|[^\0-\x7f])+)/i.exec(bare);
  if (named) return [named[1] + unescapeCss(named[2]).toLowerCase()];
  if (attribute) return [`[${attribute[1].toLowerCase()}`];
  if (bare.includes('&')) return parents.length > 0 ? parents : ['*'];
  const tag = /^[a-z][\w-]*(?![\w|\\-])/i.exec(bare);
  return [tag ? tag[0].toLowerCase() : '*'];
}
