//! Takes a screenshot of the whole page: scrolls it, captures it tile by tile, joins the tiles, and
//! scrolls it back. Scrolling requires the same permission as an action. An element with a fixed
//! position appears in every tile.

import { HARMLESS } from '../../shared/effects.js';
import { ActorScroll } from '../acting/actor-scroll.js';
import { runActionInTab } from '../acting/running-actions.js';
import { noteAct, noteRead } from '../browser/activity.js';
import { capture } from './capture.js';
import { within } from '../deadline.js';
import { tabNotVisible } from '../faults.js';
import { moved } from './frame-geometry.js';
import { mayActNow, permitToAct, whereIs } from '../policy/permission.js';
import { nearestPixels, newCanvas } from './canvas.js';
import { encodeMarked, maskSecrets, scaleFactor } from './encode-image.js';
import { describeTab } from '../browser/tabs.js';

/** @typedef {import('./capture.js').CaptureOptions} CaptureOptions */
/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('../policy/permission.js').ActionRequest} ActionRequest */
/** @typedef {import('../policy/permission.js').QueryContext} QueryContext */
/** @typedef {import('./encode-image.js').MaskedImage} MaskedImage */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../page/act/pointer/scroll-page.js').PageScroll} PageScroll */
/** @typedef {import('../../types/protocol').ScreenshotParams} ScreenshotParams */
/**
 * @typedef {{query: import('../connection/connection.js').Query, chosen: ChosenTab,
 *   deadline: Deadline, context: QueryContext, params: ScreenshotParams,
 *   options: CaptureOptions}} FullPageRequest
 */

/** The maximum of captured tiles. The answer has the height of the page. */
const MAX_TILES = 20;

/**
 * @param {FullPageRequest} request
 * @param {(work: () => Promise<string>) => Promise<string>} enqueue runs the work after the earlier
 *   screenshots
 * @returns {Promise<string>} JSON text of the answer
 */
export async function fullPage(request, enqueue) {
  const { query, chosen, deadline } = request;
  const scroll = await ActorScroll.of(chosen, deadline);
  const action = scrollAction(request, scroll.document);
  const notNow = await permitToAct(action);
  if (notNow !== null && 'consented' in notNow)
    await permitToAct({ ...action, params: { ...action.params, consent: notNow.consented } });
  const take = () => enqueue(() => captureAndRestore(request, scroll, action));
  return await within(deadline, runActionInTab(query.id, chosen.id, take));
}

/** @param {FullPageRequest} request @param {string} document @returns {ActionRequest} */
const scrollAction = ({ query, chosen, deadline, context }, document) => ({
  ...context,
  agent: query.agent,
  tab: chosen.id,
  deadline,
  effect: HARMLESS,
  isSecret: async () => false,
  following: async () => [],
  where: () => whereIs(chosen.id, query.agent, document),
  params: {
    id: query.id,
    act: { action: 'scroll' },
    target: { document, world: 0, node: 0 },
    line: '',
  },
});

/** @param {FullPageRequest} request @param {ActorScroll} scroll @param {ActionRequest} action */
async function captureAndRestore(request, scroll, action) {
  const start = await scroll.position();
  try {
    return await captureTiles(request, scroll, action, start);
  } finally {
    await scroll.restore(start);
  }
}

/**
 * @param {FullPageRequest} request
 * @param {ActorScroll} scroll
 * @param {ActionRequest} action
 * @param {PageScroll} start
 * @returns {Promise<string>} JSON text of the answer
 */
async function captureTiles(request, scroll, action, start) {
  const { query, chosen, deadline, params } = request;
  const options = { ...request.options, scroll: true };
  const tops = tilesOf(start);
  const end = Math.min(start.height, tops.length * start.view);
  /** @type {PageDrawing | null} */
  let drawing = null;
  let { tab } = chosen;
  for (const top of tops) {
    await mayActNow(action);
    const position = await scroll.scrollTo(0, top);
    if (position.left !== 0 || position.view !== start.view || position.across !== start.across)
      throw tabNotVisible('the page changed its size in the meantime');
    const captured = await capture(chosen, options, deadline);
    const tile = await maskSecrets(captured);
    drawing ??= new PageDrawing(start, end, tile, params);
    drawing.add(tile, position.top);
    ({ tab } = captured);
  }
  noteRead(tab, query.agent);
  noteAct(tab, query.agent);
  const { height, width } = await scroll.position();
  const extent = { tiles: tops.length, shown: end, height, width, across: start.across };
  const image = await /** @type {PageDrawing} */ (drawing).encode(extent);
  return JSON.stringify({ tab: describeTab(tab, chosen.focusedWindow), ...image });
}

/** @param {PageScroll} start @returns {number[]} the top of each tile */
function tilesOf({ height, view }) {
  const tiles = Math.min(MAX_TILES, Math.max(1, Math.ceil(height / view)));
  return Array.from({ length: tiles }, (_, index) => index * view);
}

/** The image that the tiles are drawn into. */
class PageDrawing {
  /** @type {Map<string, Edges>} the boxes of elements in the image: the largest of each element */
  #boxes = new Map();

  /**
   * @param {PageScroll} page
   * @param {number} end the height of the captured part of the page
   * @param {MaskedImage} firstTile
   * @param {ScreenshotParams} params
   */
  constructor(page, end, { scale, ratio }, params) {
    this.page = page;
    this.params = params;
    const size = /** @type {[number, number]} */ ([page.across * scale, end * scale]);
    this.factor = scaleFactor(size, params.maxSide);
    const [width, height] = size.map((side) => Math.max(1, Math.round(side * this.factor)));
    this.info = { width, height, scale: scale * this.factor, devicePixelRatio: ratio };
    this.drawing = newCanvas(width, height);
  }

  /** @param {MaskedImage} tile @param {number} top its position in the page */
  add(tile, top) {
    const { scale, width } = this.info;
    const { across, view } = this.page;
    const [from, to] = [top, top + view].map((edge) => Math.round(edge * scale));
    const source = /** @type {const} */ ([across * tile.scale, view * tile.scale]);
    this.drawing.context.drawImage(tile.image, 0, 0, ...source, 0, from, width, to - from);
    for (const [key, box] of tile.elements) {
      const scaledBox = /** @type {Edges} */ (box.map((edge) => edge * this.factor));
      const boxInImage = nearestPixels(moved(scaledBox, [0, from, 0, 0]));
      if (area(boxInImage) > area(this.#boxes.get(key) ?? [0, 0, 0, 0]))
        this.#boxes.set(key, boxInImage);
    }
  }

  /** @param {import('../../types/protocol').PageExtent} page */
  encode(page) {
    return encodeMarked(this.drawing, this.#boxes, this.params, { ...this.info, page });
  }
}

/** @param {Edges} box */
const area = ([left, top, right, bottom]) => (right - left) * (bottom - top);
