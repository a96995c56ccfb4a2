//! The name of the tab or frame in which a link or form loads something.

import { getAttribute, querySelectorAll } from '../../dom/dom.js';
import { isHtml } from '../dom-methods.js';

/**
 * Keywords that stand for the document's own tab, whose site the policy rules on anyway, or for a
 * new tab.
 */
const OWN_OR_NEW = ['', '_self', '_top', '_blank', '_unfencedtop'];

/**
 * @param {string | null} attribute `target` of a link or form; without one, the default of the
 *   document applies
 * @returns {string[]} the name, unless it means the document itself, its tab or a new one.
 *   Keywords in lower case.
 */
export function targetsNamed(attribute) {
  const name = attribute || defaultTarget();
  // Markup that was left open by an injection: the browser opens a new tab.
  if (/[\t\n\r]/.test(name) && name.includes('<')) return [];
  const keyword = name.toLowerCase();
  if (OWN_OR_NEW.includes(keyword)) return [];
  return [keyword === '_parent' ? keyword : name];
}

/** @returns {string} of the first `base` element that has one */
function defaultTarget() {
  const base = [...querySelectorAll.document.call(document, 'base[target]')].find(isHtml);
  return (base && getAttribute.call(base, 'target')) ?? '';
}
