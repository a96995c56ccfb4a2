//! The document's getters and methods, taken once from the prototypes. `form.id`, `form.childNodes`
//! or `document.title` may be an element of that name, even in the isolated world; a getter called
//! on the form never is. It is independent of records.

/**
 * @template {object} P
 * @template {keyof P} K
 * @param {P} prototype
 * @param {K} name
 * @returns {{call(self: object): P[K]}} returns `undefined` if the browser has no such property
 */
export const getter = (prototype, name) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get ?? {
    call: () => /** @type {P[K]} */ (undefined),
  };

export const nodeType = getter(Node.prototype, 'nodeType');
export const firstChild = getter(Node.prototype, 'firstChild');
export const nextSibling = getter(Node.prototype, 'nextSibling');
export const childNodes = getter(Node.prototype, 'childNodes');
export const { getRootNode } = Node.prototype;
export const parentNode = getter(Node.prototype, 'parentNode');
export const textContent = /** @type {{call(node: ChildNode): string}} */ (
  getter(Node.prototype, 'textContent')
);
export const isConnected = getter(Node.prototype, 'isConnected');
export const contains = Node.prototype.contains;
export const dataOf = getter(CharacterData.prototype, 'data');
export const { addEventListener: addListener, removeEventListener: removeListener } =
  EventTarget.prototype;

export const localName = getter(Element.prototype, 'localName');
export const namespaceOf = getter(Element.prototype, 'namespaceURI');
export const openRoot = getter(Element.prototype, 'shadowRoot');
export const assignedSlot = getter(Element.prototype, 'assignedSlot');
export const firstElementChild = getter(Element.prototype, 'firstElementChild');
export const firstElementOfRoot = getter(DocumentFragment.prototype, 'firstElementChild');
export const previousElement = getter(Element.prototype, 'previousElementSibling');
export const nextElement = getter(Element.prototype, 'nextElementSibling');
export const {
  getAttribute,
  getAttributeNames,
  hasAttribute,
  hasAttributes,
  matches,
  closest,
  getBoundingClientRect,
  getClientRects,
  checkVisibility,
  querySelector,
} = Element.prototype;
export const elementsWithin = Element.prototype.getElementsByTagName;

const inlineStyle = {
  html: getter(HTMLElement.prototype, 'style'),
  svg: getter(SVGElement.prototype, 'style'),
};

/**
 * @param {Element} element
 * @returns {CSSStyleDeclaration | undefined} the declarations of its `style` attribute
 */
export const inlineStyleOf = (element) => {
  if (element instanceof HTMLElement) return inlineStyle.html.call(element);
  return element instanceof SVGElement ? inlineStyle.svg.call(element) : undefined;
};

const offsetWidth = getter(HTMLElement.prototype, 'offsetWidth');
const offsetHeight = getter(HTMLElement.prototype, 'offsetHeight');

/** @param {Element} element @returns {[number, number]} its size before transforms; 0, 0 for SVG */
export const offsetSize = (element) =>
  element instanceof HTMLElement ? [offsetWidth.call(element), offsetHeight.call(element)] : [0, 0];

export const tabIndexOf = getter(HTMLElement.prototype, 'tabIndex');
/** The position of its first box in the nearest positioned element, without transforms. */
export const offsetEdges = {
  left: getter(HTMLElement.prototype, 'offsetLeft'),
  top: getter(HTMLElement.prototype, 'offsetTop'),
};
export const editableOf = getter(HTMLElement.prototype, 'isContentEditable');
export const inputType = getter(HTMLInputElement.prototype, 'type');
export const inputChecked = getter(HTMLInputElement.prototype, 'checked');
export const inputIndeterminate = getter(HTMLInputElement.prototype, 'indeterminate');
export const inputFiles = getter(HTMLInputElement.prototype, 'files');
export const optionSelected = getter(HTMLOptionElement.prototype, 'selected');
export const detailsOpen = getter(HTMLDetailsElement.prototype, 'open');
export const dialogOpen = getter(HTMLDialogElement.prototype, 'open');
export const labelControl = getter(HTMLLabelElement.prototype, 'control');
export const { assignedElements, assignedNodes } = HTMLSlotElement.prototype;
export const linkSheet = getter(HTMLLinkElement.prototype, 'sheet');
export const styleSheet = getter(HTMLStyleElement.prototype, 'sheet');

/** By local name of the element. */
export const contentWindow = {
  iframe: getter(HTMLIFrameElement.prototype, 'contentWindow'),
  frame: getter(HTMLFrameElement.prototype, 'contentWindow'),
  object: getter(HTMLObjectElement.prototype, 'contentWindow'),
};

const [inputGetters, selectGetters, textareaGetters] = [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
].map(({ prototype }) => ({
  value: getter(prototype, 'value'),
  willValidate: getter(prototype, 'willValidate'),
  validity: getter(prototype, 'validity'),
}));

/** @param {Element} field created in any document */
export const fieldGetters = (field) => {
  const tag = localName.call(field);
  return tag === 'input' ? inputGetters : tag === 'select' ? selectGetters : textareaGetters;
};

// Members that documents and shadow roots have in common, by the kind of root.

export const styleSheets = {
  document: getter(Document.prototype, 'styleSheets'),
  root: getter(ShadowRoot.prototype, 'styleSheets'),
};
export const adoptedSheets = {
  document: getter(Document.prototype, 'adoptedStyleSheets'),
  root: getter(ShadowRoot.prototype, 'adoptedStyleSheets'),
};
export const activeElement = {
  document: getter(Document.prototype, 'activeElement'),
  root: getter(ShadowRoot.prototype, 'activeElement'),
};
export const querySelectorAll = {
  document: Document.prototype.querySelectorAll,
  root: DocumentFragment.prototype.querySelectorAll,
  element: Element.prototype.querySelectorAll,
};
export const elementById = {
  document: Document.prototype.getElementById,
  root: DocumentFragment.prototype.getElementById,
};
export const elementFromPoint = {
  document: Document.prototype.elementFromPoint,
  root: /** @type {DocumentOrShadowRoot} */ (ShadowRoot.prototype).elementFromPoint,
};

export const documentProperty = {
  documentElement: getter(Document.prototype, 'documentElement'),
  body: getter(Document.prototype, 'body'),
  title: getter(Document.prototype, 'title'),
  URL: getter(Document.prototype, 'URL'),
  readyState: getter(Document.prototype, 'readyState'),
  contentType: getter(Document.prototype, 'contentType'),
  designMode: getter(Document.prototype, 'designMode'),
  scrollingElement: getter(Document.prototype, 'scrollingElement'),
};
export const createTreeWalker = Document.prototype.createTreeWalker;

const baseURI = getter(Node.prototype, 'baseURI');

/** @returns {string} the base URL of the document */
export const baseAddress = () => baseURI.call(document);
/** @returns {Element | null} */
export const documentElement = () => documentProperty.documentElement.call(document);

/** @param {Node} node @returns {Element | null} parent in the composed tree, slots excluded */
export const parentElementOf = (node) => {
  const parent = /** @type {(Element & {host?: Element}) | null} */ (parentNode.call(node));
  if (parent === null) return null;
  // `instanceof` fails for a node that was created in another document.
  const type = nodeType.call(parent);
  return type === 1 ? parent : type === 11 ? (parent.host ?? null) : null;
};

/** @param {Node} node @returns {Element | null} the node itself, or the element that contains it */
export const elementOf = (node) => {
  const type = nodeType.call(node);
  if (type === 1) return /** @type {Element} */ (node);
  return type === 11 ? (/** @type {ShadowRoot} */ (node).host ?? null) : parentElementOf(node);
};

/** Makes Chrome update style: the first read recomputes all outdated style. */
export const updateStyle = () => {
  const root = documentElement();
  if (root) void getComputedStyle(root).display;
};
