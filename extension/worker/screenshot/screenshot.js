//! Answers `screenshot` queries, one after the other: the visible page of a tab, one element of it,
//! or the whole page (full-page.js).

import { auditNote, noteRead } from '../browser/activity.js';
import { capture } from './capture.js';
import { notInView, staleUid, tabNotVisible } from '../faults.js';
import { fullPage } from './full-page.js';
import { renderMasked, maskSecrets } from './encode-image.js';
import { chooseTab, describeTab, refusalByAddress, withheldByUser } from '../browser/tabs.js';

/** @typedef {import('./capture.js').Measurement} Measurement */
/** @typedef {import('./capture.js').CaptureOptions} CaptureOptions */
/** @typedef {import('../connection/connection.js').Query} Query */
/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../policy/permission.js').QueryContext} QueryContext */
/** @typedef {import('../../types/protocol').ScreenshotParams} ScreenshotParams */

/** @type {Promise<unknown>} */
let lastScreenshot = Promise.resolve();

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} settles after the earlier screenshots
 */
function enqueue(work) {
  const result = lastScreenshot.then(work);
  lastScreenshot = result.catch(() => {});
  return result;
}

/**
 * @param {Query} query
 * @param {Deadline} deadline
 * @param {QueryContext} context
 * @returns {Promise<string>} JSON text of the answer
 */
export async function takeScreenshot(query, deadline, context) {
  const params = /** @type {ScreenshotParams} */ (query.params ?? {});
  if (!params.full) return await enqueue(() => visiblePage(query, params, deadline, context));
  const chosen = await visibleTab(query, context);
  const options = captureOptions(params);
  return await fullPage({ query, chosen, deadline, context, params, options }, enqueue);
}

/**
 * @param {Query} query
 * @param {ScreenshotParams} params
 * @param {Deadline} deadline
 * @param {QueryContext} context
 */
async function visiblePage(query, params, deadline, context) {
  const chosen = await visibleTab(query, context);
  const captured = await capture(chosen, captureOptions(params), deadline);
  checkCrop(params, captured.after);
  const image = await renderMasked(await maskSecrets(captured), params);
  noteRead(captured.tab, query.agent);
  return JSON.stringify({ tab: describeTab(captured.tab, chosen.focusedWindow), ...image });
}

/** @param {Query} query @param {QueryContext} context */
async function visibleTab({ tab, agent }, context) {
  const chosen = await chooseTab(tab, agent);
  context.note(auditNote(chosen.tab));
  const refusal = refusalByAddress(chosen.tab) ?? (await withheldByUser(chosen.tab));
  if (refusal) throw refusal;
  if (!chosen.tab.active) throw tabNotVisible('its window shows another tab');
  return chosen;
}

/** @param {ScreenshotParams} params @returns {CaptureOptions} */
function captureOptions({ marks, crop }) {
  /** @type {Map<string, string>} node ids, separated by commas, by document */
  const nodes = new Map(marks?.documents.map(({ document }) => [document, '']));
  for (const { at, node } of marks?.elements ?? []) {
    const document = marks?.documents[at].document ?? '';
    nodes.set(document, `${nodes.get(document)}${node},`);
  }
  const requestFor = (/** @type {string} */ document) => ({
    ...(nodes.has(document) ? { elements: nodes.get(document) } : {}),
    ...(crop?.document === document ? { crop: crop.node } : {}),
  });
  return { requestFor, marks: marks !== undefined, scroll: false, crop: crop ?? null };
}

/** @param {ScreenshotParams} params @param {Measurement} measurement */
function checkCrop({ crop }, measurement) {
  if (!crop || (measurement.crop && typeof measurement.crop === 'object')) return;
  if (measurement.crop === 'removed') throw staleUid();
  throw notInView(
    measurement.crop === null
      ? 'it is out of view, or has no size'
      : 'its frame is rotated or scaled, so that its position is unknown',
  );
}
