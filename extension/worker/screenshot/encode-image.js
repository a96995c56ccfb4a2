//! Turns a capture into the image of the answer: masks secrets, crops, scales, marks elements, and
//! encodes.

import { keyOf } from './capture.js';
import { notInView, tabNotVisible } from '../faults.js';
import { isEmpty, moved, overlap } from './frame-geometry.js';
import {
  decode,
  drawMarks,
  encode,
  masksFor,
  nearestPixels,
  newCanvas,
  paintMasks,
  wholePixels,
} from './canvas.js';
import { secretsIn } from './secret-boxes.js';

/** @typedef {import('./capture.js').Capture} Capture */
/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** @typedef {import('../../types/protocol').ScreenshotParams} ScreenshotParams */
/** @typedef {import('../../types/protocol').ImageInfo} ImageInfo */
/**
 * A capture in which secrets are masked. `original`: Chrome's PNG if nothing was masked; `scale`:
 * image pixels per CSS pixel; `ratio`: device pixels per CSS pixel; `elements`: boxes in image
 * pixels, by `keyOf`.
 * @typedef {{image: ImageBitmap | OffscreenCanvas, original: string | null, scale: number,
 *   ratio: number, elements: Map<string, Edges>,
 *   crop: import('./element-boxes.js').Crop | null}} MaskedImage
 */

/** The maximum difference between the sizes of image and viewport, in CSS pixels: zoom rounds. */
const SIZE_TOLERANCE = 3;

/**
 * @param {Capture} capture
 * @returns {Promise<MaskedImage>}
 */
export async function maskSecrets({ data, before, after }) {
  const bitmap = await decode(data);
  /** @type {Edges} */
  const all = [0, 0, bitmap.width, bitmap.height];
  if (!before.main || !after.main) {
    const image = paintMasks(bitmap, [all]);
    return { image, original: null, scale: 1, ratio: 1, elements: new Map(), crop: null };
  }
  const [toPixelsBefore, toPixels] = [scaling(before.main, all), scaling(after.main, all)];
  const secrets = [
    ...secretsInPixels(before.main, toPixelsBefore),
    ...secretsInPixels(after.main, toPixels),
  ];
  const masks = masksFor(secrets, all);
  const elements = new Map(after.elements.map((each) => [keyOf(each), toPixels(each.box)]));
  const crop = after.crop && typeof after.crop === 'object' ? after.crop : null;
  const [left, , right] = toPixels([0, 0, 1, 1]);
  return {
    image: paintMasks(bitmap, masks),
    original: masks.length === 0 ? data : null,
    scale: right - left,
    ratio: after.main.boxes.ratio,
    elements,
    crop: crop && { box: toPixels(crop.box), isClipped: crop.isClipped },
  };
}

/**
 * @param {FrameTree} main
 * @param {Edges} image
 * @returns {(box: Edges) => Edges} converts CSS pixels of the viewport to image pixels
 */
function scaling(main, [, , width, height]) {
  const { zoom, size } = main.boxes;
  const [scale, x, y] = zoom;
  const ratio = width / size[0];
  if (!(Math.abs(height / ratio - size[1]) <= SIZE_TOLERANCE))
    throw tabNotVisible(
      'its size differs from that of the page, so that secret fields can not be found',
    );
  return (box) =>
    /** @type {Edges} */ (moved(box, [-x, -y, 0, 0]).map((edge) => edge * scale * ratio));
}

/** @param {FrameTree} main @param {(box: Edges) => Edges} toPixels */
const secretsInPixels = (main, toPixels) =>
  secretsIn(main).map((secret) => ({
    ...secret,
    box: toPixels(secret.box),
    clip: toPixels(secret.clip),
  }));

/**
 * Crops, scales, marks and encodes.
 * @param {MaskedImage} masked
 * @param {ScreenshotParams} params
 */
export async function renderMasked(masked, params) {
  const { image, original, ratio: devicePixelRatio } = masked;
  /** @type {Edges} */
  const all = [0, 0, image.width, image.height];
  const part = masked.crop && params.crop ? overlap(wholePixels(masked.crop.box), all) : all;
  if (isEmpty(part)) throw notInView('it is out of view');
  const size = /** @type {[number, number]} */ ([part[2] - part[0], part[3] - part[1]]);
  const factor = scaleFactor(size, params.maxSide);
  const { format = 'png', marks, crop } = params;
  if (original !== null && format === 'png' && factor === 1 && !crop && !marks) {
    const [width, height] = size;
    const info = { width, height, scale: masked.scale, devicePixelRatio };
    return { mimeType: 'image/png', data: original, picture: info };
  }
  const [width, height] = size.map((side) => Math.max(1, Math.round(side * factor)));
  const { canvas, context } = newCanvas(width, height);
  context.drawImage(image, part[0], part[1], ...size, 0, 0, width, height);
  const boxes = new Map(
    [...masked.elements].map(([key, box]) => [key, boxInPart(box, part, factor)]),
  );
  return await encodeMarked({ canvas, context }, boxes, params, {
    width,
    height,
    scale: masked.scale * factor,
    devicePixelRatio,
    ...(crop && masked.crop?.isClipped ? { clipped: true } : {}),
  });
}

/**
 * @param {[number, number]} size
 * @param {number | undefined | null} maxSide
 * @returns {number} at most 1
 */
export const scaleFactor = ([width, height], maxSide) =>
  maxSide ? Math.min(1, maxSide / Math.max(width, height)) : 1;

/**
 * @param {Edges} box
 * @param {Edges} part of the capture that the image shows
 * @param {number} factor by which the part is scaled
 * @returns {Edges} in the image
 */
const boxInPart = (box, part, factor) =>
  nearestPixels(
    /** @type {Edges} */ (
      moved(overlap(box, part), [-part[0], -part[1], 0, 0]).map((edge) => edge * factor)
    ),
  );

/**
 * @param {ReturnType<typeof newCanvas>} drawing
 * @param {Map<string, Edges>} boxes of elements, in the image
 * @param {ScreenshotParams} params
 * @param {ImageInfo} info
 */
export async function encodeMarked({ canvas, context }, boxes, params, info) {
  const marked = params.marks ? markElements(context, boxes, params.marks, info) : {};
  const mimeType = `image/${params.format ?? 'png'}`;
  const data = await encode(canvas, mimeType, params.quality ?? undefined);
  return { mimeType, data, picture: { ...info, ...marked } };
}

/**
 * @param {OffscreenCanvasRenderingContext2D} context
 * @param {Map<string, Edges>} boxes
 * @param {import('../../types/protocol').MarksParams} params
 * @param {ImageInfo} info
 * @returns {Pick<ImageInfo, 'marks' | 'unmarked'>}
 */
function markElements(context, boxes, { documents, elements, most }, { width, height }) {
  const visible = elements.flatMap(({ at, node, label }, index) => {
    const box = boxes.get(keyOf({ ...documents[at], node }));
    return box && !isEmpty(box) ? [{ index, label, box }] : [];
  });
  const drawn = drawMarks(context, visible.slice(0, most), [width, height]);
  const marks = drawn.map(
    ({ index, box }) => /** @type {[number, number, number, number, number]} */ ([index, ...box]),
  );
  return { marks, unmarked: visible.length - marks.length };
}
