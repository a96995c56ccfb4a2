//! The execution of one action on an element, or of a list of them in one document: the turn in the
//! document, the events, one wait until the page is idle, and the reports. The server judges the
//! outcomes from the reports and from the page.

import { logBegin, logEnd } from './action-log.js';
import { withoutForbiddenLoads } from './loads/forbidden-loads.js';
import { waitForGesture } from './user-gesture.js';
import { MAX_DIALOGS } from '../../shared/dialogs.js';
import { noteAct } from '../browser/activity.js';
import { answerOf } from './action-answers.js';
import { reportsOf } from './action-reports.js';
import { DownloadWatch } from '../downloads/download-watch.js';
import { DocumentStatus } from './document-status.js';
import { emulateDragEffects } from './main-world/drag-effects.js';
import { exceptionsOf } from './exceptions.js';
import { failedRequestsOf } from './failed-requests.js';
import { ActorPort } from './actor-port.js';
import { PageDocument } from '../reading/documents.js';
import * as browserApi from '../../shared/browser-api.js';
import {
  actionFailed,
  asFault,
  Fault,
  nullUnlessFault,
  perhapsSent,
  staleUid,
  userHasTab,
} from '../faults.js';
import { watchNavigations } from './navigations.js';
import { answerDialogs } from './main-world/page-dialogs.js';
import { pressRemainingKeys } from './remaining-keys.js';
import { runStoppable } from './running-actions.js';
import { runScript } from './main-world/user-script.js';
import { inDocument } from '../reading/read-document.js';
import { isOutdated } from '../reading/record-cache.js';
import { ActionRequests } from '../browser/action-requests.js';
import { idleAfter } from './idle-after.js';
import { chooseTab, describeTab } from '../browser/tabs.js';

/** @typedef {import('./actor-port.js').ActionEnd} ActionEnd */
/** @typedef {import('./actor-port.js').ActionObserved} ActionObserved */
/** @typedef {Exclude<ActionEnd, {failed: string}>} CheckedEnd */
/** @typedef {Extract<ActionEnd, {refused: object}>['refused']} ActionRefusal */
/** @typedef {import('./actor-port.js').DocumentReport} DocumentReport */
/** @typedef {import('./actor-port.js').PageDialog} PageDialog */
/** @typedef {import('./action-reports.js').ActionReport} ActionReport */
/** @typedef {import('./navigations.js').Navigation} Navigation */
/** @typedef {import('../../page/act/action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** `request`: with its effect; `allowed`: the effect that its events may have.
 * @typedef {{request: ElementActionRequest,
 *   allowed: import('../policy/permission.js').PermittedEffect}} RuledAction */
/**
 * Rules on an action right before it, with a port to its document. Returns null if the user would
 * have to be prompted.
 * @typedef {(request: ElementActionRequest, port: ActorPort) => Promise<RuledAction | null>} Rule
 */
/** @typedef {{request: ElementActionRequest, end: CheckedEnd | {fault: Fault}}} EndedAction */
/** @typedef {{request: ElementActionRequest} & ({answer: object} | {fault: Fault})} ActionAnswer */
/** @typedef {{reports: DocumentReport[], actions: ActionObserved[]}} Reports */

const TAKEN_OVER = 'This tab became the user’s during the action.';

/** @type {Reports} */
const NO_REPORTS = { reports: [], actions: [] };

/** @param {NodeHandle} target */
export const documentOf = ({ document, world }) => ({ document, world });

/** The execution of one action, or of a list of them in one document. */
export class ElementActions {
  /** @type {ActorPort[]} */
  #ports = [];
  /** @type {ActorPort | null} the port to the elements' document */
  #targetPort = null;
  /** @type {EndedAction[]} the actions that have ended, in order */
  #ended = [];
  /** The action that is being executed. */
  #current;
  /** Whether its first event may have been sent. */
  #hasBegun = false;
  /** When the first event was sent, by `Date.now()`. */
  #begunAt = 0;
  #isBusy = false;
  /** Whether the document no longer responds. */
  #isLost = false;
  /** Aborted when the user takes the tab over, with the fault. */
  #takenOver = new AbortController();
  #answersDialogs = false;
  /** @type {number[]} the tabs that the action has opened */
  #openedTabs = [];
  /** @type {PageDialog[]} */
  #dialogs = [];
  #status;
  #downloads;
  #requests;
  /** @type {import('./loads/forbidden-loads.js').Loads | null} */
  #loads = null;

  /**
   * @param {ElementActionRequest[]} requests on elements of one document, by one agent
   * @param {ChosenTab} chosen
   * @param {Rule} rule
   */
  constructor(requests, chosen, rule) {
    this.request = requests[0];
    this.requests = requests;
    this.chosen = chosen;
    this.rule = rule;
    this.#current = this.request;
    this.#requests = new ActionRequests(() => this.pageIdle.onRequests());
    this.pageIdle = idleAfter(requests, this.#requests);
    this.#status = new DocumentStatus(this.request.agent);
    this.#downloads = new DownloadWatch(chosen.id);
  }

  /**
   * @returns {Promise<ActionAnswer[]>} of the actions up to the last one that has begun, and of the
   *   first one unless the user would have to be prompted; rejects with a fault if that was not
   *   executed
   */
  async run() {
    const { chosen, request } = this;
    return await withoutForbiddenLoads({ chosen, agent: request.agent }, (loads) => {
      this.#loads = loads;
      return runStoppable(
        chosen.id,
        () => this.#stop(),
        () => this.#run(),
      );
    });
  }

  /** The user has taken the tab over. */
  #stop() {
    const fault = userHasTab(TAKEN_OVER);
    this.#takenOver.abort(this.#hasBegun ? perhapsSent(fault) : fault);
    this.pageIdle.stop();
    for (const port of this.#ports) port.end();
  }

  async #run() {
    const { id } = this.chosen;
    const unwatch = watchNavigations(id, (navigation) => this.#onNavigation(navigation));
    this.#requests.watch(id);
    try {
      await this.#execute();
      return await this.#answers(await this.#reports());
    } finally {
      unwatch();
      this.#requests.end(this.pageIdle.lastEvent);
      for (const port of this.#ports) port.close();
      await this.#downloads.end(this.#lastId());
    }
  }

  /** @returns {string} the id of the last action that was executed */
  #lastId() {
    return (this.#ended.at(-1)?.request ?? this.request).params.id;
  }

  async #execute() {
    const { target, deadline } = this.request;
    try {
      await inDocument(this.chosen, documentOf(target), deadline, (page) => this.#executeAll(page));
      await this.#pressRemainingKeys();
    } catch (error) {
      this.#endWithoutResponse(error);
    }
  }

  /** @param {PageDocument} page */
  async #executeAll(page) {
    for (const request of this.requests) {
      const isFirst = request === this.request;
      if (!isFirst && this.#hasLeft()) return;
      this.#current = request;
      this.#hasBegun = false;
      // The wait is that of the last action: what earlier ones have changed is no burst of it.
      if (!isFirst) this.pageIdle = idleAfter(this.requests, this.#requests);
      this.pageIdle.setBusy(this.#isBusy);
      const port = await this.#portTo(page);
      const ruled = await this.rule(request, port);
      const end = ruled && this.#checkEnd(await this.#executeRuled(page, port, ruled));
      // Otherwise the server requests the action alone.
      if (!end || !(isFirst || this.#hasBegun || 'done' in end)) return;
      this.#ended.push({ request: ruled.request, end });
      if (!('done' in end)) return;
    }
  }

  /** @returns {boolean} whether the actions so far may have had more effect than on their fields */
  #hasLeft() {
    const { isLoading, isStopped, navigation } = this.pageIdle;
    const hasMore = this.#dialogs.length > 0 || this.#tabsWithPages.length > 0;
    return isLoading || isStopped || navigation !== null || hasMore;
  }

  /** @returns {number[]} the other tabs in which it has opened a page */
  get #tabsWithPages() {
    return [...this.#openedTabs, ...(this.#loads?.ledTabs ?? [])];
  }

  /**
   * @param {PageDocument} page of the elements
   * @returns {Promise<ActorPort>} the same for all actions
   */
  async #portTo(page) {
    if (this.#targetPort) return this.#targetPort;
    this.#targetPort = await this.#openPort(page);
    await this.#watchMainDocument(page.id);
    return this.#targetPort;
  }

  /**
   * @param {PageDocument} page
   * @param {ActorPort} port
   * @param {RuledAction} ruled
   * @returns {Promise<ActionEnd>}
   */
  async #executeRuled(page, port, { request, allowed }) {
    const { act, activation, dryRun } = request.params;
    if (activation && !dryRun)
      await waitForGesture(this.chosen.id, page.id, this.request, this.#takenOver.signal);
    await this.#answerDialogs();
    if (isOutdated(request)) return { refused: { why: 'changed' } };
    if (act.action === 'execute_js') return await this.#runScript(port, act.script);
    this.#loads?.onNamed(allowed.tabs);
    const pageAct = /** @type {WirePageAction} */ (act);
    return await this.#sendEvents(port, request, pageAct, allowed);
  }

  /**
   * @param {ActorPort} port
   * @param {ElementActionRequest} request
   * @param {WirePageAction} act
   * @param {Effect} allowed
   * @returns {Promise<ActionEnd>}
   */
  async #sendEvents(port, request, act, allowed) {
    const { params } = request;
    const { id, units = [0, 0], skipContextCheck = false, secret = null } = params;
    const nodes = { node: request.target.node, onto: params.onto?.node ?? 0, units };
    const isDrag = act.action === 'drag' && !params.dryRun;
    const dragSignals = isDrag ? await emulateDragEffects(port.page) : '';
    const own = { dragSignals, listed: params.listed ?? '', secret };
    const more = { skipContextCheck, allowed, inList: params !== this.request.params };
    return await port.act({ act, id, ...nodes, ...more, ...own }, () => this.#begin());
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
    const begin = async () => {
      await logBegin(params.id, this.chosen.id, '');
      this.#downloads.begin(params.id);
    };
    const result = await runScript(this.chosen.id, target.document, script, begin, deadline);
    return { done: { via: 'script', ...result } };
  }

  /** Presses the remaining keys in the next document, if Tab has left the first one. */
  async #pressRemainingKeys() {
    const last = this.#ended.at(-1);
    if (!last || !('done' in last.end) || !last.end.done.left) return;
    this.#ended.pop();
    const { request, chosen } = this;
    const openPort = (/** @type {PageDocument} */ page) => this.#openPort(page);
    const begin = async () => {
      this.#checkAwaited();
      return true;
    };
    const end = await pressRemainingKeys({ request, chosen, openPort, begin }, last.end);
    this.#ended.push({ request, end: this.#checkEnd(end) });
  }

  /**
   * Called right before the first event of an action.
   * @returns {Promise<boolean>} whether to send it; rejects if it must not be sent
   */
  async #begin() {
    const { params, target } = this.#current;
    this.#checkAwaited();
    if (params.dryRun) return false;
    await logBegin(params.id, this.chosen.id, target.document);
    this.#hasBegun = true;
    if (!this.#begunAt) this.#requests.begin();
    this.#begunAt ||= Date.now();
    this.#downloads.begin(params.id);
    return true;
  }

  /** Throws if no client waits for the action any more. */
  #checkAwaited() {
    if (this.request.signal.aborted) throw staleUid();
    this.#takenOver.signal.throwIfAborted();
  }

  /** @param {ActionEnd} end @returns {CheckedEnd} */
  #checkEnd(end) {
    if ('failed' in end) throw this.#takenOver.signal.reason ?? actionFailed(end.failed);
    if ('refused' in end && end.refused.why === 'removed') throw staleUid();
    return end;
  }

  /**
   * Ends the current action. If a later one of a list has not begun, the list ends before it.
   * @param {unknown} error that occurred instead of a response of the document; thrown if the first
   *   action has not caused it
   */
  #endWithoutResponse(error) {
    const isFirst = this.#ended.length === 0;
    const isSent = this.#hasBegun;
    if (!isFirst && !isSent) return;
    // The events have removed their document by a navigation, or blocked it by a dialog.
    const isOver = (isSent && this.pageIdle.isLoading) || this.pageIdle.isStopped;
    const isCaused = isOver && !this.#takenOver.signal.aborted;
    const fault = isSent && error instanceof Fault ? perhapsSent(error) : error;
    if (!isCaused && isFirst) throw fault;
    /** @type {EndedAction['end']} */
    const end = isCaused ? { done: { via: 'pointer' } } : { fault: asFault(fault) };
    this.#isLost = !isCaused;
    this.#ended.push({ request: this.#current, end });
  }

  /** @param {PageDocument} page */
  async #openPort(page) {
    const port = await ActorPort.open(page, {
      onMutation: ({ busy }) => {
        this.#isBusy = busy;
        this.pageIdle.setBusy(busy);
        this.pageIdle.onMutation();
      },
      onDialog: (dialog) => this.#onDialog(dialog),
    });
    this.#ports.push(port);
    if (this.#answersDialogs) await this.#answerDialogsIn(port);
    return port;
  }

  /** From now on, dialogs of the page are answered, if the request says how. */
  async #answerDialogs() {
    if (this.#answersDialogs) return;
    this.#answersDialogs = true;
    for (const port of this.#ports) await this.#answerDialogsIn(port);
  }

  /** @param {ActorPort} port */
  async #answerDialogsIn(port) {
    const { dialogs } = this.request.params;
    if (!dialogs) return;
    const name = crypto.randomUUID();
    await port.reportDialogs({ name, answers: dialogs });
    await answerDialogs(port.page, name, dialogs);
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
      this.#status.onNavigation(navigation);
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

  /** @returns {Promise<ActionReport[]>} of the actions that were executed */
  async #reports() {
    const ends = this.#ended.flatMap(({ end }) => ('done' in end ? [end.done] : []));
    if (!ends.length) return [];
    if (ends.some((end) => end.reactsLate)) this.pageIdle.expectLateChange();
    const idle = await this.#waitUntilIdle();
    await this.#loads?.settled(this.request.deadline.left());
    return reportsOf(ends, idle, await this.#observations());
  }

  /** What was observed, in the documents that still exist. */
  async #observations() {
    const { navigation } = this.pageIdle;
    const { agent } = this.request;
    const blocked = this.#loads?.blocked;
    const isBlocked = this.pageIdle.isStopped && !this.#takenOver.signal.aborted;
    const isUnobserved = navigation?.kind === 'navigated' || isBlocked || this.#isLost;
    const { reports, actions } = isUnobserved ? NO_REPORTS : await this.#documentReports();
    return {
      actions,
      isLost: this.#isLost,
      ...(navigation ? { navigation: await this.#status.visible(navigation) } : {}),
      ...failedRequestsOf(reports, agent),
      ...exceptionsOf(reports, { url: this.chosen.tab.url ?? '', agent }),
      ...(await this.#downloads.report(agent)),
      ...(blocked?.size ? { blocked: true } : {}),
      mutations: reports.reduce((sum, report) => sum + report.mutations, 0),
      backgroundMutations: reports.flatMap((report) => report.backgroundMutations),
      opened: this.#tabsWithPages.filter((tab) => !blocked?.has(tab)),
      ...(this.#dialogs.length ? { dialogs: this.#dialogs } : {}),
    };
  }

  /** @returns {Promise<Reports>} */
  async #documentReports() {
    const open = this.#ports.filter((port) => port.isOpen);
    const answers = await Promise.all(
      open.map((port) => port.report(this.#begunAt).catch(nullUnlessFault)),
    );
    const target = this.#targetPort && answers.at(open.indexOf(this.#targetPort));
    const isOpen = this.#targetPort?.isOpen ?? false;
    return {
      reports: answers.filter((report) => report !== null),
      actions: (isOpen && target?.actions) || [],
    };
  }

  /** @param {ActionReport[]} reports @returns {Promise<ActionAnswer[]>} */
  async #answers(reports) {
    const [{ tab, focusedWindow }] = await Promise.all([
      reports.length
        ? chooseTab(this.chosen.id, this.request.agent).catch(() => this.chosen)
        : this.chosen,
      this.#logEnds(reports),
    ]);
    const described = describeTab(tab, focusedWindow);
    const answered = this.#ended.map(({ request, end }, index) =>
      answerOf(request, end, { tab: described, report: reports.at(index) }),
    );
    return await Promise.all(answered);
  }

  /** @param {ActionReport[]} reports of the first actions */
  async #logEnds(reports) {
    for (const [index, report] of reports.entries()) {
      const { params, target } = this.#ended[index].request;
      // After a lost answer, the lines of the actions are not attributed.
      const logged = { ...report, touched: [] };
      await logEnd(params.id, this.chosen.id, target.document, logged);
    }
  }
}
