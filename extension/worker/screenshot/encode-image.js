//! What was captured, as a picture to be sent: secrets painted over, an element cut out, scaled,
//! elements marked, encoded. It captures nothing.

import { keyOf } from './capture.js';
import { notInView, tabNotVisible } from '../faults.js';
import { isEmpty, moved, overlap } from './frame-geometry.js';
import {
  decode,
  drawMarks,
  encode,
  nearestPixels,
  newCanvas,
  paintedOver,
  paintsOf,
  wholePixels,
} from './canvas.js';
import { secretsIn } from './secret-boxes.js';

/** @typedef {import('./capture.js').Captured} Captured */
/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** @typedef {import('../../types/protocol').ScreenshotParams} ScreenshotParams */
/** @typedef {import('../../types/protocol').ImageInfo} ImageInfo */
/**
 * A captured picture whose secrets are painted over. `raw`: as Chrome encoded it, where nothing
 * was; `scale`: pixels of a CSS pixel; `ratio`: that of the device; `elements`: boxes in its
 * pixels, by element.
 * @typedef {{image: ImageBitmap | OffscreenCanvas, raw: string | null, scale: number,
 *   ratio: number, elements: Map<string, Edges>,
 *   crop: import('./element-boxes.js').Crop | null}} Shot
 */

/** By how many CSS pixels the picture may differ from the viewport: zoom rounds. */
const ROUNDED = 3;

/**
 * @param {Captured} captured
 * @returns {Promise<Shot>}
 */
export async function shotOf({ data, before, after }) {
  const picture = await decode(data);
  const { width, height } = picture;
  /** @type {Edges} */
  const all = [0, 0, width, height];
  if (!before.main || !after.main) {
    const image = paintedOver(picture, [all]);
    return { image, raw: null, scale: 1, ratio: 1, elements: new Map(), crop: null };
  }
  const [was, is] = [scaling(before.main, all), scaling(after.main, all)];
  const secrets = [...secretsAs(before.main, was), ...secretsAs(after.main, is)];
  const paints = paintsOf(secrets, all);
  const raw = paints.length === 0 ? data : null;
  const elements = after.elements.map((each) => /** @type {const} */ ([keyOf(each), is(each.box)]));
  const found = after.crop && typeof after.crop === 'object' ? after.crop : null;
  const crop = found && { box: is(found.box), isClipped: found.isClipped };
  const [left, , right] = is([0, 0, 1, 1]);
  const image = paintedOver(picture, paints);
  const { ratio } = after.main.boxes;
  return { image, raw, scale: right - left, ratio, elements: new Map(elements), crop };
}

/**
 * @param {FrameTree} main
 * @param {Edges} picture
 * @returns {(box: Edges) => Edges} from CSS pixels of the viewport to pixels of the picture
 */
function scaling(main, [, , width, height]) {
  const { zoom, size } = main.boxes;
  const [scale, x, y] = zoom;
  const ratio = width / size[0];
  if (!(Math.abs(height / ratio - size[1]) <= ROUNDED))
    throw tabNotVisible('it is not of the size of the page, so its secret fields can not be found');
  return (box) =>
    /** @type {Edges} */ (moved(box, [-x, -y, 0, 0]).map((edge) => edge * scale * ratio));
}

/** @param {FrameTree} main @param {(box: Edges) => Edges} scaled */
const secretsAs = (main, scaled) =>
  secretsIn(main).map(({ id, box, clip }) => ({ id, box: scaled(box), clip: scaled(clip) }));

/**
 * Cuts out, scales, marks and encodes.
 * @param {Shot} shot
 * @param {ScreenshotParams} params
 */
export async function drawn(shot, params) {
  const { image, raw } = shot;
  /** @type {Edges} */
  const all = [0, 0, image.width, image.height];
  const part = shot.crop && params.crop ? overlap(wholePixels(shot.crop.box), all) : all;
  if (isEmpty(part)) throw notInView('it is out of view');
  const size = /** @type {[number, number]} */ ([part[2] - part[0], part[3] - part[1]]);
  const shrunk = shrinkage(size, params.maxSide);
  const { format = 'png', marks } = params;
  if (raw !== null && format === 'png' && shrunk === 1 && !params.crop && !marks) {
    const facts = { width: size[0], height: size[1], scale: shot.scale };
    return {
      mimeType: 'image/png',
      data: raw,
      picture: { ...facts, devicePixelRatio: shot.ratio },
    };
  }
  const [width, height] = size.map((side) => Math.max(1, Math.round(side * shrunk)));
  const { canvas, context } = newCanvas(width, height);
  context.drawImage(image, part[0], part[1], ...size, 0, 0, width, height);
  const boxes = new Map(
    [...shot.elements].map(([key, box]) => [key, withinPart(box, part, shrunk)]),
  );
  return await encoded({ canvas, context }, boxes, params, {
    width,
    height,
    scale: shot.scale * shrunk,
    devicePixelRatio: shot.ratio,
    ...(params.crop && shot.crop?.isClipped ? { clipped: true } : {}),
  });
}

/**
 * @param {[number, number]} size @param {number | undefined | null} maxSide
 * @returns {number} by what it is multiplied
 */
export const shrinkage = ([width, height], maxSide) =>
  maxSide ? Math.min(1, maxSide / Math.max(width, height)) : 1;

/**
 * @param {Edges} box @param {Edges} part that is cut out @param {number} shrunk
 * @returns {Edges} in the picture
 */
const withinPart = (box, part, shrunk) =>
  nearestPixels(
    /** @type {Edges} */ (
      moved(overlap(box, part), [-part[0], -part[1], 0, 0]).map((edge) => edge * shrunk)
    ),
  );

/**
 * @param {ReturnType<typeof newCanvas>} drawing
 * @param {Map<string, Edges>} boxes of elements, in the picture
 * @param {ScreenshotParams} params
 * @param {ImageInfo} facts
 */
export async function encoded({ canvas, context }, boxes, params, facts) {
  const marked = params.marks ? mark(context, boxes, params.marks, facts) : {};
  const mimeType = `image/${params.format ?? 'png'}`;
  const data = await encode(canvas, mimeType, params.quality ?? undefined);
  return { mimeType, data, picture: { ...facts, ...marked } };
}

/**
 * @param {OffscreenCanvasRenderingContext2D} context
 * @param {Map<string, Edges>} boxes
 * @param {import('../../types/protocol').MarksParams} wanted
 * @param {ImageInfo} facts
 * @returns {Pick<ImageInfo, 'marks' | 'unmarked'>}
 */
function mark(context, boxes, { documents, elements, most }, { width, height }) {
  const there = elements.flatMap(({ at, node, label }, index) => {
    const box = boxes.get(keyOf({ ...documents[at], node, box: [0, 0, 0, 0] }));
    return box && !isEmpty(box) ? [{ index, label, box }] : [];
  });
  const chosen = there.slice(0, most);
  const drawnMarks = new Set(drawMarks(context, chosen, [width, height]));
  const marks = chosen
    .filter((each) => drawnMarks.has(each))
    .map(
      ({ index, box }) => /** @type {[number, number, number, number, number]} */ ([index, ...box]),
    );
  return { marks, unmarked: there.length - marks.length };
}
