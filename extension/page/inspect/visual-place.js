//! Where something visible is: its visible part, and a point at which a click hits it.

import { dataOf, getAttribute } from '../dom/dom.js';
import { clipped, holds, isEmpty, overlap, pagePort } from '../geometry/layout.js';

/** @typedef {import('./hit-tests.js').HitTests} HitTests */
/** @typedef {import('../geometry/layout.js').Box} Box */
/** @typedef {[number, number]} Point */

/** Smaller texts, in CSS pixels, are for screen readers. */
const MIN_TEXT = 2;
/** The numbers of rows and columns in which points of a box are tried. */
const GRIDS = [1, 3, 5];
/** The number of points that are tried on the outline of a shape. */
const OUTLINE_POINTS = 8;
/** In a larger box, points are whole numbers. */
const SMALL = 4;
/** The number of characters of a text whose lines are measured: a text may have 100,000 lines. */
const MAX_MEASURED = 500;
/** The largest number of characters that describe a shape whose outline is measured. */
const MAX_OUTLINE_LEN = 5_000;

/**
 * @param {Element} element
 * @param {Box & {width: number, height: number}} rect its box
 * @param {boolean} [isShape] a line has no width or height
 * @returns {Box} the part in the viewport that no ancestor clips; empty if there is none
 */
export function partOf(element, rect, isShape = false) {
  const [right, bottom] = pagePort();
  const [x, y] = isShape ? [rect.width, rect.height].map((size) => (size < 1 ? 0.5 : 0)) : [0, 0];
  const box = {
    left: rect.left - x,
    top: rect.top - y,
    right: rect.right + x,
    bottom: rect.bottom + y,
  };
  const inViewport = overlap(box, { left: 0, top: 0, right, bottom });
  return isEmpty(inViewport) ? inViewport : clipped(element, inViewport);
}

/**
 * @param {CharacterData} node
 * @returns {DOMRect | null} its first line, as far as it is measured; null if it has no size
 */
export function textBox(node) {
  const text = dataOf.call(node);
  const start = Math.max(0, text.search(/\S/));
  const range = new Range();
  range.setStart(node, start);
  range.setEnd(node, Math.min(text.length, start + MAX_MEASURED));
  const lines = [...range.getClientRects()];
  return lines.find(({ width, height }) => width >= MIN_TEXT && height >= MIN_TEXT) ?? null;
}

/** @param {number} from @param {number} to @param {number} share */
function between(from, to, share) {
  const value = from + (to - from) * share;
  return to - from < SMALL ? Math.round(value * 10) / 10 : Math.round(value);
}

/** @param {Box} box @param {number} size @returns {Point[]} */
function grid(box, size) {
  const shares = Array.from({ length: size }, (_, index) => (index + 0.5) / size);
  return shares.flatMap((y) =>
    shares.map(
      (x) =>
        /** @type {Point} */ ([between(box.left, box.right, x), between(box.top, box.bottom, y)]),
    ),
  );
}

/** @param {Box} box @returns {Point} */
export const centreOf = (box) => grid(box, 1)[0];

/** @param {Element} shape @param {Box} box @returns {Point[]} points of its outline in the box */
function outline(shape, box) {
  const isLong = ['d', 'points'].some(
    (name) => (getAttribute.call(shape, name)?.length ?? 0) > MAX_OUTLINE_LEN,
  );
  if (isLong) return [];
  const matrix = shape instanceof SVGGeometryElement ? shape.getScreenCTM() : null;
  if (matrix === null) return [];
  const geometry = /** @type {SVGGeometryElement} */ (shape);
  const length = geometry.getTotalLength();
  const points = Array.from({ length: OUTLINE_POINTS }, (_, index) => {
    const at = geometry.getPointAtLength((length * (index + 0.5)) / OUTLINE_POINTS);
    const { x, y } = at.matrixTransform(matrix);
    return /** @type {Point} */ ([Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
  });
  return points.filter(
    ([x, y]) => x >= box.left && x < box.right && y >= box.top && y < box.bottom,
  );
}

/**
 * @param {Element} element
 * @param {Box} box
 * @param {boolean} isShape
 * @returns {Point[]} the points that are tried if the centre is not hit
 */
const otherPoints = (element, box, isShape) => [
  ...GRIDS.flatMap((size) => grid(box, size)).slice(1),
  ...(isShape ? outline(element, box) : []),
];

/**
 * @param {Element} element
 * @param {Box} box its visible part
 * @param {boolean} isShape
 * @param {HitTests} hitTests
 * @returns {Promise<{at: Point, covered?: true, untested?: true}>} `covered`: something that is not
 *   around it is above it; `untested`: too many hit tests were needed, so `at` is its centre
 */
export async function pointOf(element, box, isShape, hitTests) {
  const centre = centreOf(box);
  if (hitTests.areOver) return { at: centre, untested: true };
  const above = hitTests.elementAt(centre);
  if (above !== null && holds(element, above)) return { at: centre };
  // Clicks go through it, to what is below it.
  if (getComputedStyle(element).pointerEvents === 'none') return { at: centre };
  const isAround = above === null || holds(above, element);
  for (const point of otherPoints(element, box, isShape)) {
    await hitTests.pauseIfLate();
    if (hitTests.areOver) return { at: centre, untested: true };
    const hit = hitTests.elementAt(point);
    if (hit !== null && holds(element, hit)) return { at: point };
  }
  return isAround ? { at: centre } : { at: centre, covered: true };
}
