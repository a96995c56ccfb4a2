//! What the toolbar icon shows: connected or not, paused, and that a page is being read. It never
//! holds up what it shows.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {'connected' | 'off' | 'paused' | 'reading'} Look */

const SIZES = [16, 32];
/** How long the light stays on after a read, so that a person can see it. */
const AFTERGLOW = 600;

const TITLES = {
  connected: 'Axlens: connected. Click to pause all reading.',
  off: 'Axlens: not connected. Its options say why.',
  paused: 'Axlens: reading is paused. Click to resume.',
  reading: 'Axlens: a page is being read. Click to pause all reading.',
};

const UNATTENDED = 'Axlens is UNATTENDED: agents act here without asking anybody.';
const RED = '#b3261e';

/** @type {Map<Look, Promise<Record<string, ImageData>>>} */
const pictures = new Map();
/** @type {Look} */
let rest = 'off';
/** @type {Look | null} */
let shown = null;
let unattended = false;
let reading = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let afterglow;

/** @param {Look} look how the icon looks while nothing is read */
export function setRest(look) {
  rest = look;
  if (!reading || look === 'paused') show(look);
}

/** @param {boolean} value whether the icon warns that nobody is asked before an agent acts */
export function setUnattended(value) {
  if (value === unattended) return;
  unattended = value;
  const look = shown ?? rest;
  shown = null;
  show(look);
}

/** Lights the icon until `readingEnded` has been called as often as this. */
export function readingStarted() {
  reading += 1;
  clearTimeout(afterglow);
  // Later, when the page has been asked: the light must not make the answer late.
  if (reading === 1) setTimeout(() => show(rest === 'paused' ? 'paused' : 'reading'));
}

/** One read less. */
export function readingEnded() {
  reading -= 1;
  if (reading > 0) return;
  clearTimeout(afterglow);
  afterglow = setTimeout(() => show(rest), AFTERGLOW);
}

/** @param {Look} look */
async function show(look) {
  if (shown === look) return;
  shown = look;
  try {
    const images = await picture(look);
    if (shown !== look) return;
    const badge = unattended ? '!' : '';
    const title = unattended ? `${UNATTENDED}\n${TITLES[look]}` : TITLES[look];
    await Promise.all([
      browserApi.setIcon(images),
      browserApi.setTitle(title),
      browserApi.setBadge(badge, RED),
    ]);
  } catch (error) {
    // An icon that could not be drawn is no reason to stop reading; the next change draws it again.
    shown = null;
    console.warn('Axlens: the icon could not be set.', error);
  }
}

/** @param {Look} look */
function picture(look) {
  let images = pictures.get(look);
  if (!images) {
    images = Promise.all(SIZES.map((size) => load(look, size))).then((loaded) =>
      Object.fromEntries(SIZES.map((size, index) => [size, loaded[index]])),
    );
    images.catch(() => pictures.delete(look));
    pictures.set(look, images);
  }
  return images;
}

/** @param {Look} look @param {number} size */
async function load(look, size) {
  const response = await fetch(browserApi.extensionUrl(`icons/${look}-${size}.png`));
  const bitmap = await createImageBitmap(await response.blob());
  const context = new OffscreenCanvas(size, size).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, size, size);
}
