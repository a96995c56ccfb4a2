//! Scrolls the page of a tab, by the script that acts in it.

import { within } from '../deadline.js';
import { DocumentLost, PageDocument } from '../reading/documents.js';
import { staleUid, tabNotVisible } from '../faults.js';
import { allowedFrames } from '../browser/frames.js';
import { refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../../page/act/pointer/scroll-page.js').PageScroll} PageScroll */

const SCRIPT = ['page/act/actor.js'];

/** Scrolls one document. */
export class ActorScroll {
  /**
   * @param {import('../browser/tabs.js').ChosenTab} chosen
   * @param {import('../deadline.js').Deadline} deadline
   * @returns {Promise<ActorScroll>} of the main document
   */
  static async of(chosen, deadline) {
    const [main] = await allowedFrames(chosen);
    if (main.refused) throw main.refused;
    return new ActorScroll(chosen.id, main, deadline);
  }

  /**
   * @param {number} tab
   * @param {import('../browser/frames.js').FrameInfo} at
   * @param {import('../deadline.js').Deadline} deadline
   */
  constructor(tab, at, deadline) {
    this.url = at.url;
    this.deadline = deadline;
    this.page = new PageDocument(tab, at.document);
  }

  get document() {
    return this.page.id;
  }

  /**
   * @param {[number, number]} [to] from the left and the top; none: it stays
   * @returns {Promise<PageScroll>} where it is then
   */
  async ask(to) {
    try {
      const asked = this.#send({ axlensScroll: to ? { to } : {} });
      const at = await this.page.guard(within(this.deadline, asked));
      if (at) return at;
    } catch (error) {
      throw error instanceof DocumentLost
        ? staleUid()
        : await refusalFrom(this.page.tab, this.url, error);
    }
    throw tabNotVisible('there is nothing that scrolls the page');
  }

  /** @param {PageScroll} start where it was; a document that has gone needs no scrolling back */
  async back({ left, top }) {
    await this.#send({ axlensScroll: { to: [left, top] } }).catch(() => {});
  }

  /** @param {object} message @returns {Promise<PageScroll | null>} */
  async #send(message) {
    if (!this.page.canAct) {
      await this.page.send({ axlens: 'ping' });
      await this.page.inject(SCRIPT);
      this.page.canAct = true;
    }
    return /** @type {PageScroll | null} */ (await this.page.sendIfInjected(message));
  }
}
