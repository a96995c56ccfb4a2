//! The recorder: reads the document it runs in and answers with one string, as docs/record.md says.
//! It knows nothing of roles, names or uids: what the page means is the engine's business. It
//! writes nothing into the page. Node ids, the registry, the list of secret fields and the last
//! record outlive a record.
//!
//! A classic script for the page's isolated world, injected after text-diff.js when a document is
//! first asked about; injecting it again does nothing.

'use strict';

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensRecorder')) {
  // Doors to the document Taken from the prototypes once. `form.id`, `form.childNodes` or
  // `document.title` may be an element named so, in the isolated world too; a getter called on the
  // form never is.

  /**
   * @param {object} prototype
   * @param {string} name
   * @returns {{call(self: any): any}}
   */
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name)?.get ?? { call: () => undefined };

  const nodeType = getter(Node.prototype, 'nodeType');
  const firstChild = getter(Node.prototype, 'firstChild');
  const parentNode = getter(Node.prototype, 'parentNode');
  const textContent = getter(Node.prototype, 'textContent');
  const isConnected = getter(Node.prototype, 'isConnected');
  const contains = Node.prototype.contains;
  const dataOf = getter(CharacterData.prototype, 'data');
  const localName = getter(Element.prototype, 'localName');
  const namespaceOf = getter(Element.prototype, 'namespaceURI');
  const openRoot = getter(Element.prototype, 'shadowRoot');
  const firstElementChild = getter(Element.prototype, 'firstElementChild');
  const {
    getAttribute,
    getAttributeNames,
    hasAttribute,
    hasAttributes,
    matches,
    closest,
    getBoundingClientRect,
    getClientRects,
    checkVisibility,
  } = Element.prototype;
  const elementsWithin = Element.prototype.getElementsByTagName;
  const tabIndexOf = getter(HTMLElement.prototype, 'tabIndex');
  const editableOf = getter(HTMLElement.prototype, 'isContentEditable');
  const inputType = getter(HTMLInputElement.prototype, 'type');
  const inputChecked = getter(HTMLInputElement.prototype, 'checked');
  const inputIndeterminate = getter(HTMLInputElement.prototype, 'indeterminate');
  const inputFiles = getter(HTMLInputElement.prototype, 'files');
  const optionSelected = getter(HTMLOptionElement.prototype, 'selected');
  const detailsOpen = getter(HTMLDetailsElement.prototype, 'open');
  const dialogOpen = getter(HTMLDialogElement.prototype, 'open');
  const labelControl = getter(HTMLLabelElement.prototype, 'control');
  const contentWindow = {
    iframe: getter(HTMLIFrameElement.prototype, 'contentWindow'),
    frame: getter(HTMLFrameElement.prototype, 'contentWindow'),
    object: getter(HTMLObjectElement.prototype, 'contentWindow'),
  };
  const [inputDoors, selectDoors, textareaDoors] = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].map(({ prototype }) => ({
    value: getter(prototype, 'value'),
    will: getter(prototype, 'willValidate'),
    validity: getter(prototype, 'validity'),
  }));
  /** @param {Element} field whatever document it was made in */
  const fieldDoors = (field) => {
    const tag = localName.call(field);
    return tag === 'input' ? inputDoors : tag === 'select' ? selectDoors : textareaDoors;
  };
  const assignedElements = HTMLSlotElement.prototype.assignedElements;
  const styleSheets = {
    document: getter(Document.prototype, 'styleSheets'),
    root: getter(ShadowRoot.prototype, 'styleSheets'),
  };
  const adoptedSheets = {
    document: getter(Document.prototype, 'adoptedStyleSheets'),
    root: getter(ShadowRoot.prototype, 'adoptedStyleSheets'),
  };
  const activeElement = {
    document: getter(Document.prototype, 'activeElement'),
    root: getter(ShadowRoot.prototype, 'activeElement'),
  };
  const find = {
    document: Document.prototype.querySelectorAll,
    root: DocumentFragment.prototype.querySelectorAll,
  };
  const hitTest = {
    document: Document.prototype.elementFromPoint,
    root: /** @type {any} */ (ShadowRoot.prototype).elementFromPoint,
  };
  const documentProperty = Object.fromEntries(
    ['documentElement', 'body', 'title', 'URL', 'readyState', 'contentType', 'designMode', 'scrollingElement'].map((name) => [
      name,
      getter(Document.prototype, name),
    ]),
  );
  const createTreeWalker = Document.prototype.createTreeWalker;
  const linkSheet = getter(HTMLLinkElement.prototype, 'sheet');
  const styleSheet = getter(HTMLStyleElement.prototype, 'sheet');

  // Tables

  const HTML = 'http://www.w3.org/1999/xhtml';
  const NAMESPACES = new Map([
    [HTML, 0],
    ['http://www.w3.org/2000/svg', 1],
    ['http://www.w3.org/1998/Math/MathML', 2],
  ]);

  /** Flags of docs/record.md. */
  const FLAG = {
    hidden: 1 << 3,
    pointer: 1 << 4,
    breaks: 1 << 5,
    skipped: 1 << 6,
    listItem: 1 << 7,
    focusable: 1 << 10,
    editable: 1 << 11,
    secret: 1 << 12,
    outside: 1 << 13,
    upper: 1 << 15,
    lower: 1 << 16,
    capitals: 1 << 17,
  };
  const UNREAD = 7;

  /** Facts of docs/record.md. */
  const FACT = {
    value: -1,
    checked: -2,
    indeterminate: -3,
    selected: -4,
    open: -5,
    before: -6,
    after: -7,
    marker: -8,
    frame: -9,
    valid: -10,
    control: -11,
    modal: -12,
    blockContent: -13,
    assigned: -14,
    secretFilled: -15,
    listStyle: -16,
  };

  /** @type {Map<string, number>} computed `display` → bits 0–2 and 7 of the flags */
  const DISPLAYS = new Map([
    ['none', 0],
    ['contents', 1],
    ['inline', 2],
    ['ruby', 2],
    ['ruby-text', 2],
    ['math', 2],
    ['inline list-item', 2 | FLAG.listItem],
    ['inline-block', 3],
    ['inline-flex', 3],
    ['inline-grid', 3],
    ['inline-table', 3],
    ['-webkit-inline-box', 3],
    ['inline-flow-root', 3],
    ['list-item', 4 | FLAG.listItem],
    ['flow-root list-item', 4 | FLAG.listItem],
    ['table-row', 5],
    ['table-row-group', 5],
    ['table-header-group', 5],
    ['table-footer-group', 5],
    ['table-column', 5],
    ['table-column-group', 5],
    ['table-caption', 5],
    ['table-cell', 6],
    // What `display` computes to where an element is in no flat tree: a light child that no slot
    // takes.
    ['', UNREAD | FLAG.outside],
  ]);
  const BLOCK = 4;

  /** Attributes sent, beside `aria-*`; `where` they are not sent from every element. */
  const ATTRIBUTES = new Set(
    (
      'role id name type href xlink:href alt title placeholder for form tabindex contenteditable onclick onmousedown onmouseup onpointerdown onkeydown label scope headers ' +
      'colspan rowspan border summary multiple size list checked selected disabled readonly required min max step low high optimum maxlength open hidden inert popover popovertarget ' +
      'autocomplete usemap controls slot is lang dir start reversed draggable accesskey pattern autofocus switch xlink:title data-testid data-test-id data-test data-cy data-qa'
    ).split(' '),
  );
  const HANDLER = /^on/;
  const ADDRESS = /^(?:href|src|xlink:href)$/;

  /** What an attribute's name asks of the recorder. */
  const KIND = { unwanted: -1, frameSource: -2, graphics: -3, value: -4, style: -5, selected: -6 };
  /** @type {Map<string, number>} */
  const SPECIAL = new Map([
    ['src', KIND.frameSource],
    ['display', KIND.graphics],
    ['visibility', KIND.graphics],
    ['value', KIND.value],
    ['style', KIND.style],
    ['selected', KIND.selected],
  ]);

  /** What an element's local name asks of the recorder, as bits. */
  const TAG = {
    skip: 1,
    childless: 2,
    noPseudo: 4,
    control: 8,
    option: 16,
    frame: 32,
    link: 64,
    openable: 128,
    slot: 256,
    host: 512,
    noscript: 1024,
    media: 2048,
    summary: 4096,
    shape: 8192,
    quote: 16384,
    label: 32768,
  };
  /** @type {Map<string, number>} */
  const TAGS = new Map();
  for (const [bits, names] of /** @type {[number, string][]} */ ([
    [TAG.skip, 'head script style'],
    [TAG.childless, 'template textarea iframe frame audio video meter progress'],
    [
      TAG.noPseudo,
      'img input textarea select option optgroup br wbr hr video audio canvas iframe frame object embed meter progress area source track param col svg math datalist',
    ],
    [TAG.control, 'input select textarea button'],
    [TAG.option, 'option optgroup'],
    [TAG.frame, 'iframe frame object'],
    [TAG.link, 'a area'],
    [TAG.openable, 'details dialog'],
    [TAG.slot, 'slot'],
    [TAG.host, 'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'],
    [TAG.noscript, 'noscript'],
    [TAG.media, 'audio video'],
    [TAG.summary, 'summary'],
    [TAG.shape, 'path circle ellipse line polygon polyline rect stop defs clipPath mask linearGradient radialGradient filter pattern use'],
    [TAG.quote, 'q'],
    [TAG.label, 'label'],
  ])) {
    for (const name of names.split(' ')) TAGS.set(name, (TAGS.get(name) ?? 0) | bits);
  }

  /** Fields whose `value` says nothing but what the attribute says, or nothing to a reader. */
  const BUTTONS = new Set(['submit', 'button', 'reset', 'image']);
  const TOGGLES = new Set(['checkbox', 'radio']);
  /** `autocomplete` of passwords, one-time codes and cards. */
  const SECRET = /one-time-code|password|cc-|secret/i;
  const CONSTRAINTS = ['required', 'pattern', 'min', 'max', 'step', 'minlength', 'maxlength'];

  /** Longer texts hardly ever stand in a page twice. */
  const LONG_TEXT = 40;
  const LONGEST_VALUE = 4000;
  const LONGEST_DATA_ADDRESS = 200;
  const PIECE = 4_000_000;
  /** Characters of a record that is kept: more than 200,000 elements have. */
  const LONGEST_KEPT = 16_000_000;
  const SLICE_MS = 25;
  const TARGETS = 1000;

  // What outlives a record

  /**
   * Of each element that was met: its node id, and in the lowest bits the era in which it was found
   * without shadow root. One map for both, since every weak map costs a garbage collection its
   * time.
   * @type {WeakMap<Element, number>}
   */
  const met = new WeakMap();
  const ERA_BITS = 4;
  const ERAS = (1 << ERA_BITS) - 1;
  let lastNodeId = 0;
  /** @type {WeakSet<Element>} fields that were a password once, whatever their type is now */
  const secrets = new WeakSet();
  /** @type {WeakRef<ShadowRoot>[]} shadow roots of the last record, in document order */
  let knownRoots = [];
  let registry = '';
  /**
   * The last record, section by section, to tell what the next one does not say the same.
   * `registry`: the one it was made with, or what came of it.
   * @type {{name: string, sections: string[], registry: string} | null}
   */
  let kept = null;
  let countersUsed = false;
  const world = crypto.getRandomValues(new Uint32Array(2)).reduce((high, low) => (high % 2 ** 21) * 2 ** 32 + low);

  /**
   * The element's node id, given on first sight and never to another.
   * @param {Element} element
   */
  const nodeId = (element) => {
    let known = met.get(element);
    if (known === undefined) met.set(element, (known = ++lastNodeId << ERA_BITS));
    return known >> ERA_BITS;
  };

  /** @param {Element} element @returns {number} its node id; 0 when it was never met */
  const knownId = (element) => (met.get(element) ?? 0) >> ERA_BITS;

  /** What was found out is found out anew after so many records: an era. */
  const ASK_AGAIN = 8;
  let records = 0;
  let era = 1;

  /**
   * How the shadow root of elements of a tag is read, open or closed. Asking for closed ones costs
   * more than all else that is read. So it is asked only where a root can be attached; a plain
   * element that holds something and had none is asked once in an era, since pages attach closed
   * roots to elements they have just made.
   * @param {string} tag
   * @param {number} bits of TAG
   */
  const rootReader = (tag, bits) => (tag.includes('-') ? rootOfCustom : bits & TAG.host ? rootOfPlain : null);

  /** @param {Element} element @returns {ShadowRoot | null} */
  const rootOfCustom = (element) =>
    openRoot.call(element) ??
    /** @type {ShadowRoot | null} */ (
      /** @type {unknown} */ (chrome.dom.openOrClosedShadowRoot(/** @type {HTMLElement} */ (element)))
    );

  /** @param {Element} element @returns {ShadowRoot | null} */
  const rootOfPlain = (element) => {
    const open = openRoot.call(element);
    if (open !== null) return open;
    const known = met.get(element) ?? 0;
    if ((known & ERAS) === era) return null;
    const root = rootOfCustom(element);
    if (root === null && known !== 0 && firstChild.call(element) !== null) met.set(element, (known & ~ERAS) | era);
    return root;
  };

  // Generated content

  // Asking an element for generated content costs as much as all its other style together, and most
  // have none. So the style sheets are asked first which elements may have some; where they can't
  // be read, all may.

  /** What the style sheets of a root may ask of every element, as bits. */
  const SHEET = { before: 1, marker: 2, skip: 4, part: 8, after: 16, all: 31 };
  const GENERATED = SHEET.before | SHEET.after;
  /** Content that says something: neither nothing nor white space alone. */
  const SAYS = /[;{\s]content:\s*(?!(?:"\s*"|none|normal)\s*[;}!])/;
  const SAYS_NOTHING = /^(?:"\s*"|none|normal|)$/;
  const NAMES_BEFORE = /::?before\b/i;
  const NAMES_AFTER = /::?after\b/i;

  /**
   * Which elements may have generated content, and where: `SHEET.before`, `SHEET.after` by
   * `.class`, `#id`, `[attribute` or tag name, as the last compound of a selector names them, in
   * lower case: a page in quirks mode ignores case.
   * @typedef {Map<string, number>} Names
   */

  /**
   * Of how many class attributes it is remembered what they ask for: pages make up new ones all the
   * time.
   */
  const MOST_CLASSES = 10_000;

  /**
   * Which elements may have generated content, by what the last compound of a selector names. Never
   * too few.
   */
  class Keys {
    /** @param {Asks} asks */
    constructor({ bits, names }) {
      this.bits = bits;
      this.names = names;
    }

    /** @type {Map<string, number>} class attributes met */
    #classes = new Map();
    /** @type {Map<string, number>} names of attributes met */
    #attributes = new Map();

    /**
     * @param {string} name @param {string} value of an attribute @returns {number} bits of SHEET
     */
    match(name, value) {
      let bits = this.#attributes.get(name);
      if (bits === undefined) this.#attributes.set(name, (bits = this.names.get(`[${name}`) ?? 0));
      if (name === 'class') return bits | (this.#classes.get(value) ?? this.#ofClasses(value));
      return name === 'id' ? bits | (this.names.get(`#${value.toLowerCase()}`) ?? 0) : bits;
    }

    /** @param {string} value */
    #ofClasses(value) {
      let bits = 0;
      for (const part of value.toLowerCase().split(/[ \t\n\f\r]+/)) bits |= this.names.get(`.${part}`) ?? 0;
      if (this.#classes.size >= MOST_CLASSES) this.#classes.clear();
      this.#classes.set(value, bits);
      return bits;
    }
  }

  /**
   * What a rule names that may have generated content.
   * @param {CSSRule} rule
   * @param {string[]} parents what the rules around it name
   * @returns {string[]} as `keyOf`
   */
  function keysOf(rule, parents) {
    const nested = /** @type {CSSGroupingRule} */ (rule).cssRules;
    const selector = /** @type {CSSStyleRule} */ (rule).selectorText;
    const style = /** @type {CSSStyleRule} */ (rule).style;
    if (!nested && !style) return ['*'];
    const own = selector === undefined ? parents : lastCompounds(selector).flatMap((compound) => keyOf(compound, parents));
    const inner = [...(nested ?? [])].flatMap((each) => keysOf(each, own));
    return style && !SAYS_NOTHING.test(style.content) ? [...own, ...inner] : inner;
  }

  /**
   * The last compound of each selector of a list.
   * @param {string} list
   */
  function lastCompounds(list) {
    const found = [];
    let start = 0;
    let depth = 0;
    for (const token of list.matchAll(/\\[0-9a-f]{1,6}\s?|\\[^]|"(?:[^"\\]|\\[^])*"|[^]/gi)) {
      if (token[0] === '(' || token[0] === '[') depth++;
      else if (token[0] === ')' || token[0] === ']') depth--;
      else if (depth > 0) continue;
      else if (token[0] === ',') found.push(list.slice(start, token.index));
      if (depth === 0 && /^[\s,>+~]$/.test(token[0])) start = token.index + 1;
    }
    found.push(list.slice(start));
    return found;
  }

  /**
   * @param {string} compound
   * @param {string[]} parents
   * @returns {string[]} what an element must have for it to match; `*` where that can't be told
   */
  function keyOf(compound, parents) {
    let bare = compound.replace(/"(?:[^"\\]|\\[^])*"/g, '""');
    for (let before = ''; before !== bare;) bare = (before = bare).replace(/\([^()]*\)/g, '');
    const attribute = /\[([\w-]+)/.exec(bare);
    bare = bare.replace(/\[[^\]]*\]/g, '');
    const named = /([.#])((?:\\[0-9a-f]{1,6}\s?|\\[^]|[\w-]|[^\0-\x7f])+)/i.exec(bare);
    if (named) return [named[1] + unescapeCss(named[2]).toLowerCase()];
    if (attribute) return [`[${attribute[1].toLowerCase()}`];
    if (bare.includes('&')) return parents.length > 0 ? parents : ['*'];
    const tag = /^[a-z][\w-]*(?![\w|\\-])/i.exec(bare);
    return [tag ? tag[0].toLowerCase() : '*'];
  }

  /**
   * @typedef {{bits: number, names: Names}} Asks bits of SHEET, and which elements may have
   * generated content
   */
  /** @type {Asks} */
  const ANYTHING = { bits: SHEET.all, names: new Map() };
  /** @type {Asks} */
  const NOTHING = { bits: 0, names: new Map() };

  /**
   * @type {WeakMap<CSSStyleSheet, {rules: (CSSRule | number)[], asks: Asks}>} style sheets read
   * through at an earlier record
   */
  let readSheets = new WeakMap();

  /**
   * What a style sheet may ask. One whose first, last and number of rules are as they were is not
   * read again.
   * @param {CSSStyleSheet | null} sheet
   * @param {number} until a moment; a sheet not read through by then may ask for anything
   * @returns {Asks} anything where the sheet can't be read, or not yet
   */
  function asksOf(sheet, until) {
    if (sheet === null) return ANYTHING;
    try {
      const rules = sheet.cssRules;
      const mark = [rules.length, rules[0], rules[rules.length - 1]];
      const known = readSheets.get(sheet);
      if (known && mark.every((part, index) => part === known.rules[index])) return known.asks;
      /** @type {Asks} */
      const asks = { bits: 0, names: new Map() };
      let imports = false;
      for (let index = 0; index < rules.length; index++) {
        if (index % 50 === 49 && performance.now() > until) return ANYTHING;
        imports ||= rules[index] instanceof CSSImportRule;
        join(asks, asksOfRule(rules[index], until));
      }
      if (!imports) readSheets.set(sheet, { rules: mark, asks });
      return asks;
    } catch {
      return ANYTHING;
    }
  }

  /** @param {Asks} asks is added to @param {Asks} more */
  function join(asks, more) {
    asks.bits |= more.bits;
    for (const [name, bits] of more.names) asks.names.set(name, (asks.names.get(name) ?? 0) | bits);
  }

  /** @param {CSSRule} rule with the rules nested in it @param {number} until @returns {Asks} */
  function asksOfRule(rule, until) {
    if (rule instanceof CSSImportRule) return asksOf(rule.styleSheet, until);
    if (rule instanceof CSSStyleRule && asksNothing(rule)) return NOTHING;
    const text = rule.cssText;
    let bits = text.includes('content-visibility:') ? SHEET.skip : 0;
    if (!text.includes(':before') && !text.includes(':after') && !text.includes('::'))
      return bits ? { bits, names: NOTHING.names } : NOTHING;
    if (text.includes('::marker')) bits |= SHEET.marker;
    const generated = (NAMES_BEFORE.test(text) ? SHEET.before : 0) | (NAMES_AFTER.test(text) ? SHEET.after : 0);
    if (!generated || !SAYS.test(text)) return { bits, names: NOTHING.names };
    const keys = new Set(keysOf(rule, []));
    if (keys.delete('*')) bits |= generated;
    if (text.includes('::part(')) bits |= SHEET.part;
    return { bits, names: new Map([...keys].map((key) => [key, generated])) };
  }

  /**
   * Most rules are like that, and asking for their text takes several times as long.
   * @param {CSSStyleRule} rule
   */
  const asksNothing = (rule) => {
    const selector = rule.selectorText;
    return (
      !selector.includes('::') &&
      !selector.includes(':before') &&
      !selector.includes(':after') &&
      rule.cssRules.length === 0 &&
      /** @type {any} */ (rule.style).contentVisibility === ''
    );
  };

  /** @param {CSSStyleSheet} sheet not of another origin */
  const isReadable = (sheet) => {
    try {
      return sheet.cssRules !== null;
    } catch {
      return false;
    }
  };

  /**
   * @param {Document | ShadowRoot} root
   * @param {'document' | 'root'} kind
   * @param {number} until
   * @returns {Asks}
   */
  function asksOfRoot(root, kind, until) {
    const sheets = [...sheetsOf(root, kind)];
    // Of one that can't be read nothing is known, so it does not matter what the others ask for.
    if (!sheets.every(isReadable)) return ANYTHING;
    const parts = sheets.map((sheet) => asksOf(sheet, until));
    if (parts.length === 1) return parts[0];
    /** @type {Asks} */
    const asks = { bits: 0, names: new Map() };
    for (const part of parts) join(asks, part);
    return asks;
  }

  /**
   * What classes and attributes were found to ask for, for as long as the document's style sheets
   * ask for the same.
   */
  let keysKept = new Keys(NOTHING);
  /** Style sheets that have not been read through for so long may ask for anything. */
  const SHEETS_MS = 15;

  /** What the document's style sheets ask for: the same object for as long as that is the same. */
  function documentKeys() {
    const { bits, names } = asksOfRoot(document, 'document', performance.now() + SHEETS_MS);
    const kept = keysKept.names;
    const same = kept === names || (kept.size === names.size && [...names].every(([name, of]) => kept.get(name) === of));
    if (!same || keysKept.bits !== bits) keysKept = new Keys({ bits, names });
    return keysKept;
  }

  /**
   * @param {ShadowRoot} root @returns {number} what its style sheets may ask of the host, of its
   * own elements and of slotted ones
   */
  const rootAsks = (root) => {
    const { bits, names } = asksOfRoot(root, 'root', Infinity);
    // Of one root's rules it is not told whom they mean: roots are small.
    return names.size > 0 ? bits | GENERATED : bits;
  };

  /**
   * All style sheets of a root. One that has just arrived may not be in the root's list yet though
   * it is in force: so the elements that bring them are asked too.
   * @param {Document | ShadowRoot} root
   * @param {'document' | 'root'} kind
   * @returns {Set<CSSStyleSheet>}
   */
  const sheetsOf = (root, kind) => {
    const sheets = new Set([...styleSheets[kind].call(root), ...(adoptedSheets[kind].call(root) ?? [])]);
    for (const element of find[kind].call(root, 'link, style')) {
      const sheet =
        element instanceof HTMLLinkElement
          ? linkSheet.call(element)
          : element instanceof HTMLStyleElement
            ? styleSheet.call(element)
            : null;
      if (sheet) sheets.add(sheet);
    }
    return sheets;
  };

  /**
   * A part of computed `content`: a string, a function, a word, or the slash before the alternative
   * text.
   */
  const CONTENT_PART =
    /"((?:[^"\\]|\\[^])*)"|(counters?)\(([^)]*)\)|(open-quote|close-quote)|(\/)|[\w-]+\((?:"(?:[^"\\]|\\[^])*"|[^)"])*\)|[^\s"]+/g;

  /**
   * Text of an escaped CSS string without its quotes.
   * @param {string} text
   */
  const unescapeCss = (text) =>
    text.includes('\\')
      ? text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, hex, char) => (hex ? codePoint(parseInt(hex, 16)) : char === '\n' ? '' : char))
      : text;

  /** @param {number} code */
  const codePoint = (code) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

  /**
   * What generated content reads: its alternative text where it has one, set apart by spaces, else
   * its strings, counters and quotes.
   * @param {string} content computed
   * @param {(name: string, rest: string) => string} counter
   * @param {(open: boolean) => string} quote
   */
  const contentText = (content, counter, quote) => {
    let text = '';
    let alternative = false;
    for (const part of content.matchAll(CONTENT_PART)) {
      if (part[1] !== undefined) text += unescapeCss(part[1]);
      else if (part[2] !== undefined) text += counter(part[2], part[3]);
      else if (part[4] !== undefined) text += quote(part[4] === 'open-quote');
      else if (part[5] !== undefined) ((text = ''), (alternative = true));
    }
    return alternative && text !== '' ? ` ${text} ` : text;
  };

  // Counters and quotes

  const ROMAN = /** @type {[number, string][]} */ ([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ]);

  /** @param {number} value */
  const roman = (value) => {
    if (value < 1 || value > 3999) return String(value);
    let text = '';
    for (const [worth, sign] of ROMAN) while (value >= worth) ((text += sign), (value -= worth));
    return text;
  };

  /**
   * @param {number} value
   * @param {number} first code point of the first letter
   * @param {number} letters
   */
  const alphabetic = (value, first, letters) => {
    if (value < 1) return String(value);
    let text = '';
    for (; value > 0; value = Math.floor((value - 1) / letters)) text = String.fromCodePoint(first + ((value - 1) % letters)) + text;
    return text;
  };

  /**
   * A counter's value in a counter style (css-counter-styles-3); an unknown style counts in
   * decimals.
   * @param {number} value
   * @param {string} style
   */
  const counterText = (value, style) => {
    switch (style) {
      case 'none':
        return '';
      case 'disc':
        return '•';
      case 'circle':
        return '◦';
      case 'square':
        return '▪';
      case 'decimal-leading-zero':
        return value >= 0 && value < 10 ? `0${value}` : String(value);
      case 'lower-roman':
        return roman(value);
      case 'upper-roman':
        return roman(value).toUpperCase();
      case 'lower-alpha':
      case 'lower-latin':
        return alphabetic(value, 97, 26);
      case 'upper-alpha':
      case 'upper-latin':
        return alphabetic(value, 65, 26);
      default:
        return String(value);
    }
  };

  /**
   * CSS counters while a document is walked (css-lists-3 section 4). Kept only where content shows
   * a counter.
   */
  class Counters {
    /**
     * @type {Map<string, {value: number, level: number}[]>} instances of each counter, innermost
     * last
     */
    scopes = new Map();

    /**
     * @param {string} style what `countersOf` read of it
     * @param {number} level depth of the parent, in whose children the counter lives
     * @param {[string, number | null][]} own what the element does to its list's counter without
     *   any style
     */
    enter(style, level, own = []) {
      const [reset, increment, set] = style.split(BETWEEN_COUNTERS);
      for (const [name, value] of pairs(reset, 0)) this.#reset(name, value, level);
      for (const [name, value] of own) if (value !== null) this.#reset(name, value, level);
      for (const [name, value] of pairs(increment, 1)) this.#at(name, level).value += value;
      for (const [name, value] of own) if (value === null) this.#at(name, level).value += 1;
      for (const [name, value] of pairs(set, 0)) this.#at(name, level).value = value;
    }

    /** @param {number} level */
    leave(level) {
      for (const scope of this.scopes.values()) while (scope.length > 0 && scope[scope.length - 1].level >= level) scope.pop();
    }

    /**
     * @param {string} which `counter` or `counters`
     * @param {string} rest its arguments
     */
    text(which, rest) {
      const [, name = '', join = '', style = 'decimal'] =
        /^\s*([^\s,]+)\s*(?:,\s*"((?:[^"\\]|\\[^])*)")?\s*(?:,\s*([^\s]+))?\s*$/.exec(rest) ?? [];
      const scope = this.scopes.get(name) ?? [];
      const values = scope.length === 0 ? [0] : scope.map((instance) => instance.value);
      return which === 'counters'
        ? values.map((value) => counterText(value, style)).join(unescapeCss(join))
        : counterText(values[values.length - 1], style);
    }

    /** @param {string} name @param {number} value @param {number} level */
    #reset(name, value, level) {
      const scope = this.scopes.get(name) ?? [];
      // A sibling's counter is replaced, an ancestor's is nested.
      while (scope.length > 0 && scope[scope.length - 1].level >= level) scope.pop();
      scope.push({ value, level });
      this.scopes.set(name, scope);
    }

    /** @param {string} name @param {number} level */
    #at(name, level) {
      if (!this.scopes.get(name)?.length) this.#reset(name, 0, level);
      const scope = /** @type {{value: number, level: number}[]} */ (this.scopes.get(name));
      return scope[scope.length - 1];
    }
  }

  /**
   * @param {string} text computed `counter-reset`, `-increment` or `-set`
   * @param {number} standard
   * @returns {[string, number][]}
   */
  const pairs = (text, standard) => {
    if (!text || text === 'none') return [];
    return [...text.matchAll(/(?:reversed\()?([^\s()]+)\)?(?:\s+(-?\d+))?/g)].map((part) => [
      part[1],
      part[2] === undefined ? standard : Number(part[2]),
    ]);
  };

  /** Quotation marks of `quotes: auto`, by language: Unicode CLDR's delimiters. */
  const QUOTES = new Map([
    ['de', '„“‚‘'],
    ['fr', '«»«»'],
    ['es', '«»“”'],
    ['it', '«»“”'],
    ['ru', '«»„“'],
    ['pl', '„”«»'],
    ['ja', '「」『』'],
    ['zh', '“”‘’'],
    ['nl', '‘’“”'],
    ['sv', '””’’'],
    ['cs', '„“‚‘'],
  ]);

  /**
   * @param {string} quotes computed `quotes`
   * @param {string} language
   * @param {number} depth of quotations
   * @param {boolean} open
   */
  const quoteMark = (quotes, language, depth, open) => {
    if (quotes === 'none') return '';
    const given = [...quotes.matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map((part) => unescapeCss(part[1]));
    const marks = given.length > 1 ? given : [...(QUOTES.get(language.slice(0, 2).toLowerCase()) ?? '“”‘’')];
    return marks[Math.min(depth, (marks.length >> 1) - 1) * 2 + (open ? 0 : 1)] ?? '';
  };

  // Bytes of an equal listing

  const LISTED = '{"tag":"","attributes":{},"box":{"x":123,"y":1234,"width":123,"height":12}},'.length;
  const LISTED_ATTRIBUTE = '"":"",'.length;
  // Everything that JSON escapes or UTF-8 writes in more than one byte.
  const MORE_THAN_ONE_BYTE = /[^ !#-[\]-~]/;
  const encoder = new TextEncoder();

  /** @param {string} text */
  const jsonBytes = (text) => (MORE_THAN_ONE_BYTE.test(text) ? encoder.encode(JSON.stringify(text)).length - 2 : text.length);

  /**
   * Bytes that an element which is not recorded would have in a listing of all elements.
   * @param {Element} element
   */
  const listedBytes = (element) => {
    let bytes = LISTED + localName.call(element).length;
    for (const name of getAttributeNames.call(element))
      bytes += LISTED_ATTRIBUTE + name.length + jsonBytes(getAttribute.call(element, name) ?? '');
    return bytes;
  };

  // What no mutation tells of

  // Style, what fields hold, focus and the like change without a mutation. Each time one is read
  // for a record, it is noted from what and what it said: where no mutation came and all of it says
  // the same, the record would say the same, and need not be made.

  /** More is not noted: such documents are walked each time. */
  const MOST_READINGS = 400_000;
  /** Where more elements have changed, the whole document is walked. */
  const MOST_CHANGED = 500;

  /** What was read that may change without a mutation. */
  class Readings {
    /** @type {((from: any) => unknown)[]} */
    #reads = [];
    /** @type {unknown[]} */
    #from = [];
    /** @type {unknown[]} */
    #said = [];

    /**
     * @template From, Said
     * @param {(from: From) => Said} read
     * @param {From} from
     * @returns {Said}
     */
    take(read, from) {
      const said = read(from);
      if (this.#said.length < MOST_READINGS) {
        this.#reads.push(read);
        this.#from.push(from);
        this.#said.push(said);
      }
      return said;
    }

    get length() {
      return this.#said.length;
    }

    get whole() {
      return this.#said.length < MOST_READINGS;
    }

    /**
     * @param {Readings} other @param {number} start @param {number} end which of the other's to
     * take over
     */
    copy(other, start, end) {
      for (let at = start; at < end; at++) {
        this.#reads.push(other.#reads[at]);
        this.#from.push(other.#from[at]);
        this.#said.push(other.#said[at]);
      }
    }

    /**
     * @param {Slices} slices
     * @returns {Promise<number[]>} those that say something else now, up to a number of them
     */
    async changed(slices) {
      const changed = [];
      for (let at = 0; at < this.#said.length && changed.length < MOST_CHANGED; at++) {
        if (this.#reads[at](this.#from[at]) !== this.#said[at]) changed.push(at);
        if (at % 200 === 199 && performance.now() > slices.until) await slices.pause();
      }
      return changed;
    }
  }

  /** @param {CSSStyleDeclaration} style @returns {number} flags */
  const displayOf = (style) => DISPLAYS.get(style.display) ?? BLOCK;

  /** @param {CSSStyleDeclaration} style @returns {number} flags */
  const shownOf = (style) => {
    const display = displayOf(style);
    if (display === 0 || display & FLAG.outside) return display;
    return display | (style.visibility === 'visible' ? 0 : FLAG.hidden) | (style.cursor.endsWith('pointer') ? FLAG.pointer : 0);
  };

  /** @param {CSSStyleDeclaration} style @returns {number} flags */
  const skippedOf = (style) => (style.contentVisibility === 'hidden' ? FLAG.skipped : 0);

  /** @param {CSSStyleDeclaration} style @returns {number} flags */
  const transformationOf = (style) => {
    const transformation = style.textTransform;
    if (transformation === 'none') return 0;
    return (
      (transformation.includes('uppercase') ? FLAG.upper : 0) |
      (transformation.includes('lowercase') ? FLAG.lower : 0) |
      (transformation.includes('capitalize') ? FLAG.capitals : 0)
    );
  };

  /** @param {CSSStyleDeclaration} style @returns {number} flags */
  const breaksOf = (style) => {
    const collapse = /** @type {any} */ (style).whiteSpaceCollapse;
    return collapse !== 'collapse' && collapse !== 'preserve-spaces' ? FLAG.breaks : 0;
  };

  /** @param {CSSStyleDeclaration} style @returns {number} value of the fact; 0: no marker */
  const listStyleOf = (style) => {
    const type = style.listStyleType;
    return type !== 'none' && style.listStyleImage === 'none' ? (LIST_STYLES.get(type) ?? 9) : 0;
  };

  /** @param {CSSStyleDeclaration} style */
  const contentOf = (style) => style.content;
  /** @param {CSSStyleDeclaration} style */
  const quotesOf = (style) => style.quotes;
  /** @param {CSSStyleDeclaration} style */
  const isVisible = (style) => style.visibility === 'visible';
  /** @param {CSSStyleDeclaration} style what is written shows as dots */
  const isMasked = (style) => /^(?:disc|circle|square)$/.test(style.getPropertyValue('-webkit-text-security'));
  /**
   * @param {CSSStyleDeclaration} style @returns {string} `counter-reset`, `-increment` and `-set`
   */
  const countersOf = (style) => [style.counterReset, style.counterIncrement, style.counterSet].join(BETWEEN_COUNTERS);
  const BETWEEN_COUNTERS = ';';

  /** @param {Element} control */
  const isDisabled = (control) => matches.call(control, ':disabled');
  /** @param {Element} element */
  const isTabbable = (element) => tabIndexOf.call(element) >= 0;
  /** @param {Element} element */
  const isShown = (element) => checkVisibility.call(element);
  /** @param {Element} element */
  const isEditable = (element) => editableOf.call(element) === true;
  /** @param {Element} element */
  const isChecked = (element) => inputChecked.call(element);
  /** @param {Element} element */
  const isIndeterminate = (element) => inputIndeterminate.call(element);
  /** @param {Element} element */
  const isSelected = (element) => optionSelected.call(element);
  /** @param {Element} element */
  const isPopoverOpen = (element) => matches.call(element, ':popover-open');
  /** @param {Element} element */
  const isModal = (element) => matches.call(element, ':modal');
  /** @param {Element} field of type file */
  const fileNames = (field) => [...(inputFiles.call(field) ?? [])].map((file) => file.name).join(', ');
  /** @param {Element} field */
  const valueOf = (field) => fieldDoors(field).value.call(field);
  /** @param {Element} field of what it holds, no more than this is noted where that is secret */
  const isFilled = (field) => valueOf(field) !== '';
  /** @param {Element} field */
  const isValidated = (field) => fieldDoors(field).will.call(field);
  /** @param {Element} field */
  const isValid = (field) => fieldDoors(field).validity.call(field).valid;
  /** @param {Element} label @returns {Element | null} */
  const controlOf = (label) => labelControl.call(label);
  /** @param {Element} frame @returns {Window | null} */
  const windowOf = (frame) => contentWindow[/** @type {'iframe' | 'frame' | 'object'} */ (localName.call(frame))].call(frame);
  /**
   * @param {Element} slot @returns {string} node ids of what a script has assigned to it, where a
   * script does
   */
  const assignedOf = (slot) => {
    const root = /** @type {ShadowRoot} */ (slot.getRootNode());
    return root.slotAssignment === 'manual' ? assignedElements.call(/** @type {HTMLSlotElement} */ (slot)).map(nodeId).join(',') : '';
  };
  /** @param {Element} element */
  const languageOf = (element) => getAttribute.call(closest.call(element, '[lang]') ?? element, 'lang') ?? '';
  /** @param {number} index */
  const windowAt = (index) => window[index];
  const windowCount = () => window.length;
  const designMode = () => documentProperty.designMode.call(document);

  // The walk

  /**
   * What attributes say that is asked again when the element's flags and facts are made, as bits.
   */
  const NOTE = {
    tabindex: 1,
    editable: 2,
    mayBeSkipped: 4,
    password: 8,
    popover: 16,
    constraint: 32,
    href: 64,
    kept: 128,
    controls: 256,
    // What may be generated before and after it: the bits of SHEET, moved.
    before: 1 << 9,
    after: 16 << 9,
  };
  const GENERATED_NOTE = 9;
  /** @type {Map<string, number>} */
  const NOTES = new Map([
    ['tabindex', NOTE.tabindex],
    ['contenteditable', NOTE.editable],
    ['popover', NOTE.popover],
    ['href', NOTE.href],
    ['xlink:href', NOTE.href],
    ['controls', NOTE.controls],
  ]);
  for (const name of CONSTRAINTS) NOTES.set(name, NOTE.constraint);

  /** Where a visited node leaves the walk. */
  const VISIT = { nothing: 0, childless: 1, opened: 2 };

  const SEPARATORS = /[\u001d\u001e]/g;
  /** @param {string} text */
  const withoutSeparators = (text) => (text.search(SEPARATORS) < 0 ? text : text.replace(SEPARATORS, '\ufffd'));
  const SAYS_SOMETHING = /\S/;
  const SHOWN = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;

  /**
   * @typedef {{index: number, kind: number, note: number}} AttributeRule what is done with
   * attributes of one name
   */

  /**
   * What is kept of each element that was walked: where in the walk's lists stands what it and all
   * in it came to, and how much that is; in which context; where the mark of its parent is.
   */
  const MARK = { ints: 0, intsEnd: 1, readings: 2, readingsEnd: 3, roots: 4, rootsEnd: 5, marksEnd: 6, bytes: 7, elements: 8, unlisted: 9, context: 10, parent: 11 };
  const MARK_SIZE = 12;
  /** What is larger is not taken over in one step: so many elements take about a millisecond. */
  const MOST_AT_ONCE = 2000 * MARK_SIZE;
  /** Nodes between two looks at the clock. */
  const STEPS = 100;

  /** A walk that is done, and which elements have changed since. */
  class Past {
    /** @type {Set<Element>} the changed ones and all that they stand in */
    #touched = new Set();
    /** Where the mark of an element stands, by node id, and one more. */
    #marks;

    /** @param {Walk} walk @param {Iterable<Element>} changed */
    constructor(walk, changed) {
      this.walk = walk;
      this.#marks = new Int32Array(lastNodeId + 1);
      // The node id stands behind the operation that opens the element.
      for (let mark = 0; mark < walk.marks.length; mark += MARK_SIZE) this.#marks[walk.ints[walk.marks[mark + MARK.ints] + 1]] = mark + 1;
      for (const element of changed)
        for (let node = /** @type {Element | null} */ (element); node && !this.#touched.has(node); node = parentElementOf(node)) this.#touched.add(node);
    }

    /**
     * @param {Element} element
     * @param {number} id
     * @param {number} context
     * @returns {number} its mark; −1 where it has to be walked
     */
    markOf(element, id, context) {
      const mark = (this.#marks[id] ?? 0) - 1;
      const { marks } = this.walk;
      const same = mark >= 0 && marks[mark + MARK.context] === context && !this.#touched.has(element);
      return same && marks[mark + MARK.marksEnd] - mark <= MOST_AT_ONCE ? mark : -1;
    }
  }

  /**
   * One pass over the document, light tree and shadow roots, as the operations of docs/record.md.
   */
  class Walk {
    /** @type {number[]} */
    ints = [];
    /** @type {string[]} */
    strings = [];
    /** @type {Map<string, number>} */
    indices = new Map();
    /** @type {number[]} of every element, in document order, MARK_SIZE numbers each */
    marks = [];
    /** @type {Element[]} whose marks they are */
    marked = [];
    /** @type {Past | null} what need not be walked again is taken over from there */
    past;
    /** How many of the readings are of the document as a whole. */
    ofDocument = 0;
    /**
     * @type {{ints: Written, strings: Written} | null} its operations and its strings as they were
     * written, once they are
     */
    written = null;
    /** @type {number[]} the mark of the open element, by depth */
    #markAt = [];
    /** @type {Map<string, AttributeRule>} */
    #rules = new Map();
    /** @type {Map<any, number>} each window among this window's frames, with its index */
    #frames = new Map();
    /** @type {ShadowRoot[]} shadow roots met, in document order */
    roots = [];
    /** @type {(root: Node) => void} told of each shadow root that is met */
    onRoot = () => {};
    elements = 0;
    bytes = 0;
    /** Frames that are in no list of windows: those in shadow roots. */
    unlisted = 0;
    /** @type {Node | null} the node to be visited next */
    #node = null;
    /** @type {Node | null} its parent, when the walk paused */
    #parent = null;
    /** @type {TreeWalker} */
    #walker;
    /** Nodes since the clock was looked at; of those taken over, a part. */
    #steps = 0;
    #depth = 0;
    /** Depth of the children of the shadow root that is being walked; 0 in the document. */
    #base = 0;
    /**
     * @type {{walker: TreeWalker, base: number, keys: Keys | null}[]} where to go on when a shadow
     * root is done
     */
    #outer = [];
    /** @type {ShadowRoot | null} shadow root of the element that was visited last */
    #root = null;
    // By depth of the open element:
    /** @type {(CSSStyleDeclaration | null)[]} its style, null where nothing is rendered */
    #styles = [];
    /** @type {number[]} where its flags stand in `ints` */
    #flagsAt = [];
    /** @type {number[]} what text said about it: 1 transformation read, 2 line breaks read */
    #textRead = [];
    /** @type {boolean[]} */
    #editable = [];
    /** @type {number[]} what style sheets may ask of its children, bits of SHEET */
    #asks = [];
    /**
     * @type {(Keys | null)[]} which of its children may have generated content, beside those that
     * `asks` means
     */
    #keys = [];
    /** @type {boolean[]} options of a secret select say nothing of what is selected */
    #secretOptions = [];
    /** @type {boolean[]} it opened a quotation */
    #quoted = [];
    #quotes = 0;
    /** @type {Counters | null} */
    #counters = countersUsed ? new Counters() : null;
    /**
     * @type {({element: Element, at: number} | null)[]} text of `::after` waits for the counters of
     * what stands before it
     */
    #after = [];
    /** A counter was shown though none are kept: the walk has to be done again. */
    wantsCounters = false;

    readings = new Readings();

    /** @param {Past | null} past its walk can't be used any more */
    constructor(past) {
      this.past = past;
      if (past) ({ strings: this.strings, indices: this.indices } = past.walk);
      const root = documentProperty.documentElement.call(document);
      // Brings style up to date before it is asked which sheets there are.
      if (root) void getComputedStyle(root).display;
      this.#node = root;
      this.#walker = createTreeWalker.call(document, root ?? document, SHOWN);
      const frames = this.#read(windowCount, null);
      for (let index = 0; index < frames; index++) this.#frames.set(this.#read(windowAt, index), index);
      const keys = this.#read(documentKeys, null);
      this.#asks[-1] = keys.bits;
      this.#keys[-1] = keys.names.size > 0 ? keys : null;
      this.#editable[-1] = this.#read(designMode, null) === 'on';
      this.#styles[-1] = root && getComputedStyle(root);
      this.ofDocument = this.readings.length;
    }

    /**
     * Reads what may change without a mutation.
     * @template From, Said
     * @param {(from: From) => Said} read
     * @param {From} from
     * @returns {Said}
     */
    #read(read, from) {
      return this.readings.take(read, from);
    }

    /**
     * Goes on until the moment given.
     * @param {number} until
     * @returns {boolean} all is walked
     */
    advance(until) {
      while (this.#node !== null) {
        const node = this.#node;
        const type = nodeType.call(node);
        if (type === 1) this.#node = this.#next(this.#element(/** @type {Element} */ (node)));
        else this.#node = this.#next(this.#text(dataOf.call(node), this.#depth - 1));
        if (++this.#steps < STEPS) continue;
        if (performance.now() <= until) {
          this.#steps = 0;
          continue;
        }
        // Not before a script: one that comes or goes is no change of the page, but the walk could
        // not go on from it.
        if (this.#node !== null && !isRecorded(this.#node)) continue;
        this.#steps = 0;
        this.#parent = this.#node && parentNode.call(this.#node);
        return this.#node === null;
      }
      return true;
    }

    /** @returns {boolean} the place where the walk paused is still where it was */
    canGoOn() {
      return this.#node !== null && isConnected.call(this.#node) && parentNode.call(this.#node) === this.#parent;
    }

    /**
     * @param {string} text
     * @returns {number} its number among the strings
     */
    intern(text) {
      let index = this.indices.get(text);
      if (index !== undefined) return index;
      const clean = withoutSeparators(text);
      if (clean !== text) return this.intern(clean);
      this.indices.set(text, (index = this.#add(text)));
      return index;
    }

    /** @param {string} text without separators @returns {number} */
    #add(text) {
      this.strings.push(text);
      return this.strings.length - 1;
    }

    /**
     * The node after the one visited.
     * @param {number} visited of VISIT
     * @returns {Node | null}
     */
    #next(visited) {
      if (visited === VISIT.opened) {
        const child = (this.#root && this.#enterRoot(this.#root)) ?? this.#walker.firstChild();
        if (child !== null) {
          this.#depth++;
          return child;
        }
      }
      if (visited !== VISIT.nothing) this.#close();
      while (this.#depth > 0) {
        const sibling = this.#walker.nextSibling();
        if (sibling !== null) return sibling;
        if (this.#depth === this.#base) {
          const light = this.#leaveRoot();
          if (light !== null) return light;
        } else {
          this.#walker.parentNode();
        }
        this.#depth--;
        this.#close();
      }
      return null;
    }

    /**
     * @param {ShadowRoot} root of the element just opened
     * @returns {Node | null} its first node
     */
    #enterRoot(root) {
      this.#root = null;
      this.ints.push(3, (root.mode === 'closed' ? 2 : 1) + (root.slotAssignment === 'manual' ? 4 : 0));
      const walker = createTreeWalker.call(document, root, SHOWN);
      const first = walker.firstChild();
      if (first === null) {
        this.ints.push(0);
        return null;
      }
      this.#outer.push({ walker: this.#walker, base: this.#base, keys: this.#keys[this.#depth] });
      // Of the rules of the document, those for parts alone reach into a shadow root.
      this.#keys[this.#depth] = null;
      this.#walker = walker;
      this.#base = this.#depth + 1;
      return first;
    }

    /** @returns {Node | null} the first light child of the shadow root's host */
    #leaveRoot() {
      this.ints.push(0);
      const outer = /** @type {{walker: TreeWalker, base: number, keys: Keys | null}} */ (this.#outer.pop());
      this.#walker = outer.walker;
      this.#base = outer.base;
      this.#keys[this.#depth - 1] = outer.keys;
      return this.#walker.firstChild();
    }

    #close() {
      const depth = this.#depth;
      const after = this.#after[depth];
      if (after) {
        const text = this.#pseudoText(after.element, '::after');
        if (text) this.ints[after.at] = this.intern(text);
      }
      this.#counters?.leave(depth + 1);
      if (this.#quoted[depth]) this.#quotes--;
      this.ints.push(0);
      const { marks } = this;
      const mark = this.#markAt[depth];
      marks[mark + MARK.intsEnd] = this.ints.length;
      marks[mark + MARK.readingsEnd] = this.readings.length;
      marks[mark + MARK.rootsEnd] = this.roots.length;
      marks[mark + MARK.marksEnd] = marks.length;
      marks[mark + MARK.bytes] = this.bytes - marks[mark + MARK.bytes];
      marks[mark + MARK.elements] = this.elements - marks[mark + MARK.elements];
      marks[mark + MARK.unlisted] = this.unlisted - marks[mark + MARK.unlisted];
    }

    /**
     * Marks an element that is about to be walked.
     * @param {Element} element
     * @param {number} context
     */
    #mark(element, context) {
      const { ints, readings, roots, bytes, elements, unlisted } = this;
      this.#markAt[this.#depth] = this.marks.length;
      this.marks.push(ints.length, 0, readings.length, 0, roots.length, 0, 0, bytes, elements, unlisted, context, this.#outerMark());
      this.marked.push(element);
    }

    #outerMark() {
      return this.#depth > 0 ? this.#markAt[this.#depth - 1] : -1;
    }

    /**
     * All that what is read of an element and of what is in it depends on, of what it stands in.
     */
    #context() {
      const outer = this.#depth - 1;
      const flags =
        (this.#styles[outer] ? 1 : 0) | (this.#editable[outer] ? 2 : 0) | (this.#secretOptions[outer] ? 4 : 0) | (this.#keys[outer] ? 8 : 0);
      return (this.#quotes * 16 + flags) * (SHEET.all + 1) + this.#asks[outer];
    }

    /**
     * Takes over what an earlier walk found of an element and all in it.
     * @param {Walk} walk
     * @param {number} mark of that walk
     */
    #takeOver(walk, mark) {
      const { ints, readings, roots, marks } = this;
      const of = walk.marks.slice(mark, mark + MARK_SIZE);
      const at = marks.length;
      const shifts = new Array(MARK_SIZE).fill(0);
      shifts[MARK.ints] = shifts[MARK.intsEnd] = ints.length - of[MARK.ints];
      shifts[MARK.readings] = shifts[MARK.readingsEnd] = readings.length - of[MARK.readings];
      shifts[MARK.roots] = shifts[MARK.rootsEnd] = roots.length - of[MARK.roots];
      shifts[MARK.marksEnd] = shifts[MARK.parent] = at - mark;
      for (let each = mark; each < of[MARK.marksEnd]; each += MARK_SIZE) {
        for (let part = 0; part < MARK_SIZE; part++) marks.push(walk.marks[each + part] + shifts[part]);
        this.marked.push(walk.marked[each / MARK_SIZE]);
      }
      marks[at + MARK.parent] = this.#outerMark();
      this.#steps += (marks.length - at) >> 6;
      for (let each = of[MARK.ints]; each < of[MARK.intsEnd]; each++) ints.push(walk.ints[each]);
      readings.copy(walk.readings, of[MARK.readings], of[MARK.readingsEnd]);
      for (let each = of[MARK.roots]; each < of[MARK.rootsEnd]; each++) {
        roots.push(walk.roots[each]);
        this.onRoot(walk.roots[each]);
      }
      this.bytes += of[MARK.bytes];
      this.elements += of[MARK.elements];
      this.unlisted += of[MARK.unlisted];
    }

    /**
     * @param {string} text
     * @param {number} parent depth of the element it stands in
     * @returns {number} of VISIT
     */
    #text(text, parent) {
      if (text === '') return VISIT.nothing;
      this.ints.push(2, text.length > LONG_TEXT ? this.#add(withoutSeparators(text)) : this.intern(text));
      const style = this.#styles[parent];
      const read = this.#textRead[parent];
      if (style && read !== 3) {
        // What text becomes is asked only of elements that hold some.
        if (!(read & 1) && SAYS_SOMETHING.test(text)) this.#readTransformation(style, parent);
        if (!(read & 2) && text.includes('\n')) this.#readLineBreaks(style, parent);
      }
      return VISIT.nothing;
    }

    /** @param {CSSStyleDeclaration} style @param {number} depth */
    #readTransformation(style, depth) {
      this.#textRead[depth] |= 1;
      this.ints[this.#flagsAt[depth]] |= this.#read(transformationOf, style);
    }

    /** @param {CSSStyleDeclaration} style @param {number} depth */
    #readLineBreaks(style, depth) {
      this.#textRead[depth] |= 2;
      this.ints[this.#flagsAt[depth]] |= this.#read(breaksOf, style);
    }

    /**
     * @param {Element} element
     * @returns {number} of VISIT
     */
    #element(element) {
      const tag = localName.call(element);
      const namespace = NAMESPACES.get(namespaceOf.call(element)) ?? 3;
      const known = TAGS.get(tag) ?? 0;
      const bits =
        namespace === 0 ? known & ~TAG.shape : namespace === 1 ? (known & (TAG.skip | TAG.link | TAG.shape)) | TAG.noPseudo : TAG.noPseudo;
      if (bits & TAG.skip) return this.#skip(element);

      const depth = this.#depth;
      const id = nodeId(element);
      const context = this.#context();
      const mark = this.past ? this.past.markOf(element, id, context) : -1;
      if (this.past && mark >= 0) {
        this.#takeOver(this.past.walk, mark);
        return VISIT.nothing;
      }
      this.#mark(element, context);
      this.elements++;
      this.ints.push(1, id, this.intern(tag), 0, 0);
      const flagsAt = this.ints.length - 2;
      this.#flagsAt[depth] = flagsAt;
      this.#textRead[depth] = 0;
      this.#quoted[depth] = false;
      this.#after[depth] = null;
      this.bytes += LISTED + tag.length;
      const reader = namespace === 0 ? rootReader(tag, bits) : null;
      const root = reader && this.#read(reader, element);
      const asks = this.#asks[depth - 1] | (root ? this.#meet(root) : 0);
      this.#asks[depth] = asks;
      const keys = this.#keys[depth - 1];
      this.#keys[depth] = keys;

      const notes = this.#attributes(element, tag, namespace, keys) | ((keys?.names.get(tag) ?? 0) << GENERATED_NOTE);
      let flags = (namespace << 8) | this.#style(element, bits, notes, asks);
      this.#editable[depth] = this.#editable[depth - 1];
      this.#secretOptions[depth] = this.#secretOptions[depth - 1] ?? false;
      if (namespace !== 2) flags |= this.#interaction(element, tag, namespace, bits, notes);
      const secret = (flags & FLAG.secret) !== 0;
      this.#value(element, tag === 'input' && namespace === 0, secret || (notes & NOTE.password) !== 0);
      if (namespace === 0) this.#facts(element, tag, bits, notes, secret);
      this.ints[flagsAt] |= flags;
      this.ints[flagsAt + 1] = (this.ints.length - flagsAt - 2) >> 1;
      this.#root = root;
      // What is written in a masked editable element stands in its children.
      if (bits & TAG.childless || (secret && !(bits & TAG.control)) || (bits & TAG.noscript && !this.#read(isShown, element)))
        return VISIT.childless;
      if (root !== null || firstElementChild.call(element) !== null) return VISIT.opened;
      this.#text(textContent.call(element), depth);
      return VISIT.childless;
    }

    /**
     * An element that can't be in the tree, with all in it.
     * @param {Element} element
     */
    #skip(element) {
      this.elements++;
      this.bytes += listedBytes(element);
      for (const inner of elementsWithin.call(element, '*')) {
        this.elements++;
        this.bytes += listedBytes(inner);
      }
      return VISIT.nothing;
    }

    /**
     * @param {ShadowRoot} root
     * @returns {number} what its style sheets may ask of the host, of its own elements and of
     *   slotted ones
     */
    #meet(root) {
      this.roots.push(root);
      this.onRoot(root);
      const asks = this.#read(rootAsks, root);
      return this.#asks[-1] & SHEET.part ? asks | GENERATED : asks;
    }

    // Attributes

    /**
     * @type {string | null} the `value` attribute, held back until it is known whether the field is
     * secret
     */
    #heldValue = null;

    /**
     * Sends the attributes that the engine asks for.
     * @param {Element} element
     * @param {string} tag
     * @param {number} namespace
     * @param {Keys | null} keys
     * @returns {number} bits of NOTE
     */
    #attributes(element, tag, namespace, keys) {
      this.#heldValue = null;
      if (!hasAttributes.call(element)) return 0;
      let notes = 0;
      for (const name of getAttributeNames.call(element)) {
        const rule = this.#rules.get(name) ?? this.#rule(name);
        const value = getAttribute.call(element, name) ?? '';
        notes |= rule.note;
        if (keys !== null) notes |= keys.match(name, value) << GENERATED_NOTE;
        if (rule.kind === KIND.value) {
          this.#heldValue = value;
          continue;
        }
        this.bytes += LISTED_ATTRIBUTE + name.length + jsonBytes(value);
        if (rule.kind >= 0) {
          notes |= NOTE.kept | noteOfValue(name, value);
          const sent = value === '' ? this.#references(element, name) : rule.kind === 0 ? value : shortened(name, value);
          this.ints.push(rule.index, this.intern(sent));
        } else if (rule.kind === KIND.style) {
          if (value.includes('content-visibility')) notes |= NOTE.mayBeSkipped;
        } else if (
          (rule.kind === KIND.frameSource && (tag === 'iframe' || tag === 'frame')) ||
          (rule.kind === KIND.graphics && namespace !== 0) ||
          (rule.kind === KIND.selected && !this.#secretOptions[this.#depth - 1])
        ) {
          this.ints.push(rule.index, this.intern(shortened(name, value)));
        }
      }
      return notes;
    }

    /**
     * An attribute of references that is empty may stand for elements that a script has set: node
     * ids are told in place of their ids.
     * @param {Element} element
     * @param {string} name of an empty attribute
     */
    #references(element, name) {
      const read = REFERENCES.get(name);
      return read ? this.#read(read, element) : '';
    }

    /** @param {string} name of an attribute not met before */
    #rule(name) {
      let kind = SPECIAL.get(name) ?? (ATTRIBUTES.has(name) || name.startsWith('aria-') ? 0 : KIND.unwanted);
      if (kind === 0 && (HANDLER.test(name) || ADDRESS.test(name))) kind = 1;
      const sent = kind !== KIND.unwanted && kind !== KIND.style;
      const rule = { index: sent ? this.intern(name) : -1, kind, note: NOTES.get(name) ?? 0 };
      this.#rules.set(name, rule);
      return rule;
    }

    /**
     * Sends the `value` attribute, unless it is, or may once have been, what a secret field holds.
     * @param {Element} element
     * @param {boolean} isInput
     * @param {boolean} secret
     */
    #value(element, isInput, secret) {
      const value = this.#heldValue;
      if (value === null || secret) return;
      this.bytes += LISTED_ATTRIBUTE + 'value'.length + jsonBytes(value);
      // Neither what a hidden field carries, nor what a text field held at first: the live value
      // says what it holds now.
      if (isInput) {
        const type = inputType.call(element);
        if (!BUTTONS.has(type) && !TOGGLES.has(type)) return;
      }
      this.ints.push(/** @type {AttributeRule} */ (this.#rules.get('value')).index, this.intern(value));
    }

    // Style

    /**
     * What is shown of the element; read only where something is.
     * @param {Element} element
     * @param {number} bits of TAG
     * @param {number} notes of NOTE
     * @param {number} asks of SHEET
     * @returns {number} flags
     */
    #style(element, bits, notes, asks) {
      const depth = this.#depth;
      this.#styles[depth] = null;
      if (!this.#styles[depth - 1]) return UNREAD;
      // Strokes of a drawing: without attributes that name them they mean nothing.
      if (bits & TAG.shape && !(notes & NOTE.kept) && firstElementChild.call(element) === null) return 2;
      const style = getComputedStyle(element);
      let flags = this.#read(bits & TAG.option ? displayOf : shownOf, style);
      if (flags === 0 || flags & FLAG.outside) return flags;
      this.#styles[depth] = style;
      if (bits & TAG.option) return flags;
      if (asks & SHEET.skip || notes & NOTE.mayBeSkipped) flags |= this.#read(skippedOf, style);
      if (this.#counters) this.#counters.enter(this.#read(countersOf, style), depth, ownCounters(element, bits));
      this.#generated(element, bits, notes, asks, flags, style);
      return flags;
    }

    /**
     * @param {Element} element
     * @param {number} bits
     * @param {number} notes
     * @param {number} asks
     * @param {number} flags
     * @param {CSSStyleDeclaration} style
     */
    #generated(element, bits, notes, asks, flags, style) {
      if (flags & FLAG.listItem) this.#marker(element, asks, style);
      if (bits & TAG.noPseudo) return;
      const quote = (bits & TAG.quote) !== 0;
      let blocks = 0;
      if (quote || asks & SHEET.before || notes & NOTE.before) {
        const text = this.#pseudoText(element, '::before');
        if (text) this.ints.push(FACT.before, this.intern(text));
        if (text && this.#blockPseudo) blocks |= 1;
      }
      if (quote || asks & SHEET.after || notes & NOTE.after) {
        const text = this.#counters ? this.#awaitAfter(element) : this.#pseudoText(element, '::after');
        if (text) this.ints.push(FACT.after, this.intern(text));
        if (text && this.#blockPseudo) blocks |= 2;
      }
      if (blocks) this.ints.push(FACT.blockContent, blocks);
    }

    /**
     * Has the text of `::after` read when the element closes: its counters count once all that
     * stands before it is.
     * @param {Element} element
     * @returns {string} no text yet
     */
    #awaitAfter(element) {
      const content = this.#read(contentOf, getComputedStyle(element, '::after'));
      if (content !== 'none' && content !== 'normal') {
        this.ints.push(FACT.after, this.intern(''));
        this.#after[this.#depth] = { element, at: this.ints.length - 1 };
      }
      return '';
    }

    /** The pseudo-element read last is block-level. */
    #blockPseudo = false;

    /**
     * @param {Element} element
     * @param {'::before' | '::after' | '::marker'} which
     * @returns {string}
     */
    #pseudoText(element, which) {
      const style = getComputedStyle(element, which);
      const content = this.#read(contentOf, style);
      if (content === 'none' || content === 'normal' || content === '""') return '';
      if (which !== '::marker') {
        const display = this.#read(displayOf, style);
        if (display === 0) return '';
        this.#counters?.enter(this.#read(countersOf, style), this.#depth + 1);
        this.#blockPseudo = (display & 7) >= BLOCK;
      }
      const text = contentText(
        content,
        (name, rest) => this.#counter(name, rest),
        (open) => this.#quote(element, style, open),
      );
      return this.#read(isVisible, style) ? text : '';
    }

    /** @param {string} name @param {string} rest */
    #counter(name, rest) {
      if (this.#counters) return this.#counters.text(name, rest);
      this.wantsCounters = true;
      return '';
    }

    /** @param {Element} element @param {CSSStyleDeclaration} style @param {boolean} open */
    #quote(element, style, open) {
      const quotes = this.#read(quotesOf, style);
      const language = this.#read(languageOf, element);
      if (!open) return quoteMark(quotes, language, Math.max(0, this.#quotes - 1), false);
      if (!this.#quoted[this.#depth]) {
        this.#quoted[this.#depth] = true;
        this.#quotes++;
      }
      return quoteMark(quotes, language, this.#quotes - 1, true);
    }

    /** @param {Element} element @param {number} asks @param {CSSStyleDeclaration} style */
    #marker(element, asks, style) {
      if (asks & SHEET.marker) {
        const content = this.#read(contentOf, getComputedStyle(element, '::marker'));
        if (content !== 'normal' && content !== 'none') {
          this.ints.push(FACT.marker, this.intern(this.#pseudoText(element, '::marker')));
          return;
        }
      }
      const listStyle = this.#read(listStyleOf, style);
      if (listStyle) this.ints.push(FACT.listStyle, listStyle);
    }

    // Interaction

    /**
     * @param {Element} element
     * @param {string} tag
     * @param {number} namespace
     * @param {number} bits
     * @param {number} notes
     * @returns {number} flags
     */
    #interaction(element, tag, namespace, bits, notes) {
      const depth = this.#depth;
      let flags = 0;
      const inherited = this.#editable[depth - 1];
      // A drawing has no say in it.
      const editable = namespace === 0 ? (inherited || (notes & NOTE.editable) !== 0) && this.#read(isEditable, element) : inherited;
      this.#editable[depth] = editable;
      if (editable) flags |= FLAG.editable;
      if (bits & TAG.control && tag !== 'button' && this.#isSecret(element, tag, notes)) {
        flags |= FLAG.secret;
        this.#secretOptions[depth] = true;
      }
      if (editable && !inherited && this.#isMasked()) flags |= FLAG.secret;
      if (this.#isFocusable(element, tag, bits, notes, editable && !inherited)) flags |= FLAG.focusable;
      return flags;
    }

    /**
     * Can be reached with the Tab key, or could if it were shown.
     * @param {Element} element
     * @param {string} tag
     * @param {number} bits
     * @param {number} notes
     * @param {boolean} editingHost
     */
    #isFocusable(element, tag, bits, notes, editingHost) {
      if (bits & TAG.control && this.#read(isDisabled, element)) return false;
      if (notes & NOTE.tabindex) {
        const tabIndex = parseInt(getAttribute.call(element, 'tabindex') ?? '', 10);
        if (!Number.isNaN(tabIndex)) return tabIndex >= 0;
      }
      if (bits & TAG.control) return tag !== 'input' || inputType.call(element) !== 'hidden';
      if (bits & TAG.link) return (notes & NOTE.href) !== 0;
      if (bits & TAG.frame) return tag !== 'object';
      if (bits & TAG.media) return (notes & NOTE.controls) !== 0;
      if (bits & TAG.summary) return this.#read(isTabbable, element);
      return editingHost;
    }

    #isMasked() {
      const style = this.#styles[this.#depth];
      return style !== null && this.#read(isMasked, style);
    }

    /**
     * A password, a one-time code or a card, now or once. Names and ids are no evidence, dots in
     * place of characters are.
     * @param {Element} element
     * @param {string} tag
     * @param {number} notes
     */
    #isSecret(element, tag, notes) {
      if (secrets.has(element)) return true;
      const type = tag === 'input' ? inputType.call(element) : '';
      if (type !== 'password' && !this.#isMasked() && !(notes & NOTE.password)) return false;
      if (BUTTONS.has(type) || TOGGLES.has(type)) return false;
      secrets.add(element);
      return true;
    }

    /**
     * @param {Element} element
     * @param {string} tag
     * @param {number} bits
     * @param {number} notes
     * @param {boolean} secret
     */
    #facts(element, tag, bits, notes, secret) {
      if (notes & NOTE.popover || bits & TAG.openable) this.#openable(element, tag, notes);
      if (bits === 0) return;
      if (bits & TAG.control) this.#control(element, tag, notes, secret);
      if (bits & TAG.option && tag === 'option' && !this.#secretOptions[this.#depth])
        this.ints.push(FACT.selected, this.#read(isSelected, element) ? 1 : 0);
      if (bits & TAG.frame) this.#frame(element, tag);
      if (bits & TAG.slot) this.#assigned(element);
      if (bits & TAG.label) this.#labelled(element);
    }

    /**
     * @param {Element} element @param {string} tag @param {number} notes @param {boolean} secret
     */
    #control(element, tag, notes, secret) {
      let type = '';
      if (tag === 'input') {
        type = inputType.call(element);
        if (TOGGLES.has(type)) this.ints.push(FACT.checked, this.#read(isChecked, element) ? 1 : 0);
        if (type === 'checkbox' && this.#read(isIndeterminate, element)) this.ints.push(FACT.indeterminate, 1);
      }
      if (tag === 'button' || type === 'hidden' || BUTTONS.has(type)) return;
      if (secret && !TOGGLES.has(type) && this.#read(isFilled, element)) {
        // Whether what it holds is long enough is not for telling.
        this.ints.push(FACT.secretFilled, 1);
        return;
      }
      if (!secret && tag !== 'select' && !TOGGLES.has(type)) {
        const value = this.#read(type === 'file' ? fileNames : valueOf, element);
        this.ints.push(FACT.value, this.intern(value.length > LONGEST_VALUE ? cut(value, LONGEST_VALUE) : value));
      }
      if (!this.#read(isValidated, element)) return;
      const valid = this.#read(isValid, element);
      if (!valid || notes & NOTE.constraint) this.ints.push(FACT.valid, valid ? 1 : 0);
    }

    /** @param {Element} element @param {string} tag @param {number} notes */
    #openable(element, tag, notes) {
      const open =
        (tag === 'details' && detailsOpen.call(element)) ||
        (tag === 'dialog' && dialogOpen.call(element)) ||
        ((notes & NOTE.popover) !== 0 && this.#read(isPopoverOpen, element));
      this.ints.push(FACT.open, open ? 1 : 0);
      if (open && tag === 'dialog' && this.#read(isModal, element)) this.ints.push(FACT.modal, 1);
    }

    /** @param {Element} element @param {string} tag */
    #frame(element, tag) {
      const inner = this.#read(windowOf, element);
      if (!inner && tag === 'object') return;
      const index = this.#frames.get(inner) ?? -1;
      if (inner && index < 0) this.unlisted++;
      this.ints.push(FACT.frame, index);
    }

    /**
     * What makes a custom element a field is told to its own script alone, but for this.
     * @param {Element} label
     */
    #labelled(label) {
      const control = this.#read(controlOf, label);
      if (control !== null && localName.call(control).includes('-')) this.ints.push(FACT.control, nodeId(control));
    }

    /** @param {Element} slot */
    #assigned(slot) {
      const nodes = this.#read(assignedOf, slot);
      if (nodes !== '') for (const node of nodes.split(',')) this.ints.push(FACT.assigned, Number(node));
    }
  }

  /** @type {Map<string, number>} computed `list-style-type` → value of its fact */
  const LIST_STYLES = new Map([
    ['disc', 1],
    ['circle', 2],
    ['square', 3],
    ['decimal', 4],
    ['decimal-leading-zero', 4],
    ['lower-alpha', 5],
    ['lower-latin', 5],
    ['upper-alpha', 6],
    ['upper-latin', 6],
    ['lower-roman', 7],
    ['upper-roman', 8],
  ]);

  /** @param {string} name @param {string} value */
  const noteOfValue = (name, value) => {
    if (name === 'hidden') return value === 'until-found' ? NOTE.mayBeSkipped : 0;
    if (name === 'type') return value.toLowerCase() === 'password' ? NOTE.password : 0;
    if (name === 'autocomplete') return SECRET.test(value) ? NOTE.password : 0;
    return 0;
  };

  /** Where a script finds the elements that it has set in place of ids. */
  const REFERENCES = new Map(
    [
      ['aria-labelledby', 'ariaLabelledByElements'],
      ['aria-describedby', 'ariaDescribedByElements'],
      ['aria-errormessage', 'ariaErrorMessageElements'],
      ['aria-owns', 'ariaOwnsElements'],
      ['aria-controls', 'ariaControlsElements'],
      ['aria-activedescendant', 'ariaActiveDescendantElement'],
    ].map(([attribute, property]) => {
      const door = getter(Element.prototype, property);
      return [attribute, (/** @type {Element} */ element) => references(door.call(element))];
    }),
  );
  const REFERENCE = '\u001f';

  /** @param {Element | Element[] | null | undefined} set */
  const references = (set) =>
    set
      ? [set]
          .flat()
          .map((target) => REFERENCE + nodeId(target))
          .join(' ')
      : '';

  /**
   * A handler only has to be there; an address that carries its own data is told by its beginning.
   * @param {string} name
   * @param {string} value
   */
  const shortened = (name, value) => {
    if (HANDLER.test(name)) return '';
    return value.length > LONGEST_DATA_ADDRESS && ADDRESS.test(name) && /^\s*data:/i.test(value)
      ? `${cut(value, LONGEST_DATA_ADDRESS)}…`
      : value;
  };

  /** @param {string} text @param {number} length */
  const cut = (text, length) => text.slice(0, length - (/[\ud800-\udbff]/.test(text[length - 1]) ? 1 : 0));

  /**
   * What lists and their items do to the counter `list-item` without any style.
   * @param {Element} element
   * @param {number} bits
   * @returns {[string, number | null][]}
   */
  const ownCounters = (element, bits) => {
    if (bits !== 0) return [];
    if (element instanceof HTMLOListElement) return [['list-item', element.start - 1]];
    if (element instanceof HTMLUListElement || element instanceof HTMLMenuElement) return [['list-item', 0]];
    if (!(element instanceof HTMLLIElement)) return [];
    return [['list-item', hasAttribute.call(element, 'value') ? element.value : null]];
  };

  // Strings of a walk that goes on from another's

  const STRING_FACTS = new Set([FACT.value, FACT.before, FACT.after, FACT.marker]);

  /**
   * @param {number[]} ints
   * @returns {number[]} where the numbers of strings stand in it
   */
  function stringPlaces(ints) {
    const places = [];
    for (let at = 0; at < ints.length;) {
      const operation = ints[at];
      if (operation === 1) {
        places.push(at + 2);
        const end = at + 5 + 2 * ints[at + 4];
        for (at += 5; at < end; at += 2) {
          if (ints[at] >= 0) places.push(at, at + 1);
          else if (STRING_FACTS.has(ints[at])) places.push(at + 1);
        }
      } else {
        if (operation === 2) places.push(at + 1);
        at += operation === 0 ? 1 : 2;
      }
    }
    return places;
  }

  /**
   * Takes out what no operation names any more, such as what a field held that is secret now; new
   * strings take the vacant places, so that most of a record stays as it was.
   * @param {Walk} walk
   * @param {number} known how many strings there were
   */
  function tidyStrings({ ints, strings, indices }, known) {
    const used = new Uint8Array(strings.length);
    const places = stringPlaces(ints);
    for (const at of places) used[ints[at]] = 1;
    const drop = (/** @type {number} */ index) => {
      if (indices.get(strings[index]) === index) indices.delete(strings[index]);
      strings[index] = '';
    };
    const vacant = [];
    for (let index = 0; index < known; index++) if (!used[index]) (drop(index), vacant.push(index));
    /** @type {Map<number, number>} */
    const moved = new Map();
    let end = known;
    for (let index = known; index < strings.length; index++) {
      const text = strings[index];
      const interned = indices.get(text) === index;
      drop(index);
      if (!used[index]) continue;
      const place = vacant[moved.size] ?? end++;
      strings[place] = text;
      if (interned) indices.set(text, place);
      moved.set(index, place);
    }
    strings.length = end;
    if (moved.size > 0) for (const at of places) ints[at] = moved.get(ints[at]) ?? ints[at];
  }

  // A record

  /**
   * Pauses in which the page's own tasks wait behind the record, between two in which they have
   * their turn.
   */
  const PAUSES_BEFORE_FAIR = 3;

  /**
   * Lets the page go on. In a hidden tab a timer would wait for half a second, a frame for ever.
   * @param {boolean} fair after `scheduler.yield` the record goes on before tasks that were there
   *   first: input and frames
   *   have their turn, but the page's messages do not, nor does a ping
   */
  const nextTask = (fair) => {
    const scheduler = /** @type {any} */ (globalThis).scheduler;
    if (!fair && scheduler?.yield) return scheduler.yield();
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (channel.port1.close(), resolve(undefined));
      channel.port2.postMessage(0);
    });
  };

  /** Work in slices, each with its time. */
  class Slices {
    /** @type {number[]} */
    times = [];
    #begun = performance.now();

    get until() {
      return this.#begun + SLICE_MS;
    }

    get spent() {
      return performance.now() - this.#begun;
    }

    async pause() {
      this.times.push(this.spent);
      await nextTask(this.times.length % (PAUSES_BEFORE_FAIR + 1) === 0);
      this.#begun = performance.now();
    }

    end() {
      this.times.push(this.spent);
      return this.times.map((time) => Math.round(time * 10) / 10);
    }
  }

  /** How many style sheets are in force, once those that have arrived are. */
  function sheetCount() {
    const root = documentProperty.documentElement.call(document);
    if (root) void getComputedStyle(root).display;
    return styleSheets.document.call(document).length + adoptedSheets.document.call(document).length;
  }

  /** Declarations of a style attribute that a record depends on. */
  const RECORDED_STYLE = /\b(?:display|visibility|content-visibility|cursor|float|position|white-space|text-transform|list-style)\b[^;]*/g;

  /** @param {string | null} style */
  const recordedStyle = (style) => (style ?? '').match(RECORDED_STYLE)?.join() ?? '';

  /**
   * Whether a record made before a change would differ from one made after it. Pages that move
   * things about by style, or count in attributes nobody asks for, do so in every frame.
   * @param {MutationRecord} change
   */
  function showsInRecord(change) {
    const target = /** @type {Element} */ (change.target);
    switch (change.type) {
      case 'attributes': {
        const name = change.attributeName ?? '';
        if (name === 'style') return recordedStyle(change.oldValue) !== recordedStyle(getAttribute.call(target, name));
        return name === 'class' || name.startsWith('aria-') || ATTRIBUTES.has(name) || SPECIAL.has(name);
      }
      case 'childList':
        return !(target instanceof HTMLHeadElement) && [...change.addedNodes, ...change.removedNodes].some(isRecorded);
      default:
        return true;
    }
  }

  /** @param {Node} node */
  const isRecorded = (node) => {
    const type = nodeType.call(node);
    return type === 1 ? !((TAGS.get(localName.call(node)) ?? 0) & TAG.skip) : type === 3 || type === 4;
  };

  /**
   * Tells whether the page changed between slices, style sheets that arrive included; looks at it
   * only from the first pause on.
   */
  class Watch {
    /** Something changed, be it nothing that shows in a record. */
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

    /** @param {Node} root met while watching */
    add(root) {
      if (this.#watching)
        this.#observer.observe(root, { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true });
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

  /** All that a mutation can tell. */
  const EVERY_MUTATION = { subtree: true, childList: true, attributes: true, characterData: true };
  /** A page that changes all the time is not watched for longer. */
  const MOST_MUTATIONS = 5000;
  const MOST_IDLE_MS = 120_000;

  /** @param {Node} node @returns {Element | null} itself, or the element that it stands in */
  const elementOf = (node) => {
    const type = nodeType.call(node);
    return type === 1 ? /** @type {Element} */ (node) : type === 11 ? (/** @type {ShadowRoot} */ (node).host ?? null) : parentElementOf(node);
  };

  /**
   * The last walk and what was written of it, while it is watched what mutations tell of the
   * document.
   */
  class Standing {
    /** @type {string[]} the sections of operations and strings, once they are written */
    body = [];
    /** @type {Set<Element>} */
    #changed = new Set();
    #mutations = 0;
    #idle = 0;
    #observer = new MutationObserver((records) => this.#take(records));

    /** @param {Walk} walk that ends in this task */
    constructor(walk) {
      this.walk = walk;
      walk.past = null;
      this.#keep();
      for (const root of [document, ...walk.roots]) this.#observer.observe(root, EVERY_MUTATION);
    }

    /** It keeps elements alive that the page has let go of: not for longer than anybody asks. */
    #keep() {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.end(), MOST_IDLE_MS);
    }

    /** @param {MutationRecord[]} records */
    #take(records) {
      this.#mutations += records.length;
      for (const { target, removedNodes } of records) {
        const element = elementOf(target);
        if (target === document) return this.end();
        if (element) this.#changed.add(element);
        // What is taken out may change meanwhile, and come back.
        for (const removed of removedNodes) if (nodeType.call(removed) === 1) this.#observer.observe(removed, EVERY_MUTATION);
      }
      if (this.#changed.size > MOST_CHANGED || this.#mutations > MOST_MUTATIONS) this.end();
    }

    /**
     * Finds out what a walk now would find that the last one did not.
     * @param {Slices} slices
     * @returns {Promise<Past | null>} null where nothing can be said, or nothing has changed: then
     *   it stands on
     */
    async look(slices) {
      const { walk } = this;
      this.#keep();
      this.#take(this.#observer.takeRecords());
      const mutations = this.#mutations;
      const readings = this.body.length === 0 ? [0] : await walk.readings.changed(slices);
      // What was read before a pause in which the page changed may be as it was, or as it is.
      if (this.#mutations !== mutations) this.end();
      if (readings.length === MOST_CHANGED || readings.some((at) => at < walk.ofDocument)) this.end();
      if (standing !== this) return null;
      for (const at of readings) this.#changed.add(readBy(walk, at));
      if (this.#changed.size === 0) return null;
      this.end();
      return countersUsed ? null : new Past(walk, this.#changed);
    }

    end() {
      clearTimeout(this.#idle);
      this.#observer.disconnect();
      if (standing === this) standing = null;
    }
  }

  /**
   * @param {Walk} walk
   * @param {number} reading
   * @returns {Element} of which it was read
   */
  function readBy({ marks, marked }, reading) {
    let low = longest(marked.length - 1, (index) => marks[index * MARK_SIZE + MARK.readings] <= reading) * MARK_SIZE;
    while (marks[low + MARK.readingsEnd] <= reading) low = marks[low + MARK.parent];
    return marked[low / MARK_SIZE];
  }

  /** @type {Standing | null} */
  let standing = null;

  /** The attempt that goes on though the page changes. */
  const LAST_ATTEMPT = 3;

  /**
   * Walks the document, again when it changes meanwhile, at most twice. If the third walk loses its
   * way, because the page took out the very place where it paused, a fourth does without pauses.
   * @template Result
   * @param {Slices} slices
   * @param {Past | null} past what need not be walked again
   * @param {(walk: Walk, torn: boolean, still: boolean) => Result} finish called in the task that
   *   ends the walk; `still`: nothing at all changed meanwhile
   * @returns {Promise<Result>}
   */
  async function walkDocument(slices, past, finish) {
    for (let attempt = 1; ; attempt++, past = null) {
      const walk = new Walk(past);
      const watch = new Watch();
      walk.onRoot = (root) => watch.add(root);
      try {
        let whole = walk.advance(attempt > LAST_ATTEMPT ? Infinity : slices.until);
        while (!whole) {
          watch.begin([document, ...walk.roots]);
          await slices.pause();
          if ((attempt < LAST_ATTEMPT && watch.changed) || !walk.canGoOn()) break;
          whole = walk.advance(slices.until);
        }
        if (walk.wantsCounters && !countersUsed) {
          countersUsed = true;
          attempt--;
        } else if (whole) {
          const torn = attempt > LAST_ATTEMPT || watch.changed;
          return finish(walk, torn, !torn && !watch.any);
        }
      } finally {
        watch.end();
      }
      await slices.pause();
    }
  }

  /**
   * The elements that a query's scope names: of the document first, then of each shadow root.
   * @param {{selector?: string, node?: number}} request
   * @param {ShadowRoot[]} roots
   * @returns {number[] | null}
   */
  function targets(request, roots) {
    if (typeof request.node === 'number') return [...elementsById(new Set([request.node])).keys()];
    if (typeof request.selector !== 'string') return null;
    const found = [];
    for (const root of [document, ...roots]) {
      const kind = root === document ? 'document' : 'root';
      for (const element of find[kind].call(/** @type {any} */ (root), request.selector)) {
        if (found.length === TARGETS) return found;
        found.push(nodeId(element));
      }
    }
    return found;
  }

  /**
   * Node id of the element that has the focus, in the innermost shadow root; 0 where none has it.
   * @param {ShadowRoot[]} roots
   */
  function focusedNode(roots) {
    let focused = activeElement.document.call(document);
    if (!focused || focused === documentProperty.body.call(document) || focused === documentProperty.documentElement.call(document))
      return 0;
    // An outer root names the host that the focus is in; roots stand in document order, outer
    // before inner.
    for (const root of roots) {
      if (root.host === focused) focused = activeElement.root.call(root) ?? focused;
    }
    return nodeId(focused);
  }

  /** @returns {number} this window's index among its parent's frames */
  function ownIndex() {
    if (window.parent === window) return -1;
    for (let index = 0; index < window.parent.length; index++) if (window.parent[index] === window) return index;
    return -1;
  }

  /**
   * @param {Window} other @returns {any} the recorder there, if there is one; throws where the
   * window is of another origin
   */
  const recorderOf = (other) => Object.getOwnPropertyDescriptor(other, 'axlensRecorder')?.value;

  /**
   * Node id that the parent's recorder gives this window's own frame element; 0 where the parent is
   * of another origin.
   */
  function ownElement() {
    try {
      const element = window.frameElement;
      return element ? (recorderOf(window.parent)?.nodeId(element) ?? 0) : 0;
    } catch {
      return 0;
    }
  }

  /**
   * Viewport and scrolled extent. Reading them makes the page lay itself out, so they come last.
   */
  function extent() {
    const scroller = documentProperty.scrollingElement.call(document) ?? documentProperty.documentElement.call(document);
    const whole = (/** @type {number} */ value) => Math.round(value);
    return {
      viewport: [window.innerWidth, window.innerHeight].map(whole),
      scroll: [window.scrollX, window.scrollY, scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0].map(whole),
    };
  }

  /** Address without the name and password that may stand in it. */
  const address = () => documentProperty.URL.call(document).replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, '$1');

  /** `document`: Chrome's id of this one.
   * @typedef {{document?: string, selector?: string, node?: number, plain?: boolean, have?:
   *   string}} Request */
  /** @type {string | undefined} this document's id, as far as it was told */
  let ownId;
  /** Milliseconds that this document's last record took. */
  let spent = 0;

  /**
   * Documents that took longer are not recorded beside another, whose answer would wait for them:
   * null is said in their place.
   */
  const QUICK = 20;
  const BESIDE_SLICE_MS = 8;

  /**
   * Records the document, and those in its frames that are asked for beside it, as far as they are
   * of its origin and quickly recorded.
   * @param {Request & {beside?: Record<string, object>}} request `beside`: messages to their
   *   recorders, by their ids
   */
  async function recordWith({ beside, ...own }) {
    let begun = performance.now();
    const answer = await inTurn(() => record(own));
    if (!beside) return answer;
    /** @type {Record<string, object | null>} */
    const answers = {};
    for (const inner of recordersIn(window)) {
      const id = inner.id();
      if (!(id in beside)) continue;
      if (performance.now() - begun > BESIDE_SLICE_MS) {
        await nextTask(false);
        begun = performance.now();
      }
      answers[id] = inner.spent() > QUICK ? null : await unlessLate(inner.answer(beside[id]));
    }
    return { ...answer, beside: answers };
  }

  /** For so long a document is waited for that took less last time. */
  const PATIENCE = 2 * QUICK;

  /**
   * @param {Promise<object>} answer
   * @returns {Promise<object | null>} null where there is none in time, or never
   */
  function unlessLate(answer) {
    let over = false;
    const late = async () => {
      for (const begun = performance.now(); !over && performance.now() - begun < PATIENCE;) await nextTask(true);
      return null;
    };
    const soon = answer.catch(() => null).finally(() => (over = true));
    return Promise.race([soon, late()]);
  }

  /**
   * @param {Window} outer
   * @returns {any[]} the recorders in its frames and in theirs, where they can be reached
   */
  function recordersIn(outer) {
    const found = [];
    for (let index = 0; index < outer.length; index++) {
      try {
        const recorder = recorderOf(outer[index]);
        // What a window of another origin has by that name is one of its frames.
        if (recorder && Object.hasOwn(recorder, 'answer')) found.push(recorder);
      } catch {
        // Of another origin; there may be one of ours in it.
      }
      found.push(...recordersIn(outer[index]));
    }
    return found;
  }

  /**
   * Walks the document, unless it stands as it was walked last.
   * @param {Slices} slices
   * @param {{selector?: string, node?: number}} request
   */
  async function walked(slices, request) {
    const past = (await standing?.look(slices)) ?? null;
    if (standing) {
      const { walk, body } = standing;
      return { walk, torn: false, body, target: targets(request, walk.roots), focused: focusedNode(walk.roots) };
    }
    const known = past?.walk.strings.length ?? 0;
    const { walk, torn, target, focused, now } = await walkDocument(slices, past, (walk, torn, still) => {
      knownRoots = walk.roots.map((root) => new WeakRef(root));
      const now = still && walk.readings.whole ? (standing = new Standing(walk)) : null;
      return { walk, torn, now, target: targets(request, walk.roots), focused: focusedNode(walk.roots) };
    });
    if (slices.spent > 12) await slices.pause();
    if (walk.strings === past?.walk.strings) tidyStrings(walk, known);
    if (slices.spent > 12) await slices.pause();
    const before = past?.walk.written;
    const ints = await written(slices, walk.ints, ',', before?.ints);
    // The next walk goes on with the strings of this one.
    const strings = await written(slices, walk.strings.slice(), '\u001e', before?.strings);
    walk.written = { ints, strings };
    const body = [ints.texts.join(',') + '\u001d', strings.texts.join('\u001e') + '\u001d'];
    if (now) now.body = body;
    return { walk, torn, body, target, focused };
  }

  /**
   * Records the document.
   * @param {Request} request
   * @returns {Promise<object>} see docs/extension.md
   */
  async function record(request) {
    ownId = request.document ?? ownId;
    if (typeof request.selector === 'string') {
      try {
        find.root.call(new DocumentFragment(), request.selector);
      } catch (error) {
        return { error: 'bad_selector', message: error instanceof Error ? error.message : String(error) };
      }
    }
    if (++records % ASK_AGAIN === 0) {
      era = (era % ERAS) + 1;
      readSheets = new WeakMap();
    }
    const started = performance.now();
    const slices = new Slices();
    const root = documentProperty.documentElement.call(document);
    // Style that is out of date is computed as a whole by the first look at it.
    if (root) void getComputedStyle(root).display;
    if (slices.spent > 8) await slices.pause();
    const { walk, torn, target, focused, body } = await walked(slices, request);
    if (slices.spent > 8) await slices.pause();
    const seen = extent();
    const index = ownIndex();
    const head = JSON.stringify({
      v: 1,
      url: address().toWellFormed(),
      title: String(documentProperty.title.call(document)).toWellFormed(),
      lang: (root && getAttribute.call(root, 'lang')?.toWellFormed()) || '',
      ready: documentProperty.readyState.call(document),
      world,
      focused,
      ...seen,
      torn,
      elements: walk.elements,
      queryDomBytes: walk.bytes,
      index,
      top: window.top === window,
      contentType: documentProperty.contentType.call(document),
      target,
      plain: request.plain === true,
    });
    spent = performance.now() - started;
    return {
      ...told([`${head}\u001d`, ...body], torn, request.have),
      index,
      element: ownElement(),
      frames: window.length,
      unlisted: walk.unlisted,
      contentType: documentProperty.contentType.call(document),
      world,
      torn,
      ...(target ? { target: target.join(',') } : {}),
      slice: Math.max(...slices.end()),
      recordMs: Math.round(spent * 10) / 10,
    };
  }

  /**
   * The record as it is sent; where the asker has the one before, what differs from it.
   * @param {string[]} sections
   * @param {boolean} torn
   * @param {string | undefined} have name of the last record that the asker understood
   */
  function told(sections, torn, have) {
    const before = kept !== null && have === kept.name && kept.registry === registry ? kept : null;
    pending = null;
    if (before?.sections.every((section, index) => section === sections[index])) return { same: before.name };
    const length = lengthOf(sections);
    kept = torn || length > LONGEST_KEPT ? null : { name: `${world}.${records}`, sections, registry };
    const whole = () => inPieces(sections.join('') + registry);
    if (kept === null) return whole();
    const splices = before && splicesOf(before.sections, sections);
    return { ...(splices ? { from: before.name, splices } : whole()), name: kept.name, length };
  }

  /** @param {string[]} texts */
  const lengthOf = (texts) => texts.reduce((length, text) => length + text.length, 0);

  /**
   * What is not as it was. Each section on its own: an element that came makes its head, its
   * operations and its strings say something else, each a little.
   * @param {string[]} before
   * @param {string[]} now
   * @returns {[number, number, string][] | null} from where to where, in the text before, what
   *   stands in its place; null where that is
   *   half of the record or more, or too much for an answer
   */
  function splicesOf(before, now) {
    /** @type {[number, number, string][]} */
    const found = [];
    let at = 0;
    for (const [index, section] of before.entries()) {
      const change = section === now[index] ? null : axlensChange(section, now[index]);
      if (change) found.push([at + change.head, at + section.length - change.tail, change.middle]);
      at += section.length;
    }
    const put = lengthOf(found.map(([, , middle]) => middle));
    return put < Math.min(PIECE, lengthOf(now) / 2) ? found : null;
  }

  /**
   * @param {number} most
   * @param {(length: number) => boolean} holds for all lengths up to one
   * @returns {number} that one
   */
  function longest(most, holds) {
    let low = 0;
    for (let step = 2 ** Math.ceil(Math.log2(most + 1)); step >= 1; step /= 2) if (low + step <= most && holds(low + step)) low += step;
    return low;
  }

  /**
   * Keeps what the engine made of a record.
   * @param {{registry: string, name?: string}} message `name`: of the record
   */
  function commit(message) {
    registry = String(message.registry);
    if (kept !== null && kept.name === message.name) kept.registry = registry;
    return { ok: true };
  }

  /** Items of a walk, and what they are written as, so many at a time.
   * @typedef {{items: (string | number)[], texts: string[]}} Written */

  /** Writing so many takes a fraction of a millisecond. */
  const PART = 5000;

  /**
   * Writes a walk's operations or strings; what stands where it stood last time is not written
   * again.
   * @param {Slices} slices
   * @param {(string | number)[]} items
   * @param {string} separator
   * @param {Written} [before]
   * @returns {Promise<Written>}
   */
  async function written(slices, items, separator, before) {
    const texts = [];
    for (let from = 0; from < items.length; from += PART) {
      if (performance.now() > slices.until) await slices.pause();
      const known = before && isPartOf(before.items, items, from) ? before.texts[from / PART] : undefined;
      texts.push(
        known ??
          items
            .slice(from, from + PART)
            .join(separator)
            .toWellFormed(),
      );
    }
    return { items, texts };
  }

  /**
   * @param {(string | number)[]} before @param {(string | number)[]} items @param {number} from
   * where a part begins that may be the same in both
   */
  const isPartOf = (before, items, from) => {
    const end = Math.min(from + PART, items.length);
    if (end !== Math.min(from + PART, before.length)) return false;
    for (let index = from; index < end; index++) if (items[index] !== before[index]) return false;
    return true;
  };

  /** @type {{id: number, parts: string[]} | null} the long record that is being fetched */
  let pending = null;

  /** @param {string} text */
  function inPieces(text) {
    if (text.length <= PIECE) return { record: text };
    const parts = [];
    for (let from = 0; from < text.length;) {
      const part = cut(text.slice(from, from + PIECE), PIECE);
      parts.push(part);
      from += part.length;
    }
    pending = { id: nextPieces++, parts };
    return { pieces: parts.length, id: pending.id };
  }
  let nextPieces = 1;

  /** @param {{id: number, index: number}} request */
  function piece(request) {
    const part = pending?.id === request.id ? pending.parts[request.index] : undefined;
    if (part === undefined) return { error: 'no_piece', message: 'another record has been made since' };
    if (pending && request.index === pending.parts.length - 1) pending = null;
    return { piece: part };
  }

  // Where things are

  /** Flags of docs/http.md's `places`. */
  const PLACE = { inViewport: 1, covered: 2, noSize: 4, transparent: 8 };

  /**
   * Elements by node id, found by walking the document: no element is kept alive for being looked
   * up.
   * @param {Set<number>} wanted
   */
  function elementsById(wanted) {
    /** @type {Map<number, Element>} */
    const found = new Map();
    const roots = knownRoots.map((root) => root.deref()).filter((root) => root !== undefined && isConnected.call(root));
    for (const root of [document, ...roots]) {
      const walker = createTreeWalker.call(document, /** @type {Node} */ (root), NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node !== null && found.size < wanted.size; node = walker.nextNode()) {
        const id = knownId(/** @type {Element} */ (node));
        if (wanted.has(id)) found.set(id, /** @type {Element} */ (node));
      }
    }
    return found;
  }

  /** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

  /** @param {Box} one @param {Box} other @returns {Box} */
  const overlap = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });

  /** @param {Box} box */
  const isEmpty = (box) => box.right <= box.left || box.bottom <= box.top;

  /** @param {Node} node @returns {Element | null} parent in the composed tree, slots left out */
  const parentElementOf = (node) => {
    const parent = parentNode.call(node);
    if (parent === null) return null;
    // Not by what it is an instance of: it may have been made in another document.
    const type = nodeType.call(parent);
    return type === 1 ? parent : type === 11 ? (parent.host ?? null) : null;
  };

  /**
   * The part of a box that no scrolling or clipping ancestor cuts off.
   * @param {Element} element
   * @param {Box} box
   */
  function clipped(element, box) {
    let position = getComputedStyle(element).position;
    for (
      let ancestor = parentElementOf(element);
      ancestor !== null && position !== 'fixed' && !isEmpty(box);
      ancestor = parentElementOf(ancestor)
    ) {
      const style = getComputedStyle(ancestor);
      const escapes = position === 'absolute' && style.position === 'static';
      const clips =
        style.overflowX !== 'visible' &&
        ancestor !== documentProperty.documentElement.call(document) &&
        ancestor !== documentProperty.body.call(document) &&
        style.display !== 'inline' &&
        style.display !== 'contents';
      if (clips && !escapes) box = overlap(box, getBoundingClientRect.call(ancestor));
      if (!escapes) position = style.position;
    }
    return box;
  }

  /**
   * The innermost element that a click at a point would meet.
   * @param {number} x
   * @param {number} y
   * @returns {Element | null}
   */
  function elementAt(x, y) {
    let hit = hitTest.document.call(document, x, y);
    while (hit) {
      const root = rootReader(localName.call(hit), TAGS.get(localName.call(hit)) ?? 0)?.(hit);
      const inner = root && hitTest.root.call(root, x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  }

  /**
   * @param {Element} outer @param {Element} inner whether it is the other or stands in it, shadow
   * roots included
   */
  function holds(outer, inner) {
    if (contains.call(outer, inner)) return true;
    for (let node = parentElementOf(inner); node !== null; node = parentElementOf(node)) if (node === outer) return true;
    return false;
  }

  /** @param {Box} box @returns {Element | null} what a click on its centre meets */
  const hitIn = (box) => elementAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);

  /**
   * A click on the one reaches the other: it is it, stands in it, or in its label.
   * @param {Element} hit
   * @param {Element} element
   */
  function reaches(hit, element) {
    if (holds(element, hit)) return true;
    const labels = /** @type {any} */ (element).labels;
    return labels instanceof NodeList && [...labels].some((label) => label instanceof Element && holds(label, hit));
  }

  /**
   * @param {Element} element
   * @returns {number[]} x, y, width, height, flags, node id of what covers it
   */
  function placeOf(element) {
    const box = getBoundingClientRect.call(element);
    const at = [box.x, box.y, box.width, box.height].map(Math.round);
    let flags = 0;
    if (checkVisibility.call(element) && !checkVisibility.call(element, { opacityProperty: true })) flags |= PLACE.transparent;
    if (box.width === 0 || box.height === 0) return [...at, flags | PLACE.noSize, 0];
    // A link broken over two lines has nothing at the centre of its box: its first line stands for
    // it.
    const lines = [...getClientRects.call(element)].filter((line) => line.width > 0 && line.height > 0);
    const viewport = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    for (const line of lines) {
      const inViewport = overlap(line, viewport);
      if (isEmpty(inViewport)) continue;
      const first = hitIn(inViewport);
      if (first !== null && reaches(first, element)) return [...at, flags | PLACE.inViewport, 0];
      // Its centre may have been scrolled or clipped away.
      const visible = clipped(element, inViewport);
      if (isEmpty(visible)) continue;
      const hit = hitIn(visible);
      if (hit === null || reaches(hit, element) || holds(hit, element)) return [...at, flags | PLACE.inViewport, 0];
      return [...at, flags | PLACE.inViewport | PLACE.covered, nearestNodeId(hit)];
    }
    return [...at, flags, 0];
  }

  /** @param {Element} element */
  function nearestNodeId(element) {
    for (let node = /** @type {Element | null} */ (element); node !== null; node = parentElementOf(node)) {
      const id = knownId(node);
      if (id !== 0) return id;
    }
    return 0;
  }

  /**
   * Boxes of elements, and what covers them.
   * @param {{nodes: string}} request
   */
  async function place(request) {
    const wanted = new Set(
      request.nodes
        .split(',')
        .map(Number)
        .filter((id) => id > 0),
    );
    const elements = elementsById(wanted);
    const slices = new Slices();
    /** @type {Record<string, number[]>} */
    const places = {};
    for (const [id, element] of elements) {
      places[id] = placeOf(element);
      if (performance.now() > slices.until) await slices.pause();
    }
    return { places: JSON.stringify(places) };
  }

  // Messages

  let queue = /** @type {Promise<unknown>} */ (Promise.resolve());

  /**
   * Records and places wait for each other.
   * @param {() => Promise<object>} work
   */
  function inTurn(work) {
    const done = queue.then(work);
    queue = done.catch(() => {});
    return done;
  }

  /**
   * @param {any} message of docs/extension.md
   * @returns {object | Promise<object>}
   */
  function answer(message) {
    switch (message.axlens) {
      case 'ping':
        return { world, metaCsp: find.document.call(document, 'meta[http-equiv="content-security-policy" i]').length > 0 };
      case 'record':
        return recordWith(message);
      case 'piece':
        return piece(message);
      case 'commit':
        return commit(message);
      case 'place':
        return inTurn(() => place(message));
      default:
        return { error: 'bad_request', message: 'no such message' };
    }
  }

  chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
    // A content script of this extension has a tab; another extension has another id.
    if (
      sender.id !== chrome.runtime.id ||
      sender.tab !== undefined ||
      typeof message !== 'object' ||
      message === null ||
      !('axlens' in message)
    )
      return false;
    Promise.resolve()
      .then(() => answer(message))
      .catch((error) => ({ error: 'recorder', message: String(error) }))
      .then(sendResponse);
    return true;
  });

  // Seen by the recorders of same-origin frames and by the engine in the page alone: the page's own
  // scripts live in another world.
  Object.defineProperty(globalThis, 'axlensRecorder', { value: Object.freeze({ nodeId, answer, id: () => ownId, spent: () => spent }) });
}
