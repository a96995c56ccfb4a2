//! The toolbar icon: it shows whether the server is connected, reading is paused, or a page is
//! being read. It never delays a read.

import * as browserApi from '../../shared/browser-api.js';

/** @typedef {'connected' | 'off' | 'paused' | 'reading'} IconState */

const SIZES = [16, 32];
/** How long the icon shows a read after its end, so that the user can see it. */
const MIN_READING_MS = 600;

const TITLES = {
  connected: 'Axlens: connected. Click to pause all reading.',
  off: 'Axlens: not connected. The options page shows the reason.',
  paused: 'Axlens: reading is paused. Click to resume.',
  reading: 'Axlens: a page is being read. Click to pause all reading.',
};

const UNATTENDED = 'Axlens is UNATTENDED: agents act here without asking the user.';
const RED = '#b3261e';

/** @type {Map<IconState, Promise<Record<string, ImageData>>>} */
const imagesByState = new Map();
/** @type {IconState} */
let idleState = 'off';
/** @type {IconState | null} */
let displayed = null;
let unattended = false;
let readCount = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let endTimer;

/** @param {IconState} state shown while no page is being read */
export function setIdleState(state) {
  idleState = state;
  if (!readCount || state === 'paused') show(state);
}

/** @param {boolean} value whether the icon warns that agents act without asking the user */
export function setUnattended(value) {
  if (value === unattended) return;
  unattended = value;
  const state = displayed ?? idleState;
  displayed = null;
  show(state);
}

/** Shows that a page is being read, until `readingEnded` has been called as often as this. */
export function readingStarted() {
  readCount += 1;
  clearTimeout(endTimer);
  // In a later task, so that it does not delay the request to the page.
  if (readCount === 1) setTimeout(() => show(idleState === 'paused' ? 'paused' : 'reading'));
}

/** A read has ended. */
export function readingEnded() {
  readCount -= 1;
  if (readCount > 0) return;
  clearTimeout(endTimer);
  endTimer = setTimeout(() => show(idleState), MIN_READING_MS);
}

/** @param {IconState} state */
async function show(state) {
  if (displayed === state) return;
  displayed = state;
  try {
    const images = await loadImages(state);
    if (displayed !== state) return;
    const badge = unattended ? '!' : '';
    const title = unattended ? `${UNATTENDED}\n${TITLES[state]}` : TITLES[state];
    await Promise.all([
      browserApi.setIcon(images),
      browserApi.setTitle(title),
      browserApi.setBadge(badge, RED),
    ]);
  } catch (error) {
    // The next change draws it again.
    displayed = null;
    console.warn('Axlens: the icon could not be set.', error);
  }
}

/** @param {IconState} state */
function loadImages(state) {
  let images = imagesByState.get(state);
  if (!images) {
    images = Promise.all(SIZES.map((size) => load(state, size))).then((loaded) =>
      Object.fromEntries(SIZES.map((size, index) => [size, loaded[index]])),
    );
    images.catch(() => imagesByState.delete(state));
    imagesByState.set(state, images);
  }
  return images;
}

/** @param {IconState} state @param {number} size */
async function load(state, size) {
  const response = await fetch(browserApi.extensionUrl(`icons/${state}-${size}.png`));
  const bitmap = await createImageBitmap(await response.blob());
  const context = new OffscreenCanvas(size, size).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, size, size);
}
