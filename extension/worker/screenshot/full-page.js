//! The picture of a whole page: scrolls it, which its site has to allow as any act, captures tile
//! after tile, and joins them. The page is scrolled back. What stays where it is while the page
//! scrolls is in every tile.

import { ActorScroll } from '../acting/actor-scroll.js';
import { inTabTurn } from '../acting/running-actions.js';
import { noteAct, noteRead } from '../browser/activity.js';
import { capture } from './capture.js';
import { within } from '../deadline.js';
import { tabNotVisible } from '../faults.js';
import { moved } from './frame-geometry.js';
import { mayActNow, permitToAct, whereIs } from '../policy/permission.js';
import { nearestPixels, newCanvas } from './canvas.js';
import { encoded, shotOf, shrinkage } from './encode-image.js';
import { describeTab } from '../browser/tabs.js';

/** @typedef {import('./capture.js').Still} Still */
/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('../policy/permission.js').Wish} Wish */
/** @typedef {import('./encode-image.js').Shot} Shot */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../page/act/pointer/scroll-page.js').PageScroll} PageScroll */
/** @typedef {import('../../types/protocol').ScreenshotParams} ScreenshotParams */
/** What nearly only acting needs.
 * @typedef {Pick<Wish, 'unattended' | 'waiting' | 'signal' | 'note'>} Asking */
/**
 * What is asked for.
 * @typedef {{query: import('../connection/connection.js').Query, chosen: ChosenTab, deadline:
 * Deadline, asking: Asking, params: ScreenshotParams, still: Still}} PageWish
 */

/** More are not taken: the answer says how much of the page there is. */
const MAX_TILES = 20;

/**
 * @param {PageWish} asked
 * @param {(work: () => Promise<string>) => Promise<string>} inTurn after the pictures before it
 * @returns {Promise<string>} JSON text of the answer
 */
export async function fullPage(asked, inTurn) {
  const { query, chosen, deadline } = asked;
  const scroll = await ActorScroll.of(chosen, deadline);
  const wish = wishOf(asked, scroll.document);
  const consent = await permitToAct(wish);
  if (consent !== null) await permitToAct({ ...wish, params: { ...wish.params, consent } });
  const take = () => inTurn(() => scrolled(asked, scroll, wish));
  return await within(deadline, inTabTurn(query.id, chosen.id, take));
}

/** @param {PageWish} asked @param {string} document @returns {Wish} */
const wishOf = ({ query, chosen, deadline, asking }, document) => ({
  ...asking,
  agent: query.agent,
  tab: chosen.id,
  deadline,
  kind: 'harmless',
  where: () => whereIs(chosen.id, query.agent, document),
  params: {
    id: query.id,
    act: { action: 'scroll' },
    target: { document, world: 0, node: 0 },
    line: '',
  },
});

/** @param {PageWish} asked @param {ActorScroll} scroll @param {Wish} wish */
async function scrolled(asked, scroll, wish) {
  const start = await scroll.ask();
  try {
    return await joined(asked, scroll, wish, start);
  } finally {
    await scroll.back(start);
  }
}

/**
 * @param {PageWish} asked @param {ActorScroll} scroll @param {Wish} wish @param {PageScroll} start
 */
async function joined(asked, scroll, wish, start) {
  const { query, chosen, deadline, params, still } = asked;
  const tops = tilesOf(start);
  const end = Math.min(start.height, tops.length * start.view);
  /** @type {PageDrawing | null} */
  let drawing = null;
  let { tab } = chosen;
  for (const top of tops) {
    await mayActNow(wish);
    const at = await scroll.ask([0, top]);
    if (at.left !== 0 || at.view !== start.view || at.across !== start.across)
      throw tabNotVisible('the page has changed its size meanwhile');
    const captured = await capture(chosen, { ...still, scroll: true }, deadline);
    const shot = await shotOf(captured);
    drawing ??= new PageDrawing(start, end, shot, params);
    drawing.add(shot, at.top);
    ({ tab } = captured);
  }
  noteRead(tab, query.agent);
  noteAct(tab, query.agent);
  const { height, width } = await scroll.ask();
  const page = { tiles: tops.length, shown: end, height, width, across: start.across };
  const picture = await /** @type {PageDrawing} */ (drawing).encoded(page);
  return JSON.stringify({ tab: describeTab(tab, chosen.focusedWindow), ...picture });
}

/** @param {PageScroll} start @returns {number[]} where each tile begins */
function tilesOf({ height, view }) {
  const tiles = Math.min(MAX_TILES, Math.max(1, Math.ceil(height / view)));
  return Array.from({ length: tiles }, (_, tile) => tile * view);
}

/** The picture that tiles are drawn into. */
class PageDrawing {
  /** @type {Map<string, Edges>} of elements, in the picture: most of each that was seen */
  #boxes = new Map();

  /**
   * @param {PageScroll} page
   * @param {number} end how much of it is in the picture, from the top
   * @param {Shot} first
   * @param {ScreenshotParams} params
   */
  constructor(page, end, { scale, ratio }, params) {
    this.page = page;
    this.params = params;
    const [across, down] = [page.across * scale, end * scale];
    this.shrunk = shrinkage([across, down], params.maxSide);
    const [width, height] = [across, down].map((side) =>
      Math.max(1, Math.round(side * this.shrunk)),
    );
    this.facts = { width, height, scale: scale * this.shrunk, devicePixelRatio: ratio };
    this.drawing = newCanvas(width, height);
  }

  /** @param {Shot} shot @param {number} top where it is in the page */
  add(shot, top) {
    const { scale, width } = this.facts;
    const { across, view } = this.page;
    const [from, to] = [top, top + view].map((edge) => Math.round(edge * scale));
    const source = /** @type {const} */ ([across * shot.scale, view * shot.scale]);
    this.drawing.context.drawImage(shot.image, 0, 0, ...source, 0, from, width, to - from);
    for (const [key, box] of shot.elements) {
      const scaledBox = /** @type {Edges} */ (box.map((edge) => edge * this.shrunk));
      const there = nearestPixels(moved(scaledBox, [0, from, 0, 0]));
      if (area(there) > area(this.#boxes.get(key) ?? [0, 0, 0, 0])) this.#boxes.set(key, there);
    }
  }

  /** @param {import('../../types/protocol').PageExtent} page */
  encoded(page) {
    return encoded(this.drawing, this.#boxes, this.params, { ...this.facts, page });
  }
}

/** @param {Edges} box */
const area = ([left, top, right, bottom]) => (right - left) * (bottom - top);
