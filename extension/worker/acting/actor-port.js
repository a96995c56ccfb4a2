//! The line to what acts in a document: open for as long as one action takes. It carries what is
//! said, and knows when the document has gone.

import * as browserApi from '../../shared/browser-api.js';
import { DocumentLost } from '../reading/documents.js';

/** @typedef {import('../reading/documents.js').PageDocument} PageDocument */
/** @typedef {import('../../page/act/action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../page/act/action-run.js').ActRequest} ActRequest */
/** @typedef {import('../../page/act/action-run.js').ActionEnd} Ended */
/** @typedef {Extract<Ended, {refused: unknown}>['refused']} Refused */
/** @typedef {import('../../page/act/action.js').RemainingKeys} Left */
/** `verified`: null where nothing was to be read back, or all is as it should be.
 * @typedef {{mutations: number, backgroundMutations: ({document: string} & BackgroundMutation)[],
 *   verified: import('../../page/act/action.js').ReadBack | null}} Report */
/** @typedef {import('../../page/act/watch/watch.js').SeenMutation} Seen */
/** @typedef {import('../../page/act/watch/watch.js').BackgroundMutation} BackgroundMutation */
/** @typedef {import('../../page/act/dialog-events.js').PageDialog} OpenedDialog */

const SCRIPT = ['page/act/actor.js'];

/** One open line. */
export class ActorLine {
  /** @type {((message: any) => void) | null} */
  #heard = null;
  /** @type {((error: Error) => void) | null} */
  #lost = null;
  /** Whether the first event may have been sent. */
  hasBegun = false;
  isOpen = true;

  /**
   * @param {PageDocument} page whose recorder is there
   * @param {(seen: Seen) => void} see
   * @param {(dialog: OpenedDialog) => void} [hear]
   */
  static async open(page, see, hear) {
    if (!page.canAct) await page.inject(SCRIPT);
    return new ActorLine(page, see, hear);
  }

  /**
   * @param {PageDocument} page
   * @param {(seen: Seen) => void} see
   * @param {(dialog: OpenedDialog) => void} [hear]
   */
  constructor(page, see, hear) {
    this.page = page;
    this.see = see;
    this.port = browserApi.connectToDocument(page.tab, page.id, 'act');
    this.port.onMessage.addListener((message) => {
      if (message.seen) this.see(message.seen);
      else if (message.dialog) hear?.(message.dialog);
      else this.#heard?.(message);
    });
    this.port.onDisconnect.addListener(() => {
      browserApi.lastError();
      this.isOpen = false;
      this.#lost?.(new DocumentLost('the document has gone'));
    });
  }

  /** From here on the document says what changes in it. */
  watch() {
    this.#post({ watch: true });
  }

  /** A dialog is open in the document: it says nothing more. */
  stop() {
    this.#lost?.(new Error('the page waits for the person'));
  }

  /**
   * The document says from here on what dialogs it opens, until the line is closed.
   * @param {string} name under which it is told of them
   */
  async hearDialogs(name) {
    await this.#ask({ dialogs: name });
  }

  /**
   * Has it done.
   * @param {ActRequest} request
   * @param {() => Promise<void>} begin called right before the first event is sent; nothing is,
   *   where it rejects
   * @returns {Promise<Ended>} rejects with `DocumentLost` when the document goes
   */
  async act(request, begin) {
    const first = await this.#ask(request);
    if (!first.begin) return first.ended;
    await begin();
    this.hasBegun = true;
    return (await this.#ask({ go: true })).ended;
  }

  /** @returns {Promise<Report>} what was seen, and what was found when it was read back */
  async report() {
    const { report } = await this.#ask({ report: true });
    const backgroundMutations = report.backgroundMutations.map((/** @type {object} */ each) => ({
      document: this.page.id,
      ...each,
    }));
    return { ...report, backgroundMutations };
  }

  /**
   * What an act would do that can't be taken back.
   * @param {WirePageAction} act @param {number} node
   * @returns {Promise<import('../policy/act-rules.js').Kind>}
   */
  async kind(act, node) {
    return (await this.#ask({ kindOf: act, node })).kind;
  }

  /** Nobody listens any more: who waits for an answer is told so. */
  close() {
    this.isOpen = false;
    this.port.disconnect();
    this.#lost?.(new DocumentLost('the line is closed'));
  }

  /** @param {object} message @returns {Promise<any>} */
  #ask(message) {
    return new Promise((resolve, reject) => {
      this.#heard = resolve;
      this.#lost = reject;
      this.#post(message);
    });
  }

  /** @param {object} message */
  #post(message) {
    if (!this.isOpen) return this.#lost?.(new DocumentLost('the document has gone'));
    try {
      this.port.postMessage(message);
    } catch {
      this.isOpen = false;
      this.#lost?.(new DocumentLost('the document has gone'));
    }
  }
}
