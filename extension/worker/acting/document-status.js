//! The HTTP status of the document to which an action leads, if it is one of a failure.

import { pause } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { FAILED_STATUS } from '../../shared/request-limits.js';
import { visibleNavigation } from '../browser/tabs.js';
import { checkedStatus } from '../reading/network.js';

/** @typedef {import('./navigations.js').Navigation} Navigation */
/** @typedef {import('./page-idle.js').PageNavigation} PageNavigation */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

/** How long a report waits for the status: the document may not respond. */
const MAX_WAIT_MS = 500;

/** Reads it as soon as the document exists, so that a report rarely waits for it. */
export class DocumentStatus {
  #failed = 0;
  /** The number of documents. */
  #count = 0;
  /** Settles when the status of the last document is read. */
  #reading = Promise.resolve();

  /** @param {QueryAgent} agent */
  constructor(agent) {
    this.agent = agent;
  }

  /** @param {Navigation} navigation of the main frame */
  onNavigation({ kind, tab, url, document }) {
    if (kind !== 'committed') return;
    this.#failed = 0;
    this.#count += 1;
    // No script runs in a page that the agent must not know.
    if (visibleNavigation({ kind: 'navigated', url }, this.agent).url === undefined) return;
    this.#reading = this.#read(tab, document, this.#count);
  }

  /**
   * @param {PageNavigation} navigation
   * @returns {Promise<PageNavigation>} as the agent may know it, with the status
   */
  async visible(navigation) {
    await Promise.race([this.#reading, pause(MAX_WAIT_MS)]);
    const visible = visibleNavigation(navigation, this.agent);
    const status = this.#failed;
    return status && visible.url !== undefined ? { ...visible, status } : visible;
  }

  /** @param {number} tab @param {string | undefined} document @param {number} count */
  async #read(tab, document, count) {
    try {
      const status = checkedStatus(await browserApi.getStatus(tab, document));
      if (count === this.#count && status >= FAILED_STATUS) this.#failed = status;
    } catch {
      // The document has gone, or no script may run in it.
    }
  }
}
