//! State of elements and windows that can change without a mutation: functions of a live element,
//! so that each can be read again later.

import {
  assignedElements,
  closest,
  contentWindow,
  documentProperty,
  editableOf,
  fieldGetters,
  getAttribute,
  getter,
  inputChecked,
  inputFiles,
  inputIndeterminate,
  labelControl,
  localName,
  matches,
  namespaceOf,
  optionSelected,
  parentElementOf,
  tabIndexOf,
} from './dom.js';
import { nodeId } from './node-ids.js';
import { isLaidOut } from './skipped-content.js';
import { NAMESPACE, NAMESPACES, REFERENCE_PREFIX } from '../recorder/record-format.js';

/** @param {Element} control */
export const isDisabled = (control) => matches.call(control, ':disabled');
/** @param {Element} element */
export const isTabbable = (element) => tabIndexOf.call(element) >= 0;
/** @param {Element} element */
export const isRendered = (element) => isLaidOut(element);
/**
 * `isContentEditable` updates the style of skipped content, so that is not asked there.
 * @param {Element} element
 */
export const isEditable = (element) =>
  isLaidOut(element) ? editableOf.call(element) === true : isInEditable(element);

/** @param {Element} element @returns {boolean} its document or an attribute makes it editable */
const isInEditable = (element) => {
  const host = closest.call(element, '[contenteditable]');
  const isOn = host && getAttribute.call(host, 'contenteditable')?.toLowerCase() !== 'false';
  return isOn ?? designMode() === 'on';
};
/** @param {Element} element */
export const isChecked = (element) => inputChecked.call(element);
/** @param {Element} element */
export const isIndeterminate = (element) => inputIndeterminate.call(element);
/** @param {Element} element */
export const isSelected = (element) => optionSelected.call(element);
/** @param {Element} element */
export const isPopoverOpen = (element) => matches.call(element, ':popover-open');
/** @param {Element} element */
export const isModal = (element) => matches.call(element, ':modal');

/** @param {Element} field of type file */
export const fileNames = (field) =>
  [...(inputFiles.call(field) ?? [])].map((file) => file.name).join(', ');
/** @param {Element} field */
export const valueOf = (field) => fieldGetters(field).value.call(field);
/** @param {Element} field */
export const isValidated = (field) => fieldGetters(field).willValidate.call(field);
/** @param {Element} field */
export const isValid = (field) => fieldGetters(field).validity.call(field).valid;

/** @param {Element} label @returns {Element | null} */
export const controlOf = (label) => labelControl.call(label);

/** @param {Element} element */
export const languageOf = (element) =>
  getAttribute.call(closest.call(element, '[lang]') ?? element, 'lang') ?? '';

/**
 * Returns the nodes that a script has assigned to a slot. @param {Element} slot
 * @returns {string} node ids of the nodes that a script has assigned; empty without manual slot
 *   assignment
 */
export const assignedOf = (slot) => {
  const root = /** @type {ShadowRoot} */ (slot.getRootNode());
  return root.slotAssignment === 'manual'
    ? assignedElements
        .call(/** @type {HTMLSlotElement} */ (slot))
        .map(nodeId)
        .join(',')
    : '';
};

/** @param {Element} frame @returns {Window | null} */
export const windowOf = (frame) => {
  const name = /** @type {'iframe' | 'frame' | 'object'} */ (localName.call(frame));
  return contentWindow[name].call(frame);
};
/** @param {number} index */
export const windowAt = (index) => window[index];
export const windowCount = () => window.length;
export const designMode = () => documentProperty.designMode.call(document);

/** @param {Element} element */
export const isHtml = (element) =>
  NAMESPACES.get(namespaceOf.call(element) ?? '') === NAMESPACE.html;

/** @param {Element} element @returns {boolean} it is editable, and its parent is not */
export const isEditingHost = (element) => {
  if (!isHtml(element) || !isEditable(element)) return false;
  const parent = parentElementOf(element);
  return parent === null ? designMode() !== 'on' : !isHtml(parent) || !isEditable(parent);
};

/**
 * Functions that read the elements set by a script for an empty IDREF attribute, by the attribute's
 * name.
 */
/** @type {Map<string, (element: Element) => string>} */
export const REFERENCE_READERS = new Map(
  /** @type {const} */ ([
    ['aria-labelledby', 'ariaLabelledByElements'],
    ['aria-describedby', 'ariaDescribedByElements'],
    ['aria-errormessage', 'ariaErrorMessageElements'],
    ['aria-owns', 'ariaOwnsElements'],
    ['aria-controls', 'ariaControlsElements'],
    ['aria-activedescendant', 'ariaActiveDescendantElement'],
  ]).map(([attribute, property]) => {
    const elements = getter(Element.prototype, property);
    return [attribute, (/** @type {Element} */ element) => references(elements.call(element))];
  }),
);

/** @param {Element | readonly Element[] | null | undefined} set */
const references = (set) =>
  set
    ? [set]
        .flat()
        .map((target) => REFERENCE_PREFIX + nodeId(target))
        .join(' ')
    : '';
