//! Draws pictures: paints secrets over, cuts out, scales, joins tiles, marks elements, and encodes.
//! It knows pixels, and no page.

import { hull, isEmpty, overlap } from './frame-geometry.js';
import { labelPlaces } from './mark-labels.js';

/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./secret-boxes.js').Secret} Secret */
/** @typedef {OffscreenCanvasRenderingContext2D} Context */
/** `box`: in pixels of the picture.
 * @typedef {{label: string, box: Edges}} Mark */

const PAINT = '#808080';
/** Pixels around a field that are painted too: layout rounds, and letters are smoothed. */
const MARGIN = 2;
/** Of marks, one after the other: white letters are read on each. */
const COLOURS = ['#d6006c', '#0057d9', '#0b7a2f', '#a34700', '#6a1fd0', '#00727d'];
const FRAME = 2;
const LABEL_HEIGHT = 16;
const LABEL_FONT = 'bold 12px sans-serif';
const LABEL_PADDING = 3;

/** @param {string} data a PNG in base64 */
export async function decode(data) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
}

/**
 * @param {ImageBitmap} picture
 * @param {Edges[]} paints what is painted over, in whole pixels of the picture
 * @returns {ImageBitmap | OffscreenCanvas} the same, painted over
 */
export function paintedOver(picture, paints) {
  if (paints.length === 0) return picture;
  const { width, height } = picture;
  const { canvas, context } = newCanvas(width, height);
  context.drawImage(picture, 0, 0);
  picture.close();
  context.fillStyle = PAINT;
  for (const box of paints) fill(context, box);
  return canvas;
}

/**
 * What moved was anywhere between.
 * @param {Secret[]} secrets in pixels of the picture
 * @param {Edges} all of the picture
 * @returns {Edges[]} what to paint
 */
export function paintsOf(secrets, all) {
  /** @type {Map<string, Secret>} */
  const byId = new Map();
  for (const { id, box, clip } of secrets.filter((each) => !isEmpty(each.box))) {
    const other = byId.get(id) ?? { box, clip };
    byId.set(id, { id, box: hull(box, other.box), clip: hull(clip, other.clip) });
  }
  return [...byId.values()]
    .map(({ box, clip }) => overlap(wholePixels(overlap(grown(box), clip)), all))
    .filter((box) => !isEmpty(box));
}

/** @param {number} width @param {number} height */
export function newCanvas(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {Context} */ (canvas.getContext('2d'));
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/**
 * Frames around elements, and their labels.
 * @param {Context} context
 * @param {Mark[]} marks
 * @param {[number, number]} size of the picture
 * @returns {Mark[]} those that are drawn: there was room for their labels
 */
export function drawMarks(context, marks, size) {
  context.font = LABEL_FONT;
  context.textBaseline = 'middle';
  const sized = marks.map(({ box, label }) => ({
    box,
    width: Math.ceil(context.measureText(label).width) + 2 * LABEL_PADDING,
  }));
  const places = labelPlaces(sized, LABEL_HEIGHT, size);
  const drawn = marks.flatMap((mark, at) => {
    const place = places[at];
    return place ? [{ mark, place, colour: COLOURS[at % COLOURS.length] }] : [];
  });
  // All frames first: none is drawn over a label.
  for (const { mark, colour } of drawn) drawFrame(context, mark.box, colour, size);
  for (const { mark, place, colour } of drawn) {
    context.fillStyle = colour;
    fill(context, place);
    context.fillStyle = '#ffffff';
    context.fillText(mark.label, place[0] + LABEL_PADDING, place[1] + LABEL_HEIGHT / 2 + 1);
  }
  return drawn.map(({ mark }) => mark);
}

/**
 * Around the box, and inside the picture.
 * @param {Context} context @param {Edges} box @param {string} colour @param {[number, number]} size
 */
function drawFrame(context, box, colour, [width, height]) {
  /** @type {Edges} */
  const [left, top, right, bottom] = [
    Math.max(box[0], FRAME),
    Math.max(box[1], FRAME),
    Math.min(box[2], width - FRAME),
    Math.min(box[3], height - FRAME),
  ];
  context.fillStyle = colour;
  fill(context, [left - FRAME, top - FRAME, right + FRAME, top]);
  fill(context, [left - FRAME, bottom, right + FRAME, bottom + FRAME]);
  fill(context, [left - FRAME, top, left, bottom]);
  fill(context, [right, top, right + FRAME, bottom]);
}

/** @param {Context} context @param {Edges} box */
const fill = (context, [left, top, right, bottom]) =>
  context.fillRect(left, top, right - left, bottom - top);

/** @param {Edges} box @returns {Edges} */
const grown = ([left, top, right, bottom]) => [
  left - MARGIN,
  top - MARGIN,
  right + MARGIN,
  bottom + MARGIN,
];

/** @param {Edges} box @returns {Edges} whole pixels, all that it touches */
export const wholePixels = ([left, top, right, bottom]) => [
  Math.floor(left),
  Math.floor(top),
  Math.ceil(right),
  Math.ceil(bottom),
];

/** @param {Edges} box @returns {Edges} whole pixels, as what is laid out there is drawn */
export const nearestPixels = ([left, top, right, bottom]) => [
  Math.round(left),
  Math.round(top),
  Math.round(right),
  Math.round(bottom),
];

/**
 * @param {OffscreenCanvas} canvas @param {string} type @param {number | undefined} quality
 * @returns {Promise<string>} in base64
 */
export async function encode(canvas, type, quality) {
  const how = quality === undefined ? {} : { quality: quality / 100 };
  return await base64Of(await canvas.convertToBlob({ type, ...how }));
}

/** @param {Blob} blob @returns {Promise<string>} */
const base64Of = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
