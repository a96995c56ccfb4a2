//! The elements that have become busy during an action: more changes will come. `aria-busy` says so
//! of any element. A disabled element waits for the result only if it belongs to the action: its
//! target, an element around that, or a submit button of a form that the action submits. An editor
//! disables "Redo" after every edit, and a form its button while a field is not valid.

import { contains, getAttribute, isConnected } from '../../dom/dom.js';
import { isSubmitButton, ownerForm } from '../checks/form-controls.js';

const isTrue = (/** @type {string | null} */ value) => value === 'true';
const isPresent = (/** @type {string | null} */ value) => value !== null;

/**
 * @type {Record<string, {is: (value: string | null) => boolean, anywhere: boolean}>} by attribute;
 *   `anywhere`: also of elements that do not belong to the action
 */
const BUSY = {
  'aria-busy': { is: isTrue, anywhere: true },
  disabled: { is: isPresent, anywhere: false },
  'aria-disabled': { is: isTrue, anywhere: false },
};

/** Of one document, from the first action on. */
export class BusyElements {
  /** @type {Set<Element>} */
  #busy = new Set();
  /** @type {Set<Element>} */
  #targets = new Set();
  /** @type {Set<HTMLFormElement>} */
  #submitted = new Set();

  /** @param {Element} target of an action that begins @param {boolean} isSubmit */
  addTarget(target, isSubmit) {
    this.#targets.add(target);
    const form = isSubmit ? ownerForm(target) : null;
    if (form) this.#submitted.add(form);
  }

  /** @param {MutationRecord} record of an attribute */
  note({ target, attributeName }) {
    const name = attributeName ?? '';
    if (!Object.hasOwn(BUSY, name)) return;
    const { is, anywhere } = BUSY[name];
    const element = /** @type {Element} */ (target);
    if (!is(getAttribute.call(element, name))) this.#busy.delete(element);
    else if (anywhere || this.#belongsToAction(element)) this.#busy.add(element);
  }

  /** @param {Element} element */
  #belongsToAction(element) {
    const form = isSubmitButton(element) ? ownerForm(element) : null;
    if (form && this.#submitted.has(form)) return true;
    return [...this.#targets].some((target) => contains.call(element, target));
  }

  /** @returns {boolean} whether one of them still is busy */
  any() {
    return [...this.#busy].some((element) => isConnected.call(element));
  }
}
