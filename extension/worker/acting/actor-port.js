//! The port to the actor in a document, which is open during one action, or a list of actions. It
//! sends requests, and detects that the document was removed.

import * as browserApi from '../../shared/browser-api.js';
import { Fault } from '../faults.js';
import { DocumentLost } from '../reading/documents.js';

/** @typedef {import('../reading/documents.js').PageDocument} PageDocument */
/** @typedef {import('../../page/act/action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../page/act/action-run.js').ActRequest} ActRequest */
/** @typedef {import('../../page/act/action-run.js').PortRequest} PortRequest */
/**
 * How an action ended. `possible`: it was only checked.
 * @typedef {import('../../page/act/action-run.js').ActionEnd | {possible: true}} ActionEnd
 */
/** @typedef {import('../../page/act/action-run.js').ActionObserved} ActionObserved */
/** @typedef {import('../../page/act/watch/watch.js').SeenMutation} SeenMutation */
/** @typedef {import('../../page/act/watch/watch.js').ElementMutations} ElementMutations */
/** @typedef {import('../../page/act/dialog-events.js').PageDialog} PageDialog */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/**
 * What one document reports after its actions. `actions`: those that were executed, in order.
 * @typedef {{document: string, mutations: number, actions: ActionObserved[], failed?: unknown,
 *   exceptions?: unknown,
 *   backgroundMutations: ({document: string} & ElementMutations)[]}} DocumentReport
 */
/**
 * What the actor posts. `seen` and `dialog` are events, the others answer a request.
 * @typedef {{seen?: SeenMutation, dialog?: PageDialog, begin?: true, ended: ActionEnd,
 *   effect: Effect, secret?: boolean, report: DocumentReport, msLeaving?: number,
 *   reportsDialogs?: true}} ActorResponse
 */
/**
 * @typedef {{onMutation?: (seen: SeenMutation) => void, onDialog?: (dialog: PageDialog) => void}}
 *   Listeners
 */

const SCRIPT = ['page/act/actor.js'];

export class ActorPort {
  /** @type {((message: ActorResponse) => void) | null} */
  #resolve = null;
  /** @type {((error: Error) => void) | null} */
  #reject = null;
  /** @type {Fault | null} why the document does not respond */
  #blocked = null;
  isOpen = true;

  /**
   * Injects the actor if necessary, and opens a port to it.
   * @param {PageDocument} page in which the recorder is injected
   * @param {Listeners} [listeners]
   */
  static async open(page, listeners = {}) {
    if (!page.canAct) await page.inject(SCRIPT);
    return new ActorPort(page, listeners);
  }

  /** @param {PageDocument} page @param {Listeners} listeners */
  constructor(page, { onMutation, onDialog }) {
    this.page = page;
    this.port = browserApi.connectToDocument(page.tab, page.id, 'act');
    this.port.onMessage.addListener((/** @type {ActorResponse} */ message) => {
      if (message.seen) onMutation?.(message.seen);
      else if (message.dialog) onDialog?.(message.dialog);
      else this.#resolve?.(message);
    });
    this.port.onDisconnect.addListener(() => {
      browserApi.lastError();
      this.#onDocumentLost();
    });
  }

  /** Makes the document report its mutations from now on. */
  watch() {
    this.#post({ watch: true });
  }

  /** Makes the document send no further event of the action that is under way. */
  end() {
    this.#post({ stop: true });
  }

  /** Rejects the pending request: a dialog blocks the document. */
  stop() {
    this.#reject?.(new Error('a dialog of the page waits for the user'));
  }

  /**
   * Makes the document report its dialogs until the port is closed.
   * @param {import('../../page/act/action-run.js').DialogReports} dialogs
   */
  async reportDialogs(dialogs) {
    await this.#request({ dialogs });
  }

  /**
   * Executes an action.
   * @param {ActRequest} request
   * @param {() => Promise<boolean>} begin called right before the first event: whether to send it;
   *   if it rejects, nothing is sent
   * @returns {Promise<ActionEnd>} rejects with `DocumentLost` if the document is removed
   */
  async act(request, begin) {
    const response = await this.#request(request);
    if (!response.begin) return response.ended;
    if (!(await begin())) return { possible: true };
    return (await this.#request({ go: true })).ended;
  }

  /**
   * @param {number} begin when the first event was sent, by `Date.now()`
   * @returns {Promise<DocumentReport>} the mutations, and the results of reading back; rejects with
   *   `page_blocked` if a dialog has opened in a later task of the page
   */
  async report(begin) {
    const { report } = await this.#guarded({ reportSince: begin });
    const backgroundMutations = report.backgroundMutations.map((mutation) => ({
      ...mutation,
      document: this.page.id,
    }));
    return { ...report, document: this.page.id, backgroundMutations };
  }

  /**
   * @param {number} withinMs
   * @returns {Promise<number>} milliseconds until everything has left the document that began to
   *   fade out during the action and ends within `withinMs`
   */
  async msLeaving(withinMs) {
    return (await this.#guarded({ leavingWithin: withinMs })).msLeaving ?? 0;
  }

  /**
   * @param {WirePageAction} action
   * @param {number} node
   * @returns {Promise<Effect>} the effect that the action would have
   */
  async effect(action, node) {
    return (await this.#request({ effectOf: action, node })).effect;
  }

  /**
   * @param {number} node 0 for what has the focus
   * @returns {Promise<boolean>} whether it is secret, also if that is unknown
   */
  async isSecret(node) {
    return (await this.#request({ secretAt: node })).secret !== false;
  }

  /** Closes the port and rejects the pending request. */
  close() {
    this.isOpen = false;
    this.port.disconnect();
    this.#reject?.(new DocumentLost('the port was closed'));
  }

  /**
   * @param {PortRequest} request
   * @returns {Promise<ActorResponse>} rejects with `page_blocked` if the document does not respond,
   *   also to all later requests: its late response would be taken for theirs
   */
  async #guarded(request) {
    if (this.#blocked) throw this.#blocked;
    try {
      return await this.page.guard(this.#request(request));
    } catch (error) {
      if (error instanceof Fault) this.#blocked = error;
      throw error;
    }
  }

  /** @param {PortRequest} request @returns {Promise<ActorResponse>} */
  #request(request) {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#post(request);
    });
  }

  /** @param {PortRequest} request */
  #post(request) {
    if (!this.isOpen) return this.#onDocumentLost();
    try {
      this.port.postMessage(request);
    } catch {
      this.#onDocumentLost();
    }
  }

  #onDocumentLost() {
    this.isOpen = false;
    this.#reject?.(new DocumentLost('the document was removed'));
  }
}
