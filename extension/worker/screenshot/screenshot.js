//! Takes the picture of a tab, one after the other: all that its window shows, an element of it, or
//! the whole page (full-page.js). What is captured, capture.js says; how it is drawn,
//! encode-image.js.

import { auditNote, noteRead } from '../browser/activity.js';
import { capture } from './capture.js';
import { notInView, staleUid, tabNotVisible } from '../faults.js';
import { fullPage } from './full-page.js';
import { drawn, shotOf } from './encode-image.js';
import { chooseTab, describeTab, refusalByAddress, withheldByUser } from '../browser/tabs.js';

/** @typedef {import('./capture.js').Look} Look */
/** @typedef {import('./capture.js').Still} Still */
/** @typedef {import('../connection/connection.js').Query} Query */
/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('./full-page.js').Asking} Asking */
/** @typedef {import('../../types/protocol').ScreenshotParams} ScreenshotParams */

/** @type {Promise<unknown>} */
let lastPicture = Promise.resolve();

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} done after the pictures before it
 */
function inTurn(work) {
  const mine = lastPicture.then(work);
  lastPicture = mine.catch(() => {});
  return mine;
}

/**
 * @param {Query} query
 * @param {Deadline} deadline
 * @param {Asking} asking
 * @returns {Promise<string>} JSON text of the answer
 */
export async function takePicture(query, deadline, asking) {
  const params = /** @type {ScreenshotParams} */ (query.params ?? {});
  if (!params.full) return await inTurn(() => takeNow(query, params, deadline, asking));
  const chosen = await inSight(query, asking);
  const page = { query, chosen, deadline, asking, params, still: stillOf(params) };
  return await fullPage(page, inTurn);
}

/**
 * @param {Query} query @param {ScreenshotParams} params @param {Deadline} deadline
 * @param {Asking} asking
 */
async function takeNow(query, params, deadline, asking) {
  const chosen = await inSight(query, asking);
  const captured = await capture(chosen, stillOf(params), deadline);
  checkCrop(params, captured.after);
  const picture = await drawn(await shotOf(captured), params);
  noteRead(captured.tab, query.agent);
  return JSON.stringify({ tab: describeTab(captured.tab, chosen.focusedWindow), ...picture });
}

/** @param {Query} query @param {Asking} asking */
async function inSight({ tab, agent }, asking) {
  const chosen = await chooseTab(tab, agent);
  asking.note(auditNote(chosen.tab));
  const refusal = refusalByAddress(chosen.tab) ?? (await withheldByUser(chosen.tab));
  if (refusal) throw refusal;
  if (!chosen.tab.active) throw tabNotVisible('its window shows another tab');
  return chosen;
}

/** @param {ScreenshotParams} params @returns {Still} */
function stillOf({ marks, crop }) {
  const names = new Map(marks?.documents.map(({ document }) => [document, '']));
  for (const { at, node } of marks?.elements ?? []) {
    const { document } = /** @type {any} */ (marks).documents[at];
    names.set(document, `${names.get(document)}${node},`);
  }
  const wanted = (/** @type {string} */ document) => ({
    ...(names.has(document) ? { elements: names.get(document) } : {}),
    ...(crop?.document === document ? { crop: crop.node } : {}),
  });
  return { wanted, marks: marks !== undefined, scroll: false, crop: crop ?? null };
}

/** @param {ScreenshotParams} params @param {Look} look */
function checkCrop({ crop }, look) {
  if (!crop || (look.crop && typeof look.crop === 'object')) return;
  if (look.crop === 'gone') throw staleUid();
  throw notInView(
    look.crop === null
      ? 'it is out of view, or has no size'
      : 'its frame is turned or stretched, so nobody knows where it is',
  );
}
