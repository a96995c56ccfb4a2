//! Radio buttons that belong together: of one name, in one form or tree.

import { inputChecked, matches, querySelectorAll } from '../dom.js';
import { formOf, getRootNode, radioName } from './dom-methods.js';

/** @param {Element} radio @returns {Element[]} it and the others, in the order of the document */
export function groupOf(radio) {
  const name = radioName.call(radio);
  if (name === '') return [radio];
  const root = getRootNode.call(radio);
  const kind = root === document ? 'document' : 'root';
  const radios = querySelectorAll[kind].call(/** @type {any} */ (root), 'input[type="radio" i]');
  return [...radios].filter(
    (other) => radioName.call(other) === name && formOf(other) === formOf(radio),
  );
}

/** @param {Element} radio @returns {boolean} Tab goes to another one of its group, or to none */
export function isSkippedByTab(radio) {
  if (inputChecked.call(radio)) return false;
  const others = groupOf(radio).filter((other) => other !== radio);
  return others.some((other) => inputChecked.call(other) || matches.call(other, ':focus'));
}
