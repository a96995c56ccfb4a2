//! DOM methods and setters for acting, taken from the prototypes once, as dom.js does for reading:
//! a form may have a field named `focus` or `submit`, and setters of the page are never called.

import { fieldGetters, getAttribute, getter, localName, namespaceOf } from '../dom/dom.js';
import { attributed } from './watch/action-attribution.js';

/**
 * @param {object} prototype
 * @param {string} name
 * @returns {{call(self: object, value: unknown): void}}
 */
const setter = (prototype, name) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.set ?? { call: () => {} };

export const { createEvent, hasFocus } = Document.prototype;
export const execCommand = attributed(Document.prototype.execCommand);
export const { collapse, modify, selectAllChildren, setBaseAndExtent } = Selection.prototype;
export const { scrollIntoView } = Element.prototype;
/** @type {{call(element: Element, way: ScrollToOptions): void}} */
export const scrollBy = Element.prototype.scrollBy;
/** @type {{call(element: Element, place: ScrollToOptions): void}} */
export const scrollElementTo = Element.prototype.scrollTo;

export const isHidden = getter(Document.prototype, 'hidden');
export const children = getter(Element.prototype, 'children');
export const clientLeft = getter(Element.prototype, 'clientLeft');
export const clientTop = getter(Element.prototype, 'clientTop');
export const hostOf = getter(ShadowRoot.prototype, 'host');
export const scrollSizes = /** @type {const} */ ([
  'scrollTop',
  'scrollLeft',
  'scrollHeight',
  'scrollWidth',
]).map((name) => getter(Element.prototype, name));
export const clientHeight = getter(Element.prototype, 'clientHeight');
export const clientWidth = getter(Element.prototype, 'clientWidth');

const inputLabels = getter(HTMLInputElement.prototype, 'labels');
export const radioName = getter(HTMLInputElement.prototype, 'name');
export const stepUp = HTMLInputElement.prototype.stepUp;
export const stepDown = HTMLInputElement.prototype.stepDown;

export const selectOptions = getter(HTMLSelectElement.prototype, 'options');
export const selectMultiple = getter(HTMLSelectElement.prototype, 'multiple');
export const setInputFiles = setter(HTMLInputElement.prototype, 'files');
export const { hasPointerCapture } = Element.prototype;
export const setSelected = setter(HTMLOptionElement.prototype, 'selected');
export const optionValue = getter(HTMLOptionElement.prototype, 'value');
export const optionLabel = getter(HTMLOptionElement.prototype, 'label');

export const formElements = getter(HTMLFormElement.prototype, 'elements');
export const formNoValidate = getter(HTMLFormElement.prototype, 'noValidate');

const OWNERS = {
  button: HTMLButtonElement,
  fieldset: HTMLFieldSetElement,
  input: HTMLInputElement,
  label: HTMLLabelElement,
  object: HTMLObjectElement,
  option: HTMLOptionElement,
  output: HTMLOutputElement,
  select: HTMLSelectElement,
  textarea: HTMLTextAreaElement,
};
const formGetters = new Map(
  Object.entries(OWNERS).map(([tag, { prototype }]) => [tag, getter(prototype, 'form')]),
);

/** @param {Element} element @returns {HTMLFormElement | null} its form owner */
export const formOf = (element) => formGetters.get(localName.call(element))?.call(element) ?? null;

const LABELLED = [HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement, HTMLMeterElement];
const labelGetters = new Map(
  ['button', 'select', 'textarea', 'meter'].map((tag, index) => [
    tag,
    getter(LABELLED[index].prototype, 'labels'),
  ]),
);

/** @param {Element} element @returns {Element[]} its labels if it is a control */
export const labelsOf = (element) => {
  const labels = localName.call(element) === 'input' ? inputLabels : null;
  return [...((labels ?? labelGetters.get(localName.call(element)))?.call(element) ?? [])];
};

const labelledBy = getter(Element.prototype, 'ariaLabelledByElements');

/** @param {Element} element @returns {Element[]} the elements whose texts are its name */
export const labellersOf = (element) => [...labelsOf(element), ...(labelledBy.call(element) ?? [])];

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} element */
export const isHtml = (element) => namespaceOf.call(element) === HTML;

/** @param {Element} element */
export const isSvg = (element) => namespaceOf.call(element) === SVG;

/**
 * @param {Element} element
 * @returns {HTMLOrSVGElement} the prototype that has its `focus` and `blur`
 */
const focusPrototype = (element) =>
  isHtml(element)
    ? HTMLElement.prototype
    : isSvg(element)
      ? SVGElement.prototype
      : MathMLElement.prototype;

/** @param {Element} element @param {object} options */
export const callFocus = (element, options) =>
  attributed(focusPrototype(element).focus).call(element, options);
/** @param {Element} element */
export const callBlur = (element) => attributed(focusPrototype(element).blur).call(element);

const inputValue = setter(HTMLInputElement.prototype, 'value');
const textareaValue = setter(HTMLTextAreaElement.prototype, 'value');

/** @param {Element} field @returns {string} */
export const fieldValue = (field) => fieldGetters(field).value.call(field);

/**
 * Calls the native setter, not one that a framework has defined on the element: the framework then
 * detects the change on `input`.
 * @param {Element} field
 * @param {string} value
 */
export const setFieldValue = (field, value) =>
  (localName.call(field) === 'input' ? inputValue : textareaValue).call(field, value);

const readOnly = {
  input: getter(HTMLInputElement.prototype, 'readOnly'),
  textarea: getter(HTMLTextAreaElement.prototype, 'readOnly'),
};

/** @param {Element} field @returns {boolean} */
export const isReadOnly = (field) =>
  readOnly[/** @type {'input' | 'textarea'} */ (localName.call(field))]?.call(field) === true;

const selectAll = {
  input: HTMLInputElement.prototype.select,
  textarea: HTMLTextAreaElement.prototype.select,
};

/** @param {Element} field */
export const selectField = (field) =>
  selectAll[/** @type {'input' | 'textarea'} */ (localName.call(field))].call(
    /** @type {HTMLInputElement & HTMLTextAreaElement} */ (field),
  );

const selectRangeMethods = {
  input: HTMLInputElement.prototype.setSelectionRange,
  textarea: HTMLTextAreaElement.prototype.setSelectionRange,
};

/** @param {Element} field @param {number} start @param {number} end */
export const selectRange = (field, start, end) =>
  selectRangeMethods[/** @type {'input' | 'textarea'} */ (localName.call(field))].call(
    /** @type {HTMLInputElement & HTMLTextAreaElement} */ (field),
    start,
    end,
  );

const rangeGetters = new Map(
  [HTMLInputElement, HTMLTextAreaElement].map(({ prototype }, index) => [
    ['input', 'textarea'][index],
    /** @type {const} */ (['selectionStart', 'selectionEnd']).map((name) =>
      getter(prototype, name),
    ),
  ]),
);

/**
 * @param {Element} field
 * @returns {(number | null)[]} start and end of its selection; null: fields of this type have none
 */
export const selectedRange = (field) =>
  (rangeGetters.get(localName.call(field)) ?? []).map((end) => end.call(field));

const innerText = getter(HTMLElement.prototype, 'innerText');

/** @param {Element} element @returns {string} its rendered text */
export const innerTextOf = (element) =>
  isHtml(element) ? innerText.call(/** @type {HTMLElement} */ (element)) : '';

/** @param {Element} element @returns {string} in lower case; '' without one */
export const ownRole = (element) =>
  (getAttribute.call(element, 'role') ?? '').trim().toLowerCase().split(/\s+/)[0];
