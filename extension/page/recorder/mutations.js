//! Detects changes of the document during a walk that affect the record. It changes nothing.

import { isRecordedAttribute } from './attributes.js';
import { getAttribute } from '../dom/dom.js';
import { sheetCount } from '../style/style-sheets.js';
import { isRecorded } from './traversal.js';

/** All mutations that a MutationObserver can report. */
export const EVERY_MUTATION = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

/** Declarations of a style attribute that a record depends on. */
const RECORDED_STYLE =
  /\b(?:display|visibility|content-visibility|interactivity|cursor|float|position|white-space|text-transform|list-style)\b[^;]*/g;

/** @param {string | null} style */
const recordedStyle = (style) => (style ?? '').match(RECORDED_STYLE)?.join() ?? '';

/**
 * Returns whether the records before and after a change differ. Pages that animate with style
 * attributes, or count in attributes that are not recorded, change in every frame.
 * @param {MutationRecord} change
 */
function showsInRecord(change) {
  const target = /** @type {Element} */ (change.target);
  switch (change.type) {
    case 'attributes': {
      const name = change.attributeName ?? '';
      if (name !== 'style') return isRecordedAttribute(name);
      return recordedStyle(change.oldValue) !== recordedStyle(getAttribute.call(target, name));
    }
    case 'childList':
      return (
        !(target instanceof HTMLHeadElement) &&
        [...change.addedNodes, ...change.removedNodes].some(isRecorded)
      );
    default:
      return true;
  }
}

/**
 * Detects changes of the page between slices, including style sheets that finish loading. It
 * observes only from the first pause on.
 */
export class ChangeWatch {
  /** Something changed, even if it does not affect the record. */
  any = false;
  #sheets = 0;
  #changed = false;
  #watching = false;
  #observer = new MutationObserver((records) => this.#take(records));

  /** @param {Node[]} roots */
  begin(roots) {
    if (this.#watching) return;
    this.#watching = true;
    this.#sheets = sheetCount();
    for (const root of roots) this.add(root);
  }

  /** @param {Node} root found during the walk */
  add(root) {
    if (this.#watching) {
      this.#observer.observe(root, { ...EVERY_MUTATION, attributeOldValue: true });
    }
  }

  /** @param {MutationRecord[]} records */
  #take(records) {
    this.any ||= records.length > 0;
    this.#changed ||= records.some(showsInRecord);
  }

  get changed() {
    this.#take(this.#observer.takeRecords());
    this.#changed ||= this.#watching && this.#sheets !== sheetCount();
    return this.#changed;
  }

  end() {
    this.#observer.disconnect();
  }
}
