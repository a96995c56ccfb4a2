//! Decodes, masks, marks and encodes images. It works on pixels only.

import { hull, isEmpty, overlap } from './frame-geometry.js';
import { labelPlaces } from './mark-labels.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./secret-boxes.js').Secret} Secret */
/** @typedef {OffscreenCanvasRenderingContext2D} CanvasContext */
/** `box`: in pixels of the image.
 * @typedef {{label: string, box: Edges}} Mark */

const MASK_COLOR = '#808080';
/** Pixels around a secret that are masked too: layout rounds, and text is antialiased. */
const MASK_MARGIN = 2;
/** The colors of consecutive marks. White text is readable on each. */
const MARK_COLORS = ['#d6006c', '#0057d9', '#0b7a2f', '#a34700', '#6a1fd0', '#00727d'];
const LABEL_COLOR = '#ffffff';
const FRAME_WIDTH = 2;
const LABEL_HEIGHT = 16;
const LABEL_FONT = 'bold 12px sans-serif';
const LABEL_PADDING = 3;

/** @param {string} data a PNG in base64 */
export async function decode(data) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
}

/**
 * @param {ImageBitmap} image
 * @param {Edges[]} masks in whole pixels of the image
 * @returns {ImageBitmap | OffscreenCanvas} the masked image
 */
export function paintMasks(image, masks) {
  if (masks.length === 0) return image;
  const { width, height } = image;
  const { canvas, context } = newCanvas(width, height);
  context.drawImage(image, 0, 0);
  image.close();
  context.fillStyle = MASK_COLOR;
  for (const box of masks) fill(context, box);
  return canvas;
}

/**
 * Returns the masks of secrets that were measured several times. A secret that moved in the
 * meantime is masked in all positions between the measurements.
 * @param {Secret[]} secrets in pixels of the image
 * @param {Edges} all of the image
 * @returns {Edges[]}
 */
export function masksFor(secrets, all) {
  /** @type {Map<string, Pick<Secret, 'box' | 'clip'>>} */
  const byId = new Map();
  for (const { id, box, clip } of secrets.filter((each) => !isEmpty(each.box))) {
    const other = byId.get(id) ?? { box, clip };
    byId.set(id, { box: hull(box, other.box), clip: hull(clip, other.clip) });
  }
  return [...byId.values()]
    .map(({ box, clip }) => overlap(wholePixels(overlap(withMargin(box), clip)), all))
    .filter((box) => !isEmpty(box));
}

/** @param {number} width @param {number} height */
export function newCanvas(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {CanvasContext} */ (canvas.getContext('2d'));
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/**
 * Draws frames around elements, and their labels.
 * @template {Mark} AnyMark
 * @param {CanvasContext} context
 * @param {AnyMark[]} marks
 * @param {[number, number]} size of the image
 * @returns {AnyMark[]} the drawn ones; the others have no room for their labels
 */
export function drawMarks(context, marks, size) {
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  const labels = marks.map(({ box, label }) => ({
    box,
    width: Math.ceil(context.measureText(label).width) + 2 * LABEL_PADDING,
  }));
  const places = labelPlaces(labels, LABEL_HEIGHT, size);
  const drawn = marks.flatMap((mark, index) => {
    const place = places[index];
    return place ? [{ mark, place, color: MARK_COLORS[index % MARK_COLORS.length] }] : [];
  });
  // All frames first, so that no frame covers a label.
  for (const { mark, color } of drawn) drawFrame(context, mark.box, color, size);
  for (const { mark, place, color } of drawn) {
    context.fillStyle = color;
    fill(context, place);
    context.fillStyle = LABEL_COLOR;
    context.fillText(mark.label, place[0] + LABEL_PADDING, place[1] + LABEL_HEIGHT / 2 + 1);
  }
  return drawn.map(({ mark }) => mark);
}

/**
 * Draws a frame around the box, inside the image.
 * @param {CanvasContext} context
 * @param {Edges} box
 * @param {string} color
 * @param {[number, number]} size
 */
function drawFrame(context, box, color, [width, height]) {
  /** @type {Edges} */
  const [left, top, right, bottom] = [
    Math.max(box[0], FRAME_WIDTH),
    Math.max(box[1], FRAME_WIDTH),
    Math.min(box[2], width - FRAME_WIDTH),
    Math.min(box[3], height - FRAME_WIDTH),
  ];
  context.fillStyle = color;
  fill(context, [left - FRAME_WIDTH, top - FRAME_WIDTH, right + FRAME_WIDTH, top]);
  fill(context, [left - FRAME_WIDTH, bottom, right + FRAME_WIDTH, bottom + FRAME_WIDTH]);
  fill(context, [left - FRAME_WIDTH, top, left, bottom]);
  fill(context, [right, top, right + FRAME_WIDTH, bottom]);
}

/** @param {CanvasContext} context @param {Edges} box */
const fill = (context, [left, top, right, bottom]) =>
  context.fillRect(left, top, right - left, bottom - top);

/** @param {Edges} box @returns {Edges} */
const withMargin = ([left, top, right, bottom]) => [
  left - MASK_MARGIN,
  top - MASK_MARGIN,
  right + MASK_MARGIN,
  bottom + MASK_MARGIN,
];

/** @param {Edges} box @returns {Edges} the smallest box of whole pixels that contains it */
export const wholePixels = ([left, top, right, bottom]) => [
  Math.floor(left),
  Math.floor(top),
  Math.ceil(right),
  Math.ceil(bottom),
];

/** @param {Edges} box @returns {Edges} rounded to pixels, as Chrome renders it */
export const nearestPixels = ([left, top, right, bottom]) => [
  Math.round(left),
  Math.round(top),
  Math.round(right),
  Math.round(bottom),
];

/**
 * @param {OffscreenCanvas} canvas
 * @param {string} type
 * @param {number | undefined} quality from 1 to 100
 * @returns {Promise<string>} in base64
 */
export async function encode(canvas, type, quality) {
  const options = quality === undefined ? {} : { quality: quality / 100 };
  return await base64Of(await canvas.convertToBlob({ type, ...options }));
}

/** @param {Blob} blob @returns {Promise<string>} */
const base64Of = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
