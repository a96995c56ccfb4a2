//! Captures the visible page of a tab: at most twice a second, and only while the tab is the active
//! tab of its window. Measures all boxes before and after the capture, because the page can move
//! in the meantime.

import { pause } from '../deadline.js';
import { cropIn, elementsIn } from './element-boxes.js';
import * as browserApi from '../../shared/browser-api.js';
import { pageMoved, tabNotVisible } from '../faults.js';
import { measureFrames } from './frame-geometry.js';
import { hasMovedSecret, hasSecretFrames, visibleSecrets } from './secret-boxes.js';
import { refreshTab } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./frame-geometry.js').BoxesRequest} BoxesRequest */
/** @typedef {import('./frame-geometry.js').FrameTree} FrameTree */
/** @typedef {import('./element-boxes.js').ElementBox} ElementBox */
/**
 * What to measure, and what must not move during the capture: `marks`: the requested elements;
 * `crop`: the element to crop to; `scroll`: the page.
 * @typedef {{requestFor: BoxesRequest, marks: boolean, scroll: boolean,
 *   crop: {document: string, world: number} | null}} CaptureOptions
 */
/**
 * `main`: null for an empty tab in which no script may run.
 * @typedef {{document: string, main: FrameTree | null, elements: ElementBox[],
 *   crop: ReturnType<typeof cropIn>}} Measurement
 */
/**
 * `data`: a PNG in base64; `tab`: its state after the capture; `secretFrames`: what paints the
 * secrets of frames again was searched for.
 * @typedef {{data: string, before: Measurement, after: Measurement, tab: browserApi.Tab,
 *   secretFrames: boolean}} Capture
 */

/** Chrome refuses more than two captures a second. */
const CAPTURE_INTERVAL_MS = 550;
/** How often a capture is repeated if the page moves. */
const MAX_TRIES = 2;
/**
 * How long a frame has for the first of two measurements, in milliseconds: one that takes longer
 * counts as one with secrets.
 */
const FIRST_MS = 1000;
/** A difference of positions that is not a movement, in CSS pixels. */
const TOLERANCE = 0.5;

let lastCapture = -CAPTURE_INTERVAL_MS;

/**
 * @param {ChosenTab} chosen
 * @param {CaptureOptions} options
 * @param {Deadline} deadline
 * @returns {Promise<Capture>} rejects with a fault if another tab is active, or the page moves
 */
export async function capture(chosen, options, deadline) {
  for (let left = MAX_TRIES; left > 0; left--) {
    const captured = await captureOnce(chosen, options, deadline);
    if (hasNotMoved(captured, options)) return captured;
  }
  throw pageMoved();
}

/** @param {Deadline} deadline until which to wait for Chrome's limit */
async function waitForInterval(deadline) {
  const wait = lastCapture + CAPTURE_INTERVAL_MS - performance.now();
  if (wait > deadline.left() || !deadline.left())
    throw tabNotVisible('too many screenshots were requested at once');
  if (wait > 0) await pause(wait);
}

/**
 * @param {ChosenTab} chosen
 * @param {CaptureOptions} options
 * @param {Deadline} deadline
 * @returns {Promise<Capture>}
 */
async function captureOnce(chosen, options, deadline) {
  await waitForInterval(deadline);
  // Another tab may become active between the two checks.
  let isSwitched = false;
  const unwatch = browserApi.watchTabActivation((window) => {
    isSwitched ||= window === chosen.tab.windowId;
  });
  try {
    const captured = await captureMeasured(chosen, options, deadline);
    if (isSwitched) throw tabNotVisible('another tab became active in the meantime');
    return captured;
  } finally {
    unwatch();
  }
}

/**
 * @param {ChosenTab} chosen
 * @param {CaptureOptions} options
 * @param {Deadline} deadline
 * @returns {Promise<Capture>}
 */
async function captureMeasured(chosen, options, deadline) {
  const active = await ensureActive(chosen);
  const first = await measure(active, options, deadline, { watch: 'begin' }, FIRST_MS);
  // What paints the secrets of frames again is searched for only where there are any: that is slow.
  const secretFrames = first.main !== null && hasSecretFrames(first.main);
  const before = secretFrames
    ? await measure(active, options, deadline, { watch: 'begin', secretFrames })
    : first;
  const data = await browserApi.captureVisibleTab(chosen.tab.windowId).catch((error) => {
    throw tabNotVisible(`Chrome refused (${error instanceof Error ? error.message : error})`);
  });
  lastCapture = performance.now();
  const after = await measure(chosen, options, deadline, { watch: 'end', secretFrames });
  if (after.document !== before.document)
    throw tabNotVisible('the tab loaded another page in the meantime');
  // A capture of another tab must not be sent.
  const { tab } = await ensureActive(chosen);
  return { data: data.slice(data.indexOf(',') + 1), before, after, tab, secretFrames };
}

/** @param {ChosenTab} chosen @returns {Promise<ChosenTab>} with the current state of the tab */
async function ensureActive(chosen) {
  const tab = await refreshTab(chosen);
  if (!tab.active || tab.windowId !== chosen.tab.windowId)
    throw tabNotVisible('another tab became active in the meantime');
  return { ...chosen, tab };
}

/**
 * @param {ChosenTab} chosen
 * @param {CaptureOptions} options
 * @param {Deadline} deadline
 * @param {{watch: 'begin' | 'end', secretFrames?: boolean}} secrets
 * @param {number} [limit] milliseconds that a child frame has at most
 * @returns {Promise<Measurement>}
 */
async function measure(chosen, { requestFor, marks, crop }, deadline, secrets, limit) {
  const request = (/** @type {string} */ each) => ({ ...requestFor(each), ...secrets });
  const { document, main } = await measureFrames(chosen, deadline, request, limit);
  return {
    document,
    main,
    elements: main && marks ? await elementsIn(chosen.id, main) : [],
    crop: main && crop ? cropIn(main, crop) : null,
  };
}

/** @param {Capture} capture @param {CaptureOptions} options */
function hasNotMoved({ before, after, secretFrames }, { scroll, crop }) {
  const boxes = new Map(before.elements.map((element) => [keyOf(element), element.box]));
  return (
    boxes.size === after.elements.length &&
    after.elements.every((element) => isSameBox(boxes.get(keyOf(element)), element.box)) &&
    haveSecretsStayed(before, after) &&
    (secretFrames || !after.main || !hasSecretFrames(after.main)) &&
    (!scroll || isSameBox(scrollOf(before), scrollOf(after))) &&
    (!crop || isSameBox(cropBox(before), cropBox(after)))
  );
}

/** @param {Measurement} before @param {Measurement} after */
function haveSecretsStayed(before, after) {
  if (!before.main || !after.main) return true;
  const [boxes, now] = [visibleSecrets(before.main), visibleSecrets(after.main)];
  return (
    !hasMovedSecret(after.main) &&
    boxes.size === now.size &&
    [...now].every(([id, box]) => isSameBox(boxes.get(id), box))
  );
}

/** @param {Omit<ElementBox, 'box'>} element @returns {string} which identifies it */
export const keyOf = ({ document, world, node }) => `${document} ${world} ${node}`;

/** @param {Measurement} measurement */
const scrollOf = ({ main }) => main?.boxes.scroll ?? [];

/** @param {Measurement} measurement */
const cropBox = ({ crop }) => (crop && typeof crop === 'object' ? crop.box : []);

/** @param {number[] | undefined} before @param {number[]} after */
const isSameBox = (before, after) =>
  before !== undefined &&
  before.length === after.length &&
  before.every((edge, index) => Math.abs(edge - after[index]) <= TOLERANCE);
