//! Groups of radio buttons: of the same name, in the same form or tree.

import { getRootNode, inputChecked, querySelectorAll } from '../../dom/dom.js';
import { formOf, radioName } from '../dom-methods.js';
import { focusedElement } from '../flat-tree.js';

/** @param {Element} radio @returns {Element[]} its group, with itself, in document order */
export function groupOf(radio) {
  const name = radioName.call(radio);
  if (name === '') return [radio];
  const root = getRootNode.call(radio);
  const selector = 'input[type="radio" i]';
  const radios =
    root === document
      ? querySelectorAll.document.call(document, selector)
      : querySelectorAll.root.call(/** @type {ShadowRoot} */ (root), selector);
  return [...radios].filter(
    (other) => radioName.call(other) === name && formOf(other) === formOf(radio),
  );
}

/** @param {Element} radio @returns {boolean} it is not the tab stop of its group */
export function isSkippedByTab(radio) {
  if (inputChecked.call(radio)) return false;
  const others = groupOf(radio).filter((other) => other !== radio);
  // `:focus` does not match in a window that is not focused.
  const focused = focusedElement();
  return others.some((other) => inputChecked.call(other) || other === focused);
}
