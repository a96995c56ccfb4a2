//! Determines what a selector requires of a matching element: one requirement, suitable for lookup,
//! from the last compound of each selector. It is independent of elements.

import { unescapeCss } from './css-text.js';

/**
 * Returns the requirements for elements to which declarations of a rule apply.
 * @param {CSSRule} rule
 * @param {(style: CSSStyleDeclaration) => boolean} isWanted whether these declarations matter
 * @param {string[]} [parents] requirements of the enclosing rules
 * @returns {string[]} as `requirementOf`
 */
export function requirementsOfRule(rule, isWanted, parents = []) {
  const nested = /** @type {CSSGroupingRule} */ (rule).cssRules;
  const selector = /** @type {CSSStyleRule} */ (rule).selectorText;
  const style = /** @type {CSSStyleRule} */ (rule).style;
  if (!nested && !style) return ['*'];
  const isOwnWanted = style !== undefined && isWanted(style);
  if (!isOwnWanted && !nested?.length) return [];
  const own =
    selector === undefined
      ? parents
      : lastCompounds(selector).flatMap((compound) => requirementOf(compound, parents));
  const inner = [...(nested ?? [])].flatMap((each) => requirementsOfRule(each, isWanted, own));
  return isOwnWanted ? [...own, ...inner] : inner;
}

/**
 * Returns the last compound of each selector of a list.
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
 * Returns one requirement that an element must meet to match a compound: `.class`, `#id`,
 * `[attribute` or a tag name, in lower case, because a page in quirks mode ignores case.
 * @param {string} compound
 * @param {string[]} parents
 * @returns {string[]} `*` if it can't be determined
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
