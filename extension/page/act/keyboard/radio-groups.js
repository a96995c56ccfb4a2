//! Radio buttons that belong together: of one name, in one form or tree.

import { getRootNode, inputChecked, querySelectorAll } from '../../dom/dom.js';
import { formOf, radioName } from '../dom-methods.js';
import { focusedElement } from '../flat-tree.js';

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
  // `:focus` matches nothing in a window that is not in front.
  const focused = focusedElement();
  return others.some((other) => inputChecked.call(other) || other === focused);
}
