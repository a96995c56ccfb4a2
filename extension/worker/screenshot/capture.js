//! Captures what a window shows: twice a second at most, and only while the tab that is meant is in
//! front, before and after. With it goes where everything was before and after, since the page goes
//! on meanwhile. It draws nothing.

import { pause } from '../deadline.js';
import { elementsIn, cropIn } from './element-boxes.js';
import * as browserApi from '../../shared/browser-api.js';
import { tabNotVisible, pageMoved } from '../faults.js';
import { frameTree } from './frame-geometry.js';
import { refreshTab } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./frame-geometry.js').Edges} Edges */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** @typedef {import('./frame-geometry.js').Wanted} Wanted */
/** @typedef {import('./element-boxes.js').ElementBox} ElementBox */
/**
 * What is to stand still meanwhile. `marks`: the elements that are asked for; `crop`: the one that
 * is to be cut out; `scroll`: the page.
 * @typedef {{wanted: Wanted, marks: boolean, scroll: boolean,
 *   crop: {document: string, world: number} | null}} Still
 */
/**
 * `main`: null where nothing is known of a tab that holds nothing.
 * @typedef {{document: string, main: FrameTree | null, elements: ElementBox[],
 *   crop: ReturnType<typeof cropIn>}} Look
 */
/** `data`: a PNG in base64; `tab`: as it is afterwards.
 * @typedef {{data: string, before: Look, after: Look, tab: chrome.tabs.Tab}} Captured */

/** Chrome takes two pictures a second and refuses a third. */
const CAPTURE_INTERVAL = 550;
/** How often it is tried before it is said that the page does not stand still. */
const TRIES = 2;
/** By how many CSS pixels what stands still may seem to move. */
const MOVED = 0.5;

let last = -CAPTURE_INTERVAL;

/** @param {Deadline} deadline waits until Chrome takes another picture */
async function whenAllowed(deadline) {
  const wait = last + CAPTURE_INTERVAL - performance.now();
  if (wait > deadline.left() || !deadline.left())
    throw tabNotVisible('too many were asked for at once');
  if (wait > 0) await pause(wait);
}

/**
 * @param {ChosenTab} chosen
 * @param {Still} still
 * @param {Deadline} deadline
 * @returns {Promise<Captured>} rejects with a fault where another tab is in front, and where what
 *   is to stand still does not
 */
export async function capture(chosen, still, deadline) {
  for (let left = TRIES; left > 0; left--) {
    const captured = await captureOnce(chosen, still, deadline);
    if (stoodStill(captured, still)) return captured;
  }
  throw pageMoved();
}

/**
 * @param {ChosenTab} chosen @param {Still} still @param {Deadline} deadline
 * @returns {Promise<Captured>}
 */
async function captureOnce(chosen, still, deadline) {
  await whenAllowed(deadline);
  let switched = false;
  // It may have come to the front and gone again.
  const end = browserApi.watchTabActivation((window) => {
    switched ||= window === chosen.tab.windowId;
  });
  try {
    const captured = await captureBetween(chosen, still, deadline);
    if (switched) throw tabNotVisible('another tab came to the front meanwhile');
    return captured;
  } finally {
    end();
  }
}

/**
 * @param {ChosenTab} chosen @param {Still} still @param {Deadline} deadline
 * @returns {Promise<Captured>}
 */
async function captureBetween(chosen, still, deadline) {
  const before = await look(await inFront(chosen), still, deadline);
  const data = await browserApi.captureVisibleTab(chosen.tab.windowId).catch((error) => {
    throw tabNotVisible(`Chrome refused (${error instanceof Error ? error.message : error})`);
  });
  last = performance.now();
  const after = await look(chosen, still, deadline);
  if (after.document !== before.document)
    throw tabNotVisible('the tab went to another page meanwhile');
  const { tab } = await inFront(chosen);
  return { data: data.slice(data.indexOf(',') + 1), before, after, tab };
}

/**
 * Another tab may have come to the front: its picture must not be sent.
 * @param {ChosenTab} chosen
 * @returns {Promise<ChosenTab>}
 */
async function inFront(chosen) {
  const tab = await refreshTab(chosen);
  if (!tab.active || tab.windowId !== chosen.tab.windowId)
    throw tabNotVisible('another tab came to the front meanwhile');
  return { ...chosen, tab };
}

/**
 * @param {ChosenTab} chosen @param {Still} still @param {Deadline} deadline
 * @returns {Promise<Look>}
 */
async function look(chosen, { wanted, marks, crop }, deadline) {
  const { document, main } = await frameTree(chosen, deadline, wanted);
  return {
    document,
    main,
    elements: main && marks ? await elementsIn(chosen.id, main) : [],
    crop: main && crop ? cropIn(main, crop) : null,
  };
}

/** @param {Captured} captured @param {Still} still */
function stoodStill({ before, after }, { scroll, crop }) {
  const places = new Map(before.elements.map((each) => [keyOf(each), each.box]));
  return (
    places.size === after.elements.length &&
    after.elements.every((each) => isAt(places.get(keyOf(each)), each.box)) &&
    (!scroll || isAt(scrollOf(before), scrollOf(after))) &&
    (!crop || isAt(asBox(before.crop), asBox(after.crop)))
  );
}

/** @param {ElementBox} element */
export const keyOf = ({ document, world, node }) => `${document} ${world} ${node}`;

/** @param {Look} look */
const scrollOf = ({ main }) => main?.boxes.scroll ?? [];

/** @param {Look['crop']} crop */
const asBox = (crop) => (crop && typeof crop === 'object' ? crop.box : []);

/** @param {number[] | undefined} was @param {number[]} now */
const isAt = (was, now) =>
  was !== undefined &&
  was.length === now.length &&
  was.every((edge, at) => Math.abs(edge - now[at]) <= MOVED);
