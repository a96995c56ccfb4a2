//! Does one action to an element: permission, the document, the events, and the wait until the page
//! is at rest. What came of it, the server finds out by comparing; here is only what was seen.

import { forgive, noteBegun, noteEnded } from './act-log.js';
import { awaitActivation } from './user-gesture.js';
import { isFetching } from '../policy/act-rules.js';
import {
  ACTIONS_THAT_MAY_COMMIT,
  ACTIONS_THAT_SUBMIT,
  ACTIONS_THAT_UPLOAD,
} from '../../shared/actions.js';
import { noteAct } from '../browser/activity.js';
import { ActorLine } from './actor-port.js';
import { inTabTurn } from './running-actions.js';
import { DocumentLost, PageDocument } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { actionFailed, Fault, perhapsSent, staleUid } from '../faults.js';
import { watchNavigations } from './navigations.js';
import { answerDialogs } from './page-dialogs.js';
import { mayActNow, permitAgain, permitToAct } from '../policy/permission.js';
import { pressOn } from './press-on.js';
import { runScript } from './user-script.js';
import { inDocument } from '../reading/read-document.js';
import { PageIdle, WATCH_LONG_MS, WATCH_SHORT_MS } from './page-idle.js';
import { chooseTab, describeTab } from '../browser/tabs.js';

/** @typedef {import('./actor-port.js').Ended} Ended */
/** @typedef {import('./actor-port.js').Report} Report */
/** @typedef {import('../../page/act/action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../policy/permission.js').Wish & {target: NodeHandle}} Wish */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./actor-port.js').OpenedDialog} OpenedDialog */

const NOTHING_SEEN = { mutations: 0, backgroundMutations: [], unseen: true };

/**
 * @param {Wish} wish
 * @param {ChosenTab} chosen
 * @returns {Promise<object>} the answer; rejects with a fault where nothing was done
 */
export async function actOnElement(wish, chosen) {
  const asking = { ...wish, kind: await kindOf(wish, chosen) };
  const consented = await permitToAct(asking);
  if (consented !== null) return { consented };
  const { id } = wish.params;
  return await inTabTurn(id, chosen.id, () => new ElementAct(asking, chosen).done());
}

/**
 * What an action would do that can't be taken back, as the document says.
 * @param {Wish} wish @param {ChosenTab} chosen
 * @returns {Promise<import('../policy/act-rules.js').Kind>}
 */
async function kindOf({ params, target, deadline }, chosen) {
  const { act } = params;
  if (ACTIONS_THAT_UPLOAD.has(act.action)) return 'upload';
  if (ACTIONS_THAT_SUBMIT.has(act.action)) return 'submit';
  if (!ACTIONS_THAT_MAY_COMMIT.has(act.action)) return 'harmless';
  return await inDocument(chosen, documentOf(target), deadline, async (page) => {
    const line = await ActorLine.open(page, () => {});
    try {
      return await line.kind(/** @type {WirePageAction} */ (act), target.node);
    } finally {
      line.close();
    }
  });
}

/** @param {NodeHandle} target */
const documentOf = ({ document, world }) => ({ document, world });

/** One action under way. */
class ElementAct {
  /** @type {ActorLine[]} */
  #lines = [];
  /** @type {number[]} tabs that it has opened */
  #opened = [];
  /** @type {OpenedDialog[]} dialogs that the page has opened */
  #dialogs = [];

  /** @param {Wish} wish @param {ChosenTab} chosen */
  constructor(wish, chosen) {
    this.wish = wish;
    this.chosen = chosen;
    const { act } = wish.params;
    this.pageIdle = new PageIdle(isFetching(act) ? WATCH_LONG_MS : WATCH_SHORT_MS);
  }

  async done() {
    const { params, agent, deadline } = this.wish;
    const end = watchNavigations(this.chosen.id, (navigation) => this.#hear(navigation));
    try {
      const ended = await this.#send();
      if ('refused' in ended) return await this.#refused(ended.refused);
      noteAct(this.chosen.tab, agent);
      this.pageIdle.begin();
      const rest = await this.pageIdle.rest(() => deadline.left());
      const report = { ...ended.done, ...rest, ...(await this.#found()) };
      const [tab] = await Promise.all([
        chooseTab(this.chosen.id, agent).catch(() => this.chosen),
        noteEnded(params.id, this.chosen.id, this.wish.target.document, report),
      ]);
      return { done: { tab: describeTab(tab.tab, tab.focusedWindow), report } };
    } finally {
      end();
      for (const line of this.#lines) line.close();
    }
  }

  /**
   * Sends the events.
   * @returns {Promise<Exclude<Ended, {failed: string}>>}
   */
  async #send() {
    const { params, target, deadline } = this.wish;
    const { act, id } = params;
    /** @type {ActorLine | null} */
    let line = null;
    try {
      const ended = await inDocument(this.chosen, documentOf(target), deadline, async (page) => {
        // It may have waited for its turn: what forbids it now counts.
        await mayActNow(this.wish);
        if (params.activation) await this.#awaitUser(page.id);
        line = await this.#open(page);
        await this.#watchMain(page.id);
        if (act.action === 'execute_js') return await this.#run(line, act.script);
        const request = {
          act: /** @type {WirePageAction} */ (act),
          node: target.node,
          onto: params.onto?.node ?? 0,
          id,
          skipContextCheck: params.skipContextCheck ?? false,
        };
        return await line.act(request, () => this.#begin());
      });
      return this.#check(await this.#goOn(ended));
    } catch (error) {
      const sent = /** @type {ActorLine | null} */ (line)?.hasBegun ?? false;
      // A document that goes while the events are sent has had its navigation.
      if (sent && this.pageIdle.isLoading) return { done: { via: 'pointer' } };
      if (this.pageIdle.isStopped) return { done: { via: 'pointer' } };
      throw sent && error instanceof Fault ? perhapsSent(error) : error;
    }
  }

  /**
   * The keys that are left, where Tab has left the document.
   * @param {Ended} ended @returns {Promise<Ended>}
   */
  async #goOn(ended) {
    if (!('done' in ended) || !ended.done.left) return ended;
    const { wish, chosen } = this;
    const open = (/** @type {PageDocument} */ page) => this.#open(page);
    return await pressOn({ wish, chosen, open, begin: async () => this.#checkAwaited() }, ended);
  }

  /**
   * Nothing was sent. Where the element changed meanwhile, it may come again after another look.
   * @param {import('./actor-port.js').Refused} refused
   */
  async #refused(refused) {
    if (refused.why !== 'changed') return { refused };
    await forgive(this.wish.params.id);
    return { refused: { ...refused, ...permitAgain(this.wish) } };
  }

  /** The first event is about to be sent. Rejects where it must not be. */
  async #begin() {
    const { params, target } = this.wish;
    this.#checkAwaited();
    await noteBegun(params.id, this.chosen.id, target.document);
  }

  /** Throws where nobody waits for it any more. */
  #checkAwaited() {
    if (this.wish.signal.aborted) throw staleUid();
  }

  /**
   * Waits for the user's gesture; no time of the query passes meanwhile.
   * @param {string} document
   */
  async #awaitUser(document) {
    const { deadline, waiting, signal } = this.wish;
    deadline.hold();
    waiting(true);
    try {
      await awaitActivation(this.chosen.id, document, signal);
    } finally {
      waiting(false);
      deadline.release();
    }
  }

  /**
   * Runs a script of the agent's. The page knows nothing of it, whoever asks later.
   * @param {ActorLine} line @param {string} script
   * @returns {Promise<Ended>}
   */
  async #run(line, script) {
    const { params, target, signal, deadline } = this.wish;
    if (signal.aborted) throw staleUid();
    line.watch();
    const begin = () => noteBegun(params.id, this.chosen.id, '');
    const came = await runScript(this.chosen.id, target.document, script, begin, deadline);
    return { done: { via: 'script', ...came } };
  }

  /** @param {Ended} ended @returns {Exclude<Ended, {failed: string}>} */
  #check(ended) {
    if ('failed' in ended) throw actionFailed(ended.failed);
    if ('refused' in ended && ended.refused.why === 'removed') throw staleUid();
    return ended;
  }

  /** @param {PageDocument} page */
  async #open(page) {
    const line = await ActorLine.open(
      page,
      (seen) => this.#see(seen),
      (dialog) => this.#hearDialog(dialog),
    );
    this.#lines.push(line);
    const { dialogs } = this.wish.params;
    if (!dialogs) return line;
    const name = crypto.randomUUID();
    await line.hearDialogs(name);
    await answerDialogs(page, name, dialogs);
    return line;
  }

  /** @param {OpenedDialog} dialog */
  #hearDialog(dialog) {
    this.#dialogs.push(dialog);
    if (dialog.answer !== null) return;
    this.pageIdle.stop();
    for (const line of this.#lines) line.stop();
  }

  /**
   * What happens in a frame often shows in the page around it.
   * @param {string} document of the element
   */
  async #watchMain(document) {
    const frames = await browserApi.listFrames(this.chosen.id);
    const main = frames.find((frame) => frame.frameId === 0);
    if (!main || main.documentId === document) return;
    await this.#watchPage(main.documentId);
  }

  /** @param {string} document */
  async #watchPage(document) {
    try {
      const page = new PageDocument(this.chosen.id, document);
      await page.send({ axlens: 'ping' });
      (await this.#open(page)).watch();
    } catch {
      // A page that no script may enter changes unseen.
    }
  }

  /** @param {import('../../page/act/watch/watch.js').SeenMutation} seen */
  #see({ busy }) {
    this.pageIdle.busy(busy);
    this.pageIdle.changed();
  }

  /** @param {import('./navigations.js').Navigation} navigation */
  #hear(navigation) {
    if (navigation.kind === 'opened' && navigation.opened !== undefined) {
      this.#opened.push(navigation.opened);
      this.pageIdle.changed();
    }
    if (navigation.kind === 'opened') return;
    // A frame that is loaded anew is a change of the page around it.
    if (navigation.frame !== 0) {
      if (navigation.kind !== 'begun') this.pageIdle.changed();
      return;
    }
    this.pageIdle.onNavigation(navigation);
    // In the new page too it is watched when it comes to rest.
    if (navigation.kind === 'committed') void this.#watchPage(navigation.document ?? '');
  }

  /** What was seen, as the documents that are still there say. */
  async #found() {
    const { navigation, watchMs } = this.pageIdle;
    const silent = navigation?.kind === 'navigated' || this.pageIdle.isStopped;
    const reports = silent ? [] : await this.#reports();
    const verified = reports.at(0)?.verified;
    return {
      watchedMs: watchMs,
      ...(navigation ? { navigation } : {}),
      ...(verified ? { verified } : {}),
      mutations: reports.reduce((sum, report) => sum + report.mutations, 0),
      backgroundMutations: reports.flatMap((report) => report.backgroundMutations),
      opened: this.#opened,
      ...(this.#dialogs.length ? { dialogs: this.#dialogs } : {}),
    };
  }

  /** @returns {Promise<Report[]>} that of the element's document first */
  async #reports() {
    const open = this.#lines.filter((line) => line.isOpen);
    const asked = open.map((line) => line.report().catch(() => null));
    return (await Promise.all(asked)).filter((report) => report !== null);
  }
}

/**
 * How an act ended that nobody was told the end of. `never`: nothing was sent to the page; neither
 * of them: nobody can tell.
 * @param {import('./act-log.js').LoggedAct} act
 * @returns {Promise<{report?: object, never?: true}>}
 */
export async function endOf(act) {
  if (act.revoked) return { never: true };
  if (act.report) return { report: act.report };
  if (act.document === '') return {};
  const page = new PageDocument(act.tab, act.document);
  try {
    const response = await page.sendIfInjected({ axlensAct: act.id });
    const { begun, end } =
      /** @type {{begun?: boolean, end?: {refused?: object, done?: {left?: object}}}} */ (
        fieldsOf(response)
      );
    // The document is there: what it does not know of was not done in it.
    if (!begun || end?.refused) return { never: true };
    // The keys that were left went to another document, or to none.
    if (end?.done?.left) return {};
    return end?.done ? { report: { ...end.done, ...NOTHING_SEEN } } : {};
  } catch (error) {
    if (error instanceof DocumentLost) return {};
    throw error;
  }
}
