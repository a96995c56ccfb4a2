//! Scrolls the main document of a tab with the actor.

import { within } from '../deadline.js';
import { DocumentLost, PageDocument } from '../reading/documents.js';
import { staleUid, tabNotVisible } from '../faults.js';
import { allowedFrames } from '../browser/frames.js';
import { refusalFrom } from '../browser/tabs.js';

/** @typedef {import('../../page/act/pointer/scroll-page.js').PageScroll} PageScroll */
/** @typedef {import('../deadline.js').Deadline} Deadline */

const SCRIPT = ['page/act/actor.js'];

export class ActorScroll {
  /**
   * @param {import('../browser/tabs.js').ChosenTab} chosen
   * @param {Deadline} deadline
   * @returns {Promise<ActorScroll>} of the main document
   */
  static async of(chosen, deadline) {
    const [main] = await allowedFrames(chosen);
    if (main.refused) throw main.refused;
    return new ActorScroll(chosen.id, main, deadline);
  }

  /**
   * @param {number} tab
   * @param {import('../browser/frames.js').FrameInfo} frame
   * @param {Deadline} deadline
   */
  constructor(tab, frame, deadline) {
    this.url = frame.url;
    this.deadline = deadline;
    this.page = new PageDocument(tab, frame.document);
  }

  get document() {
    return this.page.id;
  }

  /** @returns {Promise<PageScroll>} the current position */
  async position() {
    return await this.#scroll({});
  }

  /**
   * @param {number} left
   * @param {number} top
   * @returns {Promise<PageScroll>} the new position
   */
  async scrollTo(left, top) {
    return await this.#scroll({ to: [left, top] });
  }

  /** @param {PageScroll} position to scroll back to, if the document still exists */
  async restore({ left, top }) {
    await this.#send({ axlensScroll: { to: [left, top] } }).catch(() => {});
  }

  /** @param {{to?: [number, number]}} request @returns {Promise<PageScroll>} */
  async #scroll(request) {
    try {
      const response = this.#send({ axlensScroll: request });
      const position = await this.page.guard(within(this.deadline, response));
      if (position) return position;
    } catch (error) {
      throw error instanceof DocumentLost
        ? staleUid()
        : await refusalFrom(this.page.tab, this.url, error);
    }
    throw tabNotVisible('the page has no element that scrolls it');
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
