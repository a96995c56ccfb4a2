//! Answers `downloads` queries: the downloads that a tab has started, or the end of one of them.
//! Nothing is opened, accepted, cancelled or deleted.

import { loggedAction } from '../acting/action-log.js';
import { allowedFrames } from '../browser/frames.js';
import { describeTab } from '../browser/tabs.js';
import { Deadline, within } from '../deadline.js';
import { Fault } from '../faults.js';
import * as browserApi from '../../shared/browser-api.js';
import { pastTime } from '../reading/frame-lists.js';
import { addBinding, bindingsOf } from './bindings.js';
import { DownloadWatch } from './download-watch.js';
import { boundByPage, pagesOfTabs } from './origin.js';
import { visibleDownload } from './visible-download.js';

/** @typedef {browserApi.DownloadItem} DownloadItem */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').Download} Download */
/** @typedef {import('../../types/protocol').DownloadBinding} DownloadBinding */
/** @typedef {import('../../types/protocol').DownloadWait} DownloadWait */
/** @typedef {{item: DownloadItem, boundBy: DownloadBinding}} BoundItem */
/**
 * @typedef {{since: number, downloads: Download[], isPartial?: true, awaited?: number}} Downloads
 */

/** The last downloads of the browser among which those of a tab are looked for. */
const MAX_ITEMS = 500;
/** Time in which a page must report when it was requested. */
const START_TIMEOUT_MS = 500;

/** @type {Set<AbortController>} the waits under way */
const waits = new Set();

/** Ends all waits, because the user changed what may be read. */
export function endDownloadWaits() {
  for (const wait of waits) wait.abort();
}

/**
 * @param {ChosenTab} chosen
 * @returns {Promise<void>} rejects with a fault if the tab or downloads may not be read
 */
async function checkAccess(chosen) {
  await allowedFrames(chosen);
  if (await browserApi.downloadsPermission.has()) return;
  throw new Fault('downloads_disabled', "The user has not allowed downloads in Axlens's options.");
}

/** @param {ChosenTab} chosen @returns {number[]} the ids that the tab has and had */
const idsOf = (chosen) => [chosen.id, ...(describeTab(chosen.tab, -1).was ?? [])];

/**
 * @param {ChosenTab} chosen
 * @returns {Promise<Downloads>} those of the tab, in the order of their starts
 */
export async function downloadsOf(chosen) {
  await checkAccess(chosen);
  const { own } = await bindingsOf(idsOf(chosen));
  const since = await documentStart(chosen);
  const starts = [...own.values()].map(({ start }) => start);
  const { items, isPartial } = await itemsSince(Math.min(since, ...starts));
  const bound = await boundItems(chosen, items, since);
  const downloads = bound.map(({ item, boundBy }) => visibleDownload(item, boundBy, chosen.agent));
  return { since, downloads, ...(isPartial ? { isPartial } : {}) };
}

/**
 * @param {ChosenTab} chosen
 * @returns {Promise<number>} when its main document was requested; now if that is unknown
 */
async function documentStart(chosen) {
  const start = within(new Deadline(START_TIMEOUT_MS), browserApi.getDocumentStart(chosen.id));
  // The page's process may be compromised.
  return pastTime(await start.catch(() => 0)) || Date.now();
}

/** @param {number} time @returns {Promise<{items: DownloadItem[], isPartial: boolean}>} */
async function itemsSince(time) {
  const items = await browserApi.searchDownloads({
    startedAfter: new Date(time - 1).toISOString(),
    orderBy: ['-startTime'],
    limit: MAX_ITEMS,
  });
  return { items: items.toReversed(), isPartial: items.length === MAX_ITEMS };
}

/**
 * @param {ChosenTab} chosen
 * @param {DownloadItem[]} items
 * @param {number} since earlier items are of the tab only if that was observed
 * @returns {Promise<BoundItem[]>} those of the tab
 */
async function boundItems(chosen, items, since) {
  const { own, foreign } = await bindingsOf(idsOf(chosen));
  const pages = items.length ? await pagesOfTabs() : [];
  return items.flatMap((item) => {
    if (item.incognito !== chosen.tab.incognito) return [];
    const observed = own.get(item.id)?.boundBy;
    const isCandidate = !foreign.has(item.id) && Date.parse(item.startTime) >= since;
    const boundBy = observed ?? (isCandidate ? boundByPage(item, chosen.id, pages) : null);
    return boundBy === null ? [] : [{ item, boundBy }];
  });
}

/**
 * Waits for the end of a download.
 * @param {ChosenTab} chosen
 * @param {DownloadWait} wait
 * @param {AbortSignal} signal aborted when no client waits any more
 * @returns {Promise<Downloads>}
 */
export async function waitForDownload(chosen, wait, signal) {
  await checkAccess(chosen);
  const abort = new AbortController();
  const watch = new DownloadWatch(chosen.id);
  const onAbort = () => abort.abort();
  waits.add(abort);
  signal.addEventListener('abort', onAbort);
  watch.begin(null);
  try {
    const since = wait.since ?? Date.now();
    const deadline = new Deadline(wait.forMs);
    const download =
      wait.download ??
      (await startedDownload(chosen, wait, since)) ??
      (await watch.next(deadline, abort.signal))?.download;
    if (download === undefined) return { since, downloads: [] };
    const item = await endOf(download, deadline, abort.signal);
    const boundBy = await bindingOf(chosen, watch, download);
    const downloads = item ? [visibleDownload(item, boundBy, chosen.agent)] : [];
    return { since, downloads, awaited: download };
  } finally {
    waits.delete(abort);
    signal.removeEventListener('abort', onAbort);
    await watch.end(null);
  }
}

/**
 * @param {ChosenTab} chosen
 * @param {DownloadWatch} watch
 * @param {number} download
 * @returns {Promise<DownloadBinding>}
 */
async function bindingOf(chosen, watch, download) {
  const { own } = await bindingsOf(idsOf(chosen));
  const observed = watch.bound.find((binding) => binding.download === download);
  return (own.get(download) ?? observed)?.boundBy ?? 'shared_page';
}

/**
 * @param {ChosenTab} chosen
 * @param {DownloadWait} wait
 * @param {number} since
 * @returns {Promise<number | undefined>} the first download that the action has started; without
 *   one, the first one since the wait began
 */
async function startedDownload(chosen, { action }, since) {
  const { own } = await bindingsOf(idsOf(chosen));
  const ofAction = [...own.values()].filter((each) => action && each.action === action);
  const first = ofAction.sort((one, other) => one.start - other.start).at(0);
  if (first) return first.download;
  const from = (action && (await loggedAction(action))?.begunAt) || since;
  const { items } = await itemsSince(from);
  const started = (await boundItems(chosen, items, from)).at(0);
  if (!started) return undefined;
  const { id, startTime } = started.item;
  const start = Date.parse(startTime);
  const { boundBy } = started;
  await addBinding({ download: id, tab: chosen.id, action: action ?? null, boundBy, start });
  return id;
}

/**
 * @param {number} id
 * @param {Deadline} deadline
 * @param {AbortSignal} signal
 * @returns {Promise<DownloadItem | undefined>} when it has ended, or as far as it is; undefined if
 *   it is not in Chrome's list any more
 */
async function endOf(id, deadline, signal) {
  let wake = () => {};
  const stop = browserApi.onDownloadChanged(id, () => wake());
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      /** @type {Promise<void>} */
      const changed = new Promise((resolve) => {
        wake = resolve;
      });
      const [item] = await browserApi.searchDownloads({ id });
      const hasEnded = item?.state !== 'in_progress';
      if (hasEnded || signal.aborted || deadline.left() === 0) return item;
      await within(deadline, changed).catch(() => {});
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    stop();
  }
}
