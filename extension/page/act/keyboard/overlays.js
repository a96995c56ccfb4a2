//! The default action of Escape: closes the topmost modal dialog or popover, or clears a search
//! field.

import { localName, matches, querySelectorAll } from '../../dom/dom.js';
import { edit } from '../editing/editing.js';
import { send } from '../events.js';
import { fieldValue } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';
import { flatPath, focusedElement } from '../flat-tree.js';
import { selectAllOf } from '../editing/caret.js';

const { close } = HTMLDialogElement.prototype;
const { requestClose } = /** @type {{requestClose?: (this: Element) => void}} */ (
  HTMLDialogElement.prototype
);
const hidePopover = HTMLElement.prototype.hidePopover;

/** @param {Element} dialog */
function closeDialog(dialog) {
  if (requestClose) return requestClose.call(dialog);
  if (send(dialog, new Event('cancel', { cancelable: true }))) {
    close.call(/** @type {HTMLDialogElement} */ (dialog));
  }
}

/** @returns {Element | undefined} the one that contains the focus, else the last in the document */
function topmost() {
  const open = [
    ...querySelectorAll.document.call(document, ':modal, :popover-open:not([popover="manual" i])'),
  ];
  const around = flatPath(focusedElement()).find((node) => open.includes(node));
  return around ?? open.at(-1);
}

/** @param {import('./default-actions.js').Stroke} stroke */
export function closeTopmost({ target }) {
  const overlay = topmost();
  if (overlay) {
    if (localName.call(overlay) === 'dialog' && matches.call(overlay, ':modal'))
      closeDialog(overlay);
    else hidePopover.call(/** @type {HTMLElement} */ (overlay));
    return true;
  }
  if (typeOf(target) !== 'search' || fieldValue(target) === '') return false;
  selectAllOf(target);
  edit('deleteContentBackward', null, 'delete');
  return true;
}
