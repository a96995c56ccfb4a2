//! The picture of a tab, with its secrets painted over. Where they are, secret-boxes.js says: it is
//! asked before and after the picture is taken, since the page goes on meanwhile.

import { auditNote, noteRead } from './activity.js';
import { pause } from './deadline.js';
import * as ext from './ext.js';
import { tabNotVisible } from './faults.js';
import { findSecrets, hull, overlap } from './secret-boxes.js';
import { chooseTab, describeTab, lookAgain, refusalAtSight, withheldByUser } from './tabs.js';

/** @typedef {import('./deadline.js').Deadline} Deadline */
/** @typedef {import('./tabs.js').Chosen} Chosen */
/** @typedef {import('./permission.js').Wish['note']} Note */
/** @typedef {import('./secret-boxes.js').Edges} Edges */
/** @typedef {import('./secret-boxes.js').Secret} Secret */
/** @typedef {import('./secret-boxes.js').TabSecrets} TabSecrets */

/** Chrome takes two pictures a second and refuses a third. */
const BETWEEN_PICTURES = 550;
const PAINT = '#808080';
/** Pixels around a field that are painted too: layout rounds, and letters are smoothed. */
const MARGIN = 2;
/** By how many CSS pixels the picture may differ from the viewport: zoom rounds. */
const ROUNDED = 3;

/** @type {Promise<unknown>} */
let lastPicture = Promise.resolve();

/**
 * Pictures are taken one after the other, with a pause that Chrome demands.
 * @param {import('./connection.js').Query} query
 * @param {Deadline} deadline
 * @param {Note} note
 * @returns {Promise<string>} JSON text of the answer
 */
export async function takePicture(query, deadline, note) {
  const mine = lastPicture.then(() => takeNow(query, deadline, note));
  lastPicture = mine.then(
    () => pause(BETWEEN_PICTURES),
    () => {},
  );
  return await mine;
}

/** @param {import('./connection.js').Query} query @param {Deadline} deadline @param {Note} note */
async function takeNow(query, deadline, note) {
  if (!deadline.left()) throw tabNotVisible('too many were asked for at once');
  const chosen = await chooseTab(query.tab, query.agent);
  note(auditNote(chosen.tab));
  const refusal = refusalAtSight(chosen.tab) ?? (await withheldByUser(chosen.tab));
  if (refusal) throw refusal;
  if (!chosen.tab.active) throw tabNotVisible('its window shows another tab');
  const before = await findSecrets(chosen, deadline);
  const data = await ext.captureWindow(chosen.tab.windowId).catch((error) => {
    throw tabNotVisible(`Chrome refused (${error instanceof Error ? error.message : error})`);
  });
  const after = await findSecrets(chosen, deadline);
  if (after.document !== before.document)
    throw tabNotVisible('the tab went to another page meanwhile');
  const shown = await stillShown(chosen);
  const picture = await withoutSecrets(data.slice(data.indexOf(',') + 1), before, after);
  const tab = describeTab(shown, chosen.focusedWindow);
  noteRead(shown, query.agent);
  return JSON.stringify({ tab, mimeType: 'image/png', data: picture });
}

/**
 * Another tab may have come to the front meanwhile: its picture must not be sent.
 * @param {Chosen} chosen
 */
async function stillShown(chosen) {
  const after = await lookAgain(chosen);
  if (!after.active || after.windowId !== chosen.tab.windowId)
    throw tabNotVisible('another tab came to the front meanwhile');
  return after;
}

/**
 * @param {string} data a PNG in base64
 * @param {TabSecrets} before
 * @param {TabSecrets} after
 * @returns {Promise<string>} the same, painted over where a secret is or was
 */
async function withoutSecrets(data, before, after) {
  const known = before.viewport && after.viewport;
  if (known && before.secrets.length + after.secrets.length === 0) return data;
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = picture;
  /** @type {Edges} */
  const all = [0, 0, width, height];
  const paints = known
    ? joined([...inPicture(before, width, height), ...inPicture(after, width, height)])
    : [all];
  const inside = paints.map((box) => overlap(box, all)).filter((box) => !isEmpty(box));
  if (inside.length === 0) return data;
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(picture, 0, 0);
  context.fillStyle = PAINT;
  for (const [left, top, right, bottom] of inside)
    context.fillRect(left, top, right - left, bottom - top);
  return await base64Of(await canvas.convertToBlob({ type: 'image/png' }));
}

/**
 * @param {TabSecrets} found
 * @param {number} width of the picture
 * @param {number} height
 * @returns {Secret[]} in pixels of the picture
 */
function inPicture({ secrets, viewport }, width, height) {
  if (!viewport) return [];
  const [scale, x, y] = viewport.zoom;
  const ratio = width / viewport.size[0];
  if (!(Math.abs(height / ratio - viewport.size[1]) <= ROUNDED))
    throw tabNotVisible('it is not of the size of the page, so its secret fields can not be found');
  const scaled = (/** @type {Edges} */ [left, top, right, bottom]) =>
    /** @type {Edges} */ (
      [left - x, top - y, right - x, bottom - y].map((edge) => edge * scale * ratio)
    );
  return secrets.map(({ id, box, clip }) => ({ id, box: scaled(box), clip: scaled(clip) }));
}

/**
 * What moved was anywhere between.
 * @param {Secret[]} secrets
 * @returns {Edges[]} what to paint
 */
function joined(secrets) {
  /** @type {Map<string, Secret>} */
  const byId = new Map();
  for (const { id, box, clip } of secrets.filter((each) => !isEmpty(each.box))) {
    const other = byId.get(id) ?? { box, clip };
    byId.set(id, { id, box: hull(box, other.box), clip: hull(clip, other.clip) });
  }
  return [...byId.values()].map(({ box, clip }) => rounded(overlap(grown(box), clip)));
}

/** @param {Edges} box @returns {Edges} */
const grown = ([left, top, right, bottom]) => [
  left - MARGIN,
  top - MARGIN,
  right + MARGIN,
  bottom + MARGIN,
];

/** @param {Edges} box @returns {Edges} whole pixels */
const rounded = ([left, top, right, bottom]) => [
  Math.floor(left),
  Math.floor(top),
  Math.ceil(right),
  Math.ceil(bottom),
];

/** @param {Edges} box */
const isEmpty = ([left, top, right, bottom]) => right <= left || bottom <= top;

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
