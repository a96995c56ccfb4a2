//! Lists what is only visible in an element or in the viewport: shapes, boxes, images, and texts
//! with their colours. It walks the flat tree in slices. Nothing in the page changes.

import {
  documentElement,
  getBoundingClientRect,
  inputType,
  localName,
  parentElementOf,
} from '../dom/dom.js';
import { isHtml } from '../dom/element-state.js';
import { isClosedDetails, isLaidOut, isSummaryOf, SkippedContent } from '../dom/skipped-content.js';
import { isEmpty } from '../geometry/layout.js';
import { WITHOUT_WINDOW, WITH_WINDOW } from '../geometry/screenshot-candidates.js';
import { Slices } from '../recorder/slices.js';
import { childElementsOf, textNodesOf, textOf } from './content.js';
import { HitTests } from './hit-tests.js';
import { boxFact, imageFact, isOpaque, paintOf } from './visual-box.js';
import { centreOf, partOf, pointOf, textBox } from './visual-place.js';
import { isIcon, shapeFact, SHAPES } from './visual-shape.js';

/** @typedef {import('../../types/protocol').VisualFact} VisualFact */
/** @typedef {import('../../types/protocol').VisualFacts} VisualFacts */
/** @typedef {import('../../types/protocol').TextStyle} TextStyle */
/** @typedef {import('./secret-elements.js').SecretElements} SecretElements */
/** @typedef {import('../geometry/layout.js').Box} Box */
/** A fact, and whether no hit test was made for its point.
 * @typedef {{fact: VisualFact, level: Level | null, untested?: true}} Found */
/** The recorder's ids: this bundle has none of its own.
 * @typedef {(element: Element) => number} NodeId */
/** The properties of a fact that do not depend on where it is.
 * @typedef {Partial<VisualFact> & Pick<VisualFact, 'kind' | 'style'>} Look */

/** The largest number of elements in the viewport, and of all elements. */
const MAX_VISIBLE = 5_000;
const MAX_VISITED = 30_000;
/** The largest number of facts. */
const MAX_FACTS = 2_000;
/** Smaller images, in CSS pixels, only count visits. */
const MIN_IMAGE = 3;
/** The largest number of elements around one that are sent. */
const MAX_AROUND = 8;

/** Elements that are not rendered, or whose content is not. */
const NOT_RENDERED = new Set([
  ...['script', 'style', 'template', 'noscript', 'head', 'title', 'desc', 'metadata', 'defs'],
  ...['symbol', 'clipPath', 'mask', 'marker', 'pattern', 'filter', 'linearGradient'],
  ...['radialGradient', 'audio', 'datalist', 'option', 'optgroup', 'br', 'wbr'],
]);
/** Fields whose value a snapshot has. */
const FIELDS = new Set(['textarea', 'select', 'progress', 'meter', 'input']);
const IMAGES = new Set(['img', 'canvas', 'video']);
/** Fields that can be a box with a colour of its own. */
const BOX_FIELDS = /^(?:checkbox|radio|color)$/;

/**
 * An element that is being walked, for the elements in it. `box`: its fact if it is a box, which is
 * dropped if a text is found in it.
 * @typedef {{around: Level | null, element: Element | null, behind: string, opacity: number,
 *   hasText: boolean, box: VisualFact | null}} Level
 */

/** The walk through one element. */
class VisualWalk {
  /** @type {Found[]} */
  #found = [];
  /** @type {{found: Found, element: Element, part: Box} | null} its point is not known yet */
  #pending = null;
  #visible = 0;
  #visited = 0;
  #frames = 0;
  #outside = 0;
  #skipped = new SkippedContent();
  /** A secret field was omitted. */
  secret = false;

  /** @param {SecretElements} secrets @param {NodeId} nodeId */
  constructor(secrets, nodeId) {
    this.secrets = secrets;
    this.nodeId = nodeId;
  }

  get isFull() {
    const { length } = this.#found;
    return this.#visible >= MAX_VISIBLE || this.#visited >= MAX_VISITED || length >= MAX_FACTS;
  }

  /**
   * @param {Element} root
   * @param {Level} around
   * @param {number} end when the walk stops, as of `performance.now`
   * @returns {Promise<boolean>} it has not visited all elements
   */
  async walk(root, around, end) {
    const slices = new Slices();
    const hitTests = new HitTests(slices, () => (this.#skipped = new SkippedContent()));
    await hitTests.findLongLines();
    /** @type {[Element, Level][]} what is still to be visited, the next at the end */
    const open = [[root, around]];
    while (open.length > 0 && !this.isFull && performance.now() < end) {
      const [element, level] = /** @type {[Element, Level]} */ (open.pop());
      const inner = this.#visit(element, level);
      if (inner) pushChildren(element, inner, open);
      await this.#findPoint(hitTests);
      await hitTests.pauseIfLate();
    }
    return open.length > 0;
  }

  /** @param {HitTests} hitTests */
  async #findPoint(hitTests) {
    if (this.#pending === null) return;
    const { found, element, part } = this.#pending;
    this.#pending = null;
    const isShape = found.fact.kind === 'shape';
    const { untested, ...point } = await pointOf(element, part, isShape, hitTests);
    Object.assign(found.fact, point);
    if (untested) found.untested = true;
  }

  /**
   * @param {Element} element
   * @param {Level} around
   * @returns {Level | null} for its children; null if they are not walked
   */
  #visit(element, around) {
    this.#visited += 1;
    const tag = localName.call(element);
    if (NOT_RENDERED.has(tag) || this.#skipped.around(element) !== null) return null;
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.opacity === '0') return null;
    if (this.#isLeaf(element, tag, style, around)) return null;
    const level = levelOf(element, style, around);
    if (style.visibility === 'visible') {
      if (!isHtml(element) && this.#visitSvg(element, tag, style, level)) return null;
      // To measure text that Chrome does not render would load the images of its style.
      const texts = style.contentVisibility === 'hidden' ? [] : textNodesOf(element);
      if (texts.length > 0) this.#addText(element, texts, style, level);
      else if (isHtml(element))
        this.#addBox(element, boxFact(element, style, around.behind), level);
    }
    return style.contentVisibility === 'hidden' ? null : level;
  }

  /**
   * @param {Element} element
   * @param {string} tag
   * @param {CSSStyleDeclaration} style
   * @param {Level} around
   * @returns {boolean} it is a field, frame or image: nothing in it is walked
   */
  #isLeaf(element, tag, style, around) {
    if (this.secrets.has(element)) {
      this.secret = true;
      markText(around);
      return true;
    }
    if (WITH_WINDOW.has(tag) || WITHOUT_WINDOW.has(tag)) {
      if (!isEmpty(partOf(element, getBoundingClientRect.call(element)))) this.#frames += 1;
      markText(around);
      return true;
    }
    if (!isHtml(element)) return false;
    const level = levelOf(element, style, around);
    if (IMAGES.has(tag)) {
      const look = imageFact(element, tag, style, around.behind);
      if (look === null) markText(around);
      else this.#add(element, look, level);
      return true;
    }
    if (!FIELDS.has(tag)) return false;
    const isBox = tag === 'input' && BOX_FIELDS.test(inputType.call(element));
    if (!isBox) markText(around);
    else this.#addBox(element, boxFact(element, style, around.behind), level);
    return true;
  }

  /**
   * @param {Element} element
   * @param {string} tag
   * @param {CSSStyleDeclaration} style
   * @param {Level} level
   * @returns {boolean} nothing in it is walked
   */
  #visitSvg(element, tag, style, level) {
    if (tag === 'svg' && !isIcon(element)) {
      this.#addBox(element, boxFact(element, style, level.around?.behind ?? ''), level);
      return false;
    }
    if (tag !== 'svg' && !SHAPES.has(tag)) return false;
    this.#add(element, shapeFact(element, tag, style), level);
    return true;
  }

  /** @param {Element} element @param {Look | null} look @param {Level} level */
  #addBox(element, look, level) {
    if (look !== null) level.box = this.#add(element, look, level);
  }

  /**
   * @param {Element} element
   * @param {CharacterData[]} nodes its texts
   * @param {CSSStyleDeclaration} style
   * @param {Level} level
   */
  #addText(element, nodes, style, level) {
    const rect = textBox(nodes[0]);
    // A text of one pixel is for screen readers.
    if (rect === null || !isLaidOut(element)) return;
    markText(level);
    const isSvg = !isHtml(element);
    const paint = isSvg ? paintOf(style) : style.getPropertyValue('-webkit-text-fill-color');
    /** @type {Look} */
    const look = {
      kind: isSvg ? 'svgtext' : 'text',
      style: { color: paint, behind: level.behind, size: fontSize(element, style) },
      text: textOf(nodes),
    };
    this.#add(element, look, level, rect);
  }

  /**
   * @param {Element} element
   * @param {Look} look
   * @param {Level} level
   * @param {DOMRect | null} rect its box, if it is not that of the element
   * @returns {VisualFact | null} null if it is not visible
   */
  #add(element, look, level, rect = null) {
    if (!isLaidOut(element)) return null;
    const whole = rect ?? getBoundingClientRect.call(element);
    const isShape = look.kind === 'shape';
    const min = isShape ? 0 : look.kind === 'image' ? MIN_IMAGE : 1;
    if (whole.width < min || whole.height < min) return null;
    const part = partOf(element, whole, isShape);
    if (isEmpty(part)) {
      this.#outside += 1;
      return null;
    }
    this.#visible += 1;
    look.style.behind ||= level.around?.behind ?? '';
    const fact = {
      tag: localName.call(element),
      node: this.nodeId(element),
      around: this.#idsAround(level.around),
      size: [whole.width, whole.height].map(rounded),
      opacity: level.opacity,
      ...look,
      at: centreOf(part),
    };
    /** @type {Found} */
    const found = { fact: /** @type {VisualFact} */ (fact), level };
    this.#found.push(found);
    this.#pending = { found, element, part };
    return found.fact;
  }

  /** @param {Level | null} level @returns {number[]} */
  #idsAround(level) {
    const ids = [];
    for (let at = level; at?.element && ids.length < MAX_AROUND; at = at.around)
      ids.push(this.nodeId(at.element));
    return ids;
  }

  /** @param {boolean} isStopped @param {TextStyle} surroundings @returns {VisualFacts} */
  result(isStopped, surroundings) {
    const kept = this.#found.filter(({ fact, level }) => level?.box !== fact || !level.hasText);
    return {
      facts: kept.map(({ fact }) => fact),
      surroundings,
      frames: this.#frames,
      outside: this.#outside,
      stopped: isStopped ? this.#visited : 0,
      untested: kept.filter(({ untested }) => untested).length,
    };
  }
}

/** @param {number} number */
const rounded = (number) => Math.round(number * 10) / 10;

/** @param {Element} element @param {Level} level @param {[Element, Level][]} open */
function pushChildren(element, level, open) {
  const children = childElementsOf(element, MAX_VISITED);
  const isFolded = isClosedDetails(element);
  for (const child of children.reverse())
    if (!isFolded || isSummaryOf(child, element)) open.push([child, level]);
}

/** @param {Level | null} level there is a text in it, so that it says something to readers */
function markText(level) {
  for (let at = level; at !== null && !at.hasText; at = at.around) at.hasText = true;
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 * @param {Level | null} around
 * @returns {Level}
 */
function levelOf(element, style, around) {
  const { backgroundColor, backgroundImage } = style;
  const own = isOpaque(backgroundColor) ? backgroundColor : (around?.behind ?? '');
  return {
    around,
    element,
    behind: backgroundImage === 'none' ? own : 'image',
    opacity: (around?.opacity ?? 1) * Number(style.opacity),
    hasText: false,
    box: null,
  };
}

/** @param {Element} element @param {CSSStyleDeclaration} style @returns {number} on the screen */
function fontSize(element, style) {
  const size = parseFloat(style.fontSize);
  const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  return rounded(matrix === null ? size : size * Math.hypot(matrix.a, matrix.b));
}

/** @param {Element} element @returns {Level} the elements around it */
function levelAround(element) {
  const path = [];
  for (let at = parentElementOf(element); at !== null; at = parentElementOf(at)) path.push(at);
  /** @type {Level} */
  const outermost = {
    ...{ around: null, element: null, behind: '', opacity: 1, hasText: false, box: null },
  };
  return path
    .reverse()
    .reduce((around, at) => levelOf(at, getComputedStyle(at), around), outermost);
}

/**
 * @param {Element} root
 * @param {SecretElements} secrets
 * @param {NodeId} nodeId
 * @param {number} end when the walk stops, as of `performance.now`
 * @returns {Promise<{visual?: VisualFacts, secret?: true}>}
 */
export async function visualOf(root, secrets, nodeId, end) {
  if (secrets.hasAround(root)) return { secret: true };
  const around = levelAround(root);
  const walk = new VisualWalk(secrets, nodeId);
  const isStopped = await walk.walk(root, around, end);
  const outer = around.element ?? documentElement() ?? root;
  const { color, fontSize: size } = getComputedStyle(outer);
  const surroundings = { color, behind: around.behind, size: parseFloat(size) };
  return {
    visual: walk.result(isStopped, surroundings),
    ...(walk.secret ? { secret: true } : {}),
  };
}
