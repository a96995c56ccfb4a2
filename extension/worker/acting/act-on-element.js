//! Executes one action on an element: consent, the turn in the tab, the events in the document, the
//! wait until the page is idle, and the report. The server judges the outcome from the report and
//! from the page.

import { forget, logBegin, logEnd } from './action-log.js';
import { withoutForbiddenLoads } from './forbidden-loads.js';
import { waitForGesture } from './user-gesture.js';
import { isFetching } from '../policy/act-rules.js';
import {
  ACTIONS_THAT_MAY_COMMIT,
  ACTIONS_THAT_SUBMIT,
  ACTIONS_THAT_UPLOAD,
} from '../../shared/actions.js';
import { MAX_DIALOGS } from '../../shared/dialogs.js';
import { noteAct } from '../browser/activity.js';
import { ActorPort } from './actor-port.js';
import { runActionInTab } from './running-actions.js';
import { PageDocument } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import { actionFailed, Fault, perhapsSent, staleUid } from '../faults.js';
import { watchNavigations } from './navigations.js';
import { answerDialogs } from './page-dialogs.js';
import { HARMLESS } from '../../shared/effects.js';
import { mayActNow, permitAgain, permitToAct, permittedEffect } from '../policy/permission.js';
import { pressRemainingKeys } from './remaining-keys.js';
import { runScript } from './user-script.js';
import { inDocument } from '../reading/read-document.js';
import { lastTreeName } from '../reading/record-cache.js';
import { PageIdle, WATCH_LONG_MS, WATCH_SHORT_MS } from './page-idle.js';
import { chooseTab, describeTab, visibleNavigation } from '../browser/tabs.js';

/** @typedef {import('./actor-port.js').ActionEnd} ActionEnd */
/** @typedef {Exclude<ActionEnd, {failed: string}>} CheckedEnd */
/** @typedef {Extract<ActionEnd, {refused: object}>['refused']} ActionRefusal */
/** @typedef {import('./actor-port.js').DocumentReport} DocumentReport */
/** @typedef {import('./actor-port.js').PageDialog} PageDialog */
/** @typedef {import('./navigations.js').Navigation} Navigation */
/** @typedef {import('../../page/act/action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */

/**
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @returns {Promise<object>} the answer; rejects with a fault if nothing was executed
 */
export async function actOnElement(request, chosen) {
  const classified = {
    ...request,
    effect: await effectOf(request, chosen),
    isSecret: () => isSecretField(request, chosen),
  };
  // A dry run executes nothing that the user could be asked for.
  const consented = request.params.dryRun ? null : await permitToAct(classified);
  if (consented !== null) return { consented };
  const action = new ElementAction(classified, chosen);
  return await runActionInTab(request.params.id, chosen.id, () => action.run());
}

/**
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @returns {Promise<Effect>} for some actions the document determines it
 */
async function effectOf(request, chosen) {
  const { act } = request.params;
  if (ACTIONS_THAT_UPLOAD.has(act.action)) return { ...HARMLESS, kind: 'upload' };
  if (ACTIONS_THAT_SUBMIT.has(act.action)) return { ...HARMLESS, kind: 'submit' };
  if (!ACTIONS_THAT_MAY_COMMIT.has(act.action)) return HARMLESS;
  return await withPort(request, chosen, (port) =>
    port.effect(/** @type {WirePageAction} */ (act), request.target.node),
  );
}

/**
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @returns {Promise<boolean>} whether the field is secret, also if the document does not respond
 */
const isSecretField = (request, chosen) =>
  withPort(request, chosen, (port) => port.isSecret(request.target.node)).catch(() => true);

/**
 * @template T
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @param {(port: ActorPort) => Promise<T>} use of a port to the element's document
 * @returns {Promise<T>}
 */
const withPort = ({ target, deadline }, chosen, use) =>
  inDocument(chosen, documentOf(target), deadline, async (page) => {
    const port = await ActorPort.open(page);
    try {
      return await use(port);
    } finally {
      port.close();
    }
  });

/** @param {NodeHandle} target */
const documentOf = ({ document, world }) => ({ document, world });

/** The execution of one action. */
class ElementAction {
  /** @type {ActorPort[]} */
  #ports = [];
  /** @type {ActorPort | null} the port to the element's document */
  #targetPort = null;
  /** @type {number[]} the tabs that the action has opened */
  #openedTabs = [];
  /** @type {PageDialog[]} */
  #dialogs = [];
  /** @type {import('./forbidden-loads.js').Loads | null} */
  #loads = null;

  /** @param {ElementActionRequest} request @param {ChosenTab} chosen */
  constructor(request, chosen) {
    this.request = request;
    this.chosen = chosen;
    this.pageIdle = new PageIdle(isFetching(request.params.act) ? WATCH_LONG_MS : WATCH_SHORT_MS);
  }

  /** @returns {Promise<object>} the answer */
  async run() {
    const { chosen, request } = this;
    return await withoutForbiddenLoads({ chosen, agent: request.agent }, (loads) => {
      this.#loads = loads;
      return this.#run();
    });
  }

  async #run() {
    const unwatch = watchNavigations(this.chosen.id, (navigation) =>
      this.#onNavigation(navigation),
    );
    try {
      const end = await this.#execute();
      if ('refused' in end) return await this.#refusedAnswer(end.refused);
      if ('possible' in end) return await this.#possibleAnswer();
      const { reactsLate, ...done } = end.done;
      if (reactsLate) this.pageIdle.expectLateChange();
      const idle = await this.#waitUntilIdle();
      await this.#loads?.settled(this.request.deadline.left());
      const report = { ...done, ...idle, ...(await this.#observations()) };
      return await this.#doneAnswer(report);
    } finally {
      unwatch();
      for (const port of this.#ports) port.close();
    }
  }

  /** @returns {Promise<CheckedEnd>} */
  async #execute() {
    const { target, deadline } = this.request;
    try {
      const end = await inDocument(this.chosen, documentOf(target), deadline, (page) =>
        this.#executeIn(page),
      );
      return this.#checkEnd(await this.#pressRemainingKeys(end));
    } catch (error) {
      return this.#endWithoutResponse(error);
    }
  }

  /** @param {PageDocument} page @returns {Promise<ActionEnd>} */
  async #executeIn(page) {
    const { act, activation, dryRun } = this.request.params;
    // The policy may have changed while the action waited for its turn.
    const allowed = await permittedEffect(this.request);
    if (activation && !dryRun) await this.#waitForGesture(page.id);
    const port = await this.#openPort(page);
    this.#targetPort = port;
    await this.#watchMainDocument(page.id);
    if (this.#isOutdated()) return { refused: { why: 'changed' } };
    return act.action === 'execute_js'
      ? await this.#runScript(port, act.script)
      : await this.#sendEvents(port, /** @type {WirePageAction} */ (act), allowed);
  }

  /**
   * The document was read again since the server has verified the element. What has changed since
   * the last read is compared by the page.
   */
  #isOutdated() {
    const { verifiedIn, target } = this.request.params;
    return Boolean(verifiedIn) && lastTreeName(target?.document ?? '') !== verifiedIn;
  }

  /**
   * @param {ActorPort} port
   * @param {WirePageAction} act
   * @param {Effect} allowed
   * @returns {Promise<ActionEnd>}
   */
  #sendEvents(port, act, allowed) {
    const { params, target } = this.request;
    const { id, onto, skipContextCheck = false } = params;
    const node = target.node;
    const request = { act, node, onto: onto?.node ?? 0, id, skipContextCheck, allowed };
    return port.act(request, () => this.#begin());
  }

  /**
   * Executes a script of the agent. Nothing of it remains in the page.
   * @param {ActorPort} port
   * @param {string} script
   * @returns {Promise<ActionEnd>}
   */
  async #runScript(port, script) {
    const { params, target, deadline } = this.request;
    this.#checkAwaited();
    port.watch();
    const begin = () => logBegin(params.id, this.chosen.id, '');
    const result = await runScript(this.chosen.id, target.document, script, begin, deadline);
    return { done: { via: 'script', ...result } };
  }

  /**
   * Presses the remaining keys in the next document, if Tab has left the first one.
   * @param {ActionEnd} end
   * @returns {Promise<ActionEnd>}
   */
  async #pressRemainingKeys(end) {
    if (!('done' in end) || !end.done.left) return end;
    const { request, chosen } = this;
    const openPort = (/** @type {PageDocument} */ page) => this.#openPort(page);
    const begin = async () => {
      this.#checkAwaited();
      return true;
    };
    return await pressRemainingKeys({ request, chosen, openPort, begin }, end);
  }

  /**
   * Called right before the first event.
   * @returns {Promise<boolean>} whether to send it; rejects if it must not be sent
   */
  async #begin() {
    const { params, target } = this.request;
    this.#checkAwaited();
    if (params.dryRun) return false;
    await logBegin(params.id, this.chosen.id, target.document);
    return true;
  }

  /** Throws if no client waits for the action any more. */
  #checkAwaited() {
    if (this.request.signal.aborted) throw staleUid();
  }

  /** @param {ActionEnd} end @returns {CheckedEnd} */
  #checkEnd(end) {
    if ('failed' in end) throw actionFailed(end.failed);
    if ('refused' in end && end.refused.why === 'removed') throw staleUid();
    return end;
  }

  /**
   * @param {unknown} error that occurred instead of a response of the document
   * @returns {CheckedEnd} throws a fault unless the action has caused the error
   */
  #endWithoutResponse(error) {
    const isSent = this.#targetPort?.hasBegun ?? false;
    // The events have removed their document by a navigation, or blocked it by a dialog.
    const isCaused = (isSent && this.pageIdle.isLoading) || this.pageIdle.isStopped;
    if (isCaused) return { done: { via: 'pointer' } };
    throw isSent && error instanceof Fault ? perhapsSent(error) : error;
  }

  /**
   * Waits until the user has granted a gesture. The time of the query stops in the meantime.
   * @param {string} document
   */
  async #waitForGesture(document) {
    const { deadline, waiting, signal } = this.request;
    deadline.hold();
    waiting(true);
    try {
      await waitForGesture(this.chosen.id, document, signal);
    } finally {
      waiting(false);
      deadline.release();
    }
  }

  /** @param {PageDocument} page */
  async #openPort(page) {
    const port = await ActorPort.open(page, {
      onMutation: ({ busy }) => {
        this.pageIdle.setBusy(busy);
        this.pageIdle.onMutation();
      },
      onDialog: (dialog) => this.#onDialog(dialog),
    });
    this.#ports.push(port);
    const { dialogs } = this.request.params;
    if (!dialogs) return port;
    const name = crypto.randomUUID();
    await port.reportDialogs({ name, answers: dialogs });
    await answerDialogs(page, name, dialogs);
    return port;
  }

  /** @param {PageDialog} dialog */
  #onDialog(dialog) {
    // Each document reports a bounded number; frames are not bounded.
    if (this.#dialogs.length < MAX_DIALOGS || dialog.answer === null) this.#dialogs.push(dialog);
    if (dialog.answer !== null) return;
    this.pageIdle.stop();
    for (const port of this.#ports) port.stop();
  }

  /**
   * Watches the main document too: an action in a frame often changes the page around it.
   * @param {string} document of the element
   */
  async #watchMainDocument(document) {
    const frames = await browserApi.listFrames(this.chosen.id);
    const main = frames.find((frame) => frame.frameId === 0);
    if (!main || main.documentId === document) return;
    await this.#watchDocument(main.documentId);
  }

  /** @param {string} document */
  async #watchDocument(document) {
    try {
      const page = new PageDocument(this.chosen.id, document);
      await page.send({ axlens: 'ping' });
      (await this.#openPort(page)).watch();
    } catch {
      // No script may run in the document. Its mutations are not observed.
    }
  }

  /** @param {Navigation} navigation */
  #onNavigation(navigation) {
    if (navigation.kind === 'opened') {
      if (navigation.opened === undefined) return;
      this.#openedTabs.push(navigation.opened);
      this.pageIdle.onMutation();
    } else if (navigation.frame !== 0) {
      // A new document in a frame is a mutation of the page around it.
      if (navigation.kind !== 'begun') this.pageIdle.onMutation();
    } else {
      this.pageIdle.onNavigation(navigation);
      if (navigation.kind === 'committed') void this.#watchDocument(navigation.document ?? '');
    }
  }

  async #waitUntilIdle() {
    const { agent, deadline } = this.request;
    noteAct(this.chosen.tab, agent);
    this.pageIdle.start();
    const msLeaving = (/** @type {number} */ withinMs) => this.#msLeaving(withinMs);
    return await this.pageIdle.waitUntilIdle(() => deadline.left(), msLeaving);
  }

  /** @param {number} withinMs @returns {Promise<number>} see `ActorPort.msLeaving` */
  async #msLeaving(withinMs) {
    const open = this.#ports.filter((port) => port.isOpen);
    const all = open.map((port) => port.msLeaving(withinMs).catch(() => 0));
    return Math.max(0, ...(await Promise.all(all)));
  }

  /** @returns {Promise<object>} what was observed, in the documents that still exist */
  async #observations() {
    const { navigation } = this.pageIdle;
    const { agent } = this.request;
    const blocked = this.#loads?.blocked;
    const isUnobserved = navigation?.kind === 'navigated' || this.pageIdle.isStopped;
    const reports = isUnobserved ? [] : await this.#documentReports();
    const verified = reports.at(0)?.verified;
    return {
      ...(navigation ? { navigation: visibleNavigation(navigation, agent) } : {}),
      ...(verified ? { verified } : {}),
      ...(blocked?.size ? { blocked: true } : {}),
      mutations: reports.reduce((sum, report) => sum + report.mutations, 0),
      backgroundMutations: reports.flatMap((report) => report.backgroundMutations),
      opened: this.#openedTabs.filter((tab) => !blocked?.has(tab)),
      ...(this.#dialogs.length ? { dialogs: this.#dialogs } : {}),
    };
  }

  /** @returns {Promise<DocumentReport[]>} the report of the element's document first */
  async #documentReports() {
    const open = this.#ports.filter((port) => port.isOpen);
    const reports = await Promise.all(open.map((port) => port.report().catch(() => null)));
    return reports.filter((report) => report !== null);
  }

  /**
   * The answer if nothing was sent. If the surroundings of the element have changed, the same
   * action may be requested again, with a new permit.
   * @param {ActionRefusal} refused
   */
  async #refusedAnswer(refused) {
    if (refused.why !== 'changed') return { refused };
    await forget(this.request.params.id);
    return { refused: { ...refused, ...permitAgain(this.request) } };
  }

  /** The answer of a dry run. */
  async #possibleAnswer() {
    const { tab, focusedWindow } = this.chosen;
    const needsConsent = (await mayActNow(this.request)) === null;
    return { possible: { tab: describeTab(tab, focusedWindow), needsConsent } };
  }

  /** @param {object} report */
  async #doneAnswer(report) {
    const { params, agent, target } = this.request;
    const [{ tab, focusedWindow }] = await Promise.all([
      chooseTab(this.chosen.id, agent).catch(() => this.chosen),
      logEnd(params.id, this.chosen.id, target.document, report),
    ]);
    return { done: { tab: describeTab(tab, focusedWindow), report } };
  }
}
