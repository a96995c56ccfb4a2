//! Observes which downloads a tab starts, while an action or a wait of an agent is under way in it.
//! Chrome names no tab for a download: a navigation in the tab that ends without a document has the
//! URL of a download, or the download has the referrer or the origin of a page in the tab.

import { Deadline, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { addBinding } from './bindings.js';
import { boundByPage, isOfNavigation, pagesOfTabs } from './origin.js';
import { nameOf } from './visible-download.js';

/** @typedef {browserApi.DownloadItem} DownloadItem */
/** @typedef {browserApi.Navigation} Navigation */
/** @typedef {import('./bindings.js').Binding} Binding */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../types/protocol').StartedDownload} StartedDownload */

/** How long a download may be reported after its navigation, and its name after that. */
const MAX_REPORT_MS = 250;
/** How long a navigation may take after the action that caused it. */
const MAX_LOAD_MS = 30_000;
const MAX_FAILED = 100;

/** @type {Set<DownloadWatch>} */
const watches = new Set();

browserApi.onNavigation((navigation) => {
  for (const watch of watches) watch.onNavigation(navigation);
});

/** The downloads that one tab starts. */
export class DownloadWatch {
  /** @type {string | null} */
  #action = null;
  /** @type {Set<number>} the tab, and those that it has opened */
  #tabs = new Set();
  #tab = -1;
  /** @type {Map<number, DownloadItem>} */
  #created = new Map();
  /** @type {{tab: number, url: string, download?: number}[]} navigations without a document */
  #failed = [];
  /** @type {Set<number>} the tabs of the watch that are loading */
  #loading = new Set();
  /** @type {Set<Promise<void>>} */
  #pending = new Set();
  /** @type {Map<number, Binding>} */
  #bound = new Map();
  #hasEnded = false;
  #timer = 0;
  #onEvent = () => {};
  #stop = () => {};

  /** @param {number} [tab] undefined: the action opens it */
  constructor(tab) {
    if (tab !== undefined) this.watchTab(tab);
  }

  /** @param {number} tab whose navigation may have ended before its id was known */
  watchTab(tab) {
    this.#tab = tab;
    this.#tabs.add(tab);
    this.#rebind();
  }

  /** @param {string | null} action its id; null for a wait */
  begin(action) {
    this.#action = action;
    if (watches.has(this)) return;
    watches.add(this);
    this.#stop = browserApi.onDownloadCreated((item) => {
      this.#created.set(item.id, item);
      this.#bind(item);
    });
  }

  /** @param {Navigation} navigation in any tab */
  onNavigation({ kind, tab, frame, url, opened }) {
    const isOwn = this.#tabs.has(tab);
    if (kind === 'opened' && isOwn && opened !== undefined) this.#tabs.add(opened);
    if (kind === 'begun' && isOwn && frame === 0) this.#loading.add(tab);
    if (kind === 'failed') this.#failed = [...this.#failed, { tab, url }].slice(-MAX_FAILED);
    if (kind === 'failed' || kind === 'opened') this.#rebind();
    if ((kind === 'failed' || kind === 'committed') && frame === 0) this.#loaded(tab);
  }

  /** @param {number} tab */
  #loaded(tab) {
    this.#loading.delete(tab);
    if (this.#hasEnded && this.#loading.size === 0) this.#closeAfter(MAX_REPORT_MS);
  }

  #rebind() {
    for (const item of this.#created.values()) this.#bind(item);
  }

  /** @param {DownloadItem} item */
  #bind(item) {
    const bound = this.#bindOnce(item).catch(() => {});
    this.#pending.add(bound);
    void bound.then(() => {
      this.#pending.delete(bound);
      this.#onEvent();
    });
  }

  /** @param {DownloadItem} item */
  async #bindOnce(item) {
    if (this.#isOfNavigation(item)) return;
    const pages = await pagesOfTabs();
    // The navigation may have been reported in the meantime.
    if (this.#isOfNavigation(item)) return;
    const boundBy = boundByPage(item, this.#tab, pages);
    if (boundBy !== null) this.#note(item, boundBy);
  }

  /** @param {DownloadItem} item @returns {boolean} whether the tab of the download is certain */
  #isOfNavigation(item) {
    const found = this.#failed.find(
      ({ url, download }) => (download ?? item.id) === item.id && isOfNavigation(item, url),
    );
    if (!found) return false;
    found.download = item.id;
    if (this.#tabs.has(found.tab)) this.#note(item, 'navigation');
    else this.#bound.delete(item.id);
    return true;
  }

  /** @param {DownloadItem} item @param {Binding['boundBy']} boundBy */
  #note(item, boundBy) {
    const start = Date.parse(item.startTime);
    const binding = { download: item.id, tab: this.#tab, action: this.#action, boundBy, start };
    this.#bound.set(item.id, binding);
    if (this.#hasEnded) void addBinding(binding);
  }

  /** @returns {Binding[]} in the order of their starts */
  get bound() {
    return [...this.#bound.values()].sort((one, other) => one.start - other.start);
  }

  /**
   * The first download that the action has started, as the agent may know it.
   * @param {QueryAgent} agent
   * @returns {Promise<{download?: StartedDownload}>}
   */
  async report(agent) {
    const isOpen = () =>
      this.#pending.size > 0 || this.#failed.some((end) => this.#isUnmatched(end));
    await this.#until(() => !isOpen(), new Deadline(MAX_REPORT_MS));
    const [first, ...more] = this.bound;
    if (!first) return {};
    const item = await namedDownload(first.download);
    if (!item) return {};
    const name = nameOf(item, agent);
    const others = more.length ? { more: more.length } : {};
    return { download: { ...(name === null ? {} : { name }), boundBy: first.boundBy, ...others } };
  }

  /** @param {{tab: number, download?: number}} end of a navigation */
  #isUnmatched({ tab, download }) {
    return this.#tabs.has(tab) && download === undefined;
  }

  /**
   * @param {Deadline} deadline
   * @param {AbortSignal} signal
   * @returns {Promise<Binding | null>} the first download; null if none has started in time
   */
  async next(deadline, signal) {
    await this.#until(() => this.bound.length > 0 || signal.aborted, deadline, signal);
    return this.bound.at(0) ?? null;
  }

  /**
   * @param {() => boolean} isSo @param {Deadline} deadline
   * @param {AbortSignal} [signal]
   */
  async #until(isSo, deadline, signal) {
    if (!isSo()) {
      /** @type {Promise<void>} */
      const so = new Promise((resolve) => {
        this.#onEvent = () => isSo() && resolve();
      });
      const onAbort = () => this.#onEvent();
      signal?.addEventListener('abort', onAbort);
      await within(deadline, so).catch(() => {});
      signal?.removeEventListener('abort', onAbort);
    }
    this.#onEvent = () => {};
  }

  /**
   * Ends the watch, or waits for a page that is still loading: it may become a download.
   * @param {string | null} action the id of the last one that was executed
   */
  async end(action) {
    this.#hasEnded = true;
    this.#action = action;
    if (this.#loading.size) this.#closeAfter(MAX_LOAD_MS);
    else this.#close();
    for (const binding of this.bound) await addBinding({ ...binding, action });
  }

  /** @param {number} milliseconds */
  #closeAfter(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), milliseconds);
  }

  #close() {
    clearTimeout(this.#timer);
    watches.delete(this);
    this.#stop();
  }
}

/**
 * @param {number} id
 * @returns {Promise<DownloadItem | undefined>} with the name of its file, if Chrome chooses it soon
 */
async function namedDownload(id) {
  /** @type {() => void} */
  let stop = () => {};
  /** @type {Promise<void>} */
  const changed = new Promise((resolve) => {
    stop = browserApi.onDownloadChanged(id, resolve);
  });
  const [item] = await browserApi.searchDownloads({ id });
  if (item && !item.filename) await within(new Deadline(MAX_REPORT_MS), changed).catch(() => {});
  stop();
  return item?.filename ? item : (await browserApi.searchDownloads({ id })).at(0);
}
