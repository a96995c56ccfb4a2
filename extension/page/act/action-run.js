//! One action in this document, or a list of them, over a port that is open until the last one has
//! ended. The worker sends requests; the run posts when the first event of an action is about to be
//! sent, how the action ended, and what changes meanwhile.

import { HARMLESS, isWithin } from '../../shared/effects.js';
import { parentElementOf } from '../dom/dom.js';
import { effectOf } from './checks/effect.js';
import { OtherEffect, endPermit, permitEffect } from './checks/permitted-effect.js';
import { RowText } from './checks/row-text.js';
import { isSecret } from './checks/secrets.js';
import { reportDialogs } from './dialog-events.js';
import { watchSelection } from './editing/selection-events.js';
import { rememberBegin, rememberEnd } from './ended-actions.js';
import { send } from './events.js';
import { focusedElement, keyTarget } from './flat-tree.js';
import { releases } from './held-input.js';
import { labellersOf } from './dom-methods.js';
import { perform } from './perform.js';
import { endDragEffects } from './pointer/drag-effects.js';
import { attributionEnded } from './watch/action-attribution.js';
import { Watch } from './watch/watch.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */
/** @typedef {import('./action.js').ActionResult} ActionResult */
/** @typedef {import('./action.js').Execution} Execution */
/** @typedef {import('./action.js').PageAction} PageAction */
/** @typedef {import('./action.js').PageRefusal} PageRefusal */
/** @typedef {import('./action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/** @typedef {import('../../types/protocol').SecretValue} SecretValue */
/**
 * A request to execute an action. `node`: of its element, 0 for what has the focus; `onto`: of the
 * element to drag to, 0 without one; `units`: of the elements whose texts identify these two, 0
 * without one; `skipContextCheck`: act even if the surroundings of the
 * element have changed; `inList`: the document was not read again since the actions before it;
 * `allowed`: the effect that the action may have; `dragSignals`: the name of the signals of a drag,
 * empty for other actions; `secret`: null for other actions.
 * @typedef {{act: WirePageAction, node: number, onto: number, id: string,
 *   units: number[], skipContextCheck: boolean, inList: boolean, allowed: Effect,
 *   dragSignals: string, listed: string, secret: SecretValue | null}} ActRequest
 */
/**
 * What is known at the end of the wait of an action that was executed. `verified`: null if there
 * was nothing to read back, or the value is the requested one; `changed`: between its begin and
 * that of the next action, only of one in a list.
 * @typedef {{verified: import('./action.js').ReadBack | null,
 *   changed: import('./watch/watch.js').ActionMutations}} ActionObserved
 */
/**
 * The events that report dialogs, and how the request answers them.
 * @typedef {{name: string, answers: import('../../types/protocol').Dialogs}} DialogReports
 */
/**
 * What the worker requests over the port. `effectOf`: the action whose effect is requested;
 * `secretAt`: the node that is requested to be secret or not, 0 for what has the focus; `go`: the
 * first event may be sent; `stop`: no further one may be sent; `reportSince`: when the first one
 * was; `leavingWithin`: how long something is still fading out is requested, of what will end
 * within these milliseconds.
 * @typedef {Partial<ActRequest> & {watch?: true, leavingWithin?: number, dialogs?: DialogReports,
 *   effectOf?: WirePageAction, secretAt?: number, go?: true, stop?: true,
 *   reportSince?: number}} PortRequest
 */
/**
 * How an action ended. `refused`: nothing was sent; `by`: node ids of the element that covers the
 * target and of its ancestors; `failed`: it broke off at an unknown point; `unseen`: the value is
 * secret, and so is whether it changed.
 * @typedef {{refused: Omit<PageRefusal, 'by'> & {by?: number[]}} |
 *   {done: Omit<Execution, 'verify'> & {unseen?: true}} | {failed: string}} ActionEnd
 */

const TAKEN_OVER = 'the user has taken over the tab';

/** At most this many elements are listed from a covering element to the root. */
const MAX_ANCESTORS = 12;

/**
 * Reports every navigation of the document in the task in which it begins. TypeScript does not know
 * it yet.
 * @type {EventTarget | undefined}
 */
const navigations = Reflect.get(globalThis, 'navigation');

/** @type {import('./watch/watch.js').ActionMutations} */
const NOTHING = { mutations: 0, touched: [] };

/** Actions that can change the value of a field. */
const VALUE_ACTIONS = new Set(['fill', 'fill_secret', 'clear', 'set', 'type', 'select', 'press']);

/** @param {Element | null} element null: what has the focus */
function holdsSecret(element) {
  const field = element ?? focusedElement();
  return field !== null && isSecret(field);
}

/**
 * @param {import('./action.js').ActionHint | undefined} hint of the action
 * @returns {{hint?: import('./action.js').ActionHint}} in a hidden tab, why the effect may be late
 */
function hintOf(hint) {
  if (hint) return { hint };
  return document.visibilityState === 'hidden' ? { hint: 'tab_hidden' } : {};
}

/** @returns {Promise<void>} resolves in a new task */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/**
 * @param {WirePageAction} action
 * @param {Element | null} dragTarget
 * @returns {PageAction}
 */
function resolveAction(action, dragTarget) {
  if (action.action === 'press') return { ...action, keys: [action.keys].flat() };
  if (action.action !== 'drag') return action;
  const { to, ...rest } = action;
  if ('by' in to) return { ...rest, to: { by: to.by } };
  if (!dragTarget) return { ...rest, to: { by: [0, 0] } };
  return { ...rest, to: { element: dragTarget, position: to.position } };
}

/** @typedef {import('./watch/watch.js').ActionMutations} ActionMutations */
/** An action that was executed, and what changed until the next one.
 * @typedef {{execution: Execution, changed: ActionMutations}} Executed */

/** The row or the surroundings of the element have changed. */
class ContextChanged extends Error {
  /** @param {boolean} pressed an event that may have had an effect was sent */
  constructor(pressed) {
    super('the surroundings of the element have changed');
    /** @type {PageRefusal['why']} */
    this.why = pressed ? 'changed_midway' : 'changed';
  }
}

/** The actions of one port, from its first message to its end. */
export class ActionRun {
  /** @type {Watch | null} */
  #watch = null;
  /** @type {Executed[]} those that were executed, in order */
  #executed = [];
  /** A navigation has begun. */
  #isLeaving = false;
  /** @type {((mayBegin: boolean) => void) | null} */
  #resolveBegin = null;
  /** @type {RowText | null} from the first event on */
  #row = null;
  #endDialogs = () => {};
  #isOver = false;
  /** The user has taken the tab over. */
  #isStopped = false;
  #stop = () => {};
  /** @type {Promise<void>} settles then */
  #stopped = new Promise((resolve) => {
    this.#stop = resolve;
  });

  /** @param {chrome.runtime.Port} port @param {Recorder} recorder */
  constructor(port, recorder) {
    this.port = port;
    this.recorder = recorder;
    port.onMessage.addListener((message) => void this.#onMessage(message));
    port.onDisconnect.addListener(() => this.#end());
  }

  /** @param {PortRequest} request */
  async #onMessage(request) {
    if (request.watch) this.#startWatch();
    if (request.dialogs) this.#reportDialogs(request.dialogs);
    if (request.act) {
      const ended = await this.#run(/** @type {ActRequest} */ (request));
      this.#post({ ended });
    }
    if (request.effectOf)
      this.#post({ effect: this.#effectOf(request.effectOf, request.node ?? 0) });
    if (request.secretAt !== undefined) this.#post({ secret: this.#isSecretAt(request.secretAt) });
    if (request.go) this.#resolveBegin?.(true);
    if (request.stop) {
      this.#isStopped = true;
      this.#stop();
    }
    if (request.leavingWithin !== undefined)
      this.#post({ msLeaving: this.#watch?.msLeaving(request.leavingWithin) ?? 0 });
    if (request.reportSince !== undefined)
      this.#post({ report: this.#report(request.reportSince) });
  }

  #startWatch() {
    this.#watch ??= new Watch(this.recorder, (seen) => this.#post({ seen }));
    navigations?.addEventListener('navigate', this.#onNavigate);
  }

  /** @param {DialogReports} reports */
  #reportDialogs({ name, answers }) {
    this.#endDialogs = reportDialogs(name, answers, (dialog) => this.#post({ dialog }));
    this.#post({ reportsDialogs: true });
  }

  /** @param {WirePageAction} action @param {number} node @returns {Effect} */
  #effectOf(action, node) {
    const element = node === 0 ? keyTarget() : this.recorder.element(node);
    return element ? effectOf(element, resolveAction(action, null)) : HARMLESS;
  }

  /** @param {number} node @returns {boolean} also for an element that was removed */
  #isSecretAt(node) {
    const element = node === 0 ? null : this.recorder.element(node);
    return element === undefined || holdsSecret(element);
  }

  /**
   * @param {ActRequest} request
   * @returns {Promise<ActionEnd>}
   */
  async #run(request) {
    try {
      return await this.#runWithEffects(request);
    } finally {
      endDragEffects(request.dragSignals);
    }
  }

  /**
   * @param {ActRequest} request
   * @returns {Promise<ActionEnd>}
   */
  async #runWithEffects(request) {
    const { act, node, onto, id, units, skipContextCheck, inList, allowed } = request;
    if (inList) this.#endPrevious();
    if (inList && (this.#isLeaving || this.#isValueRefused()))
      return { refused: { why: 'changed' } };
    const element = node === 0 ? null : this.recorder.element(node);
    const dragTarget = onto === 0 ? null : this.recorder.element(onto);
    if (element === undefined || dragTarget === undefined) return { refused: { why: 'removed' } };
    this.#startWatch();
    const [unit, ontoUnit] = units.map((each) => (each === 0 ? null : this.recorder.element(each)));
    if (unit === undefined || ontoUnit === undefined) return { refused: { why: 'changed' } };
    const begin = async () => {
      const surroundings = [unit ?? element, ontoUnit ?? dragTarget];
      await this.#begin(skipContextCheck ? [] : surroundings);
      if (inList && element && this.#hasOtherLabel(element)) throw new ContextChanged(false);
      const effect = this.#effectOf(act, node);
      if (!isWithin(allowed, effect, location.origin)) throw new ContextChanged(false);
      permitEffect(this, allowed);
      this.#watch?.addTarget(element ?? keyTarget(), effect);
      rememberBegin(id);
      this.#row = element && new RowText(element, unit, this.recorder.backgroundMutators());
    };
    const hooks = {
      begin,
      nextTask: () => this.#nextTask(),
      hold: (/** @type {number} */ milliseconds) => this.#hold(milliseconds),
      ensureSameRow: (pressed = false) => this.#ensureSameRow(pressed),
      lastChange: () => this.recorder.lastChange(),
      roots: () => this.recorder.roots(),
      dragSignals: request.dragSignals,
      listed: request.listed,
      secret: request.secret,
    };
    const end = await this.#perform(element, resolveAction(act, dragTarget), hooks);
    endPermit(this);
    rememberEnd(id, end);
    return end;
  }

  /** What has changed since the begin of the action before belongs to that one. */
  #endPrevious() {
    const previous = this.#executed.at(-1);
    if (previous && this.#watch) previous.changed = this.#watch.takeMutations();
  }

  #onNavigate = () => {
    this.#isLeaving = true;
  };

  /**
   * @returns {boolean} the field of the action before has another value than the requested one. The
   *   server decides whether it is the same in another format.
   */
  #isValueRefused() {
    const read = this.#executed.at(-1)?.execution.verify?.() ?? null;
    return read !== null && read.outcome !== 'removed';
  }

  /**
   * @param {Element} element
   * @returns {boolean} its label may have changed, or have become another element, during earlier
   *   actions
   */
  #hasOtherLabel(element) {
    const parent = parentElementOf(element);
    const around = [parent, parent && parentElementOf(parent)].filter((each) => each !== null);
    return (
      labellersOf(element).some((label) => this.#watch?.hasMutated(label)) ||
      around.some((each) => this.#watch?.isMutated(each))
    );
  }

  /**
   * @param {Element | null} element
   * @param {PageAction} action
   * @param {import('./action.js').ActionHooks} hooks
   * @returns {Promise<ActionEnd>}
   */
  async #perform(element, action, hooks) {
    let isDone = false;
    try {
      const hasSelected = watchSelection(element);
      const result = await perform(element, action, hooks);
      isDone = 'done' in result;
      const isUnseen = VALUE_ACTIONS.has(action.action) && holdsSecret(element);
      return 'refused' in result
        ? this.#refusedEnd(result.refused)
        : this.#doneEnd(result.done, { isUnseen, hasSelected: hasSelected() });
    } catch (error) {
      if (error instanceof ContextChanged) return { refused: { why: error.why } };
      if (error instanceof OtherEffect) return { refused: { why: 'other_effect' } };
      return { failed: String(error) };
    } finally {
      const held = releases();
      if (!isDone) for (const { target, event } of held) send(target, event);
    }
  }

  /**
   * Posts that the first event is about to be sent, and waits for the worker.
   * @param {(Element | null)[]} surroundings what identifies the elements of the action
   * @returns {Promise<void>} rejects if the port was closed, or if one of these has changed
   */
  async #begin(surroundings) {
    const mayBegin = await new Promise((resolve) => {
      this.#resolveBegin = resolve;
      this.#post({ begin: true });
    });
    if (!mayBegin) throw new Error('the worker no longer waits for the action');
    if (this.#isStopped) throw new Error(TAKEN_OVER);
    // A scrolled or live list may reuse a row for another item between two tasks.
    const hasChanged = (/** @type {Element | null} */ around) =>
      around !== null && this.recorder.hasChangedWithin(around);
    if (surroundings.some(hasChanged)) throw new ContextChanged(false);
  }

  /** Gives the page a task: a change of the row in it was not caused by an event of the action. */
  #nextTask() {
    return this.#leaveToPage(nextTask);
  }

  /**
   * Gives the page time while a button is down, as `#nextTask` does.
   * @param {number} milliseconds
   */
  async #hold(milliseconds) {
    if (milliseconds === 0) return;
    await this.#leaveToPage(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  }

  /** @param {() => Promise<void>} wait during which the page runs */
  async #leaveToPage(wait) {
    await attributionEnded();
    this.#row?.expect();
    await Promise.race([wait(), this.#stopped]);
    if (this.#isStopped) throw new Error(TAKEN_OVER);
    this.#row?.compare();
  }

  /** @param {boolean} pressed */
  #ensureSameRow(pressed) {
    if (this.#row?.hasChanged) throw new ContextChanged(pressed);
  }

  /** @param {PageRefusal} refusal @returns {ActionEnd} */
  #refusedEnd({ by, ...refusal }) {
    return { refused: { ...refusal, ...(by ? { by: this.#withAncestors(by) } : {}) } };
  }

  /**
   * @param {Execution} execution
   * @param {{isUnseen: boolean, hasSelected: boolean}} seen
   * @returns {ActionEnd}
   */
  #doneEnd(execution, { isUnseen, hasSelected }) {
    this.#executed.push({ execution, changed: NOTHING });
    const { via, already, hint, left, reactsLate, value, length, threw } = execution;
    return {
      done: {
        via,
        ...(already ? { already } : {}),
        ...(isUnseen && !already ? { unseen: true } : {}),
        ...hintOf(hint),
        ...(left ? { left } : {}),
        ...(value === undefined ? {} : { value }),
        ...(length === undefined ? {} : { length }),
        ...(threw === undefined ? {} : { threw }),
        ...(reactsLate || hasSelected ? { reactsLate: true } : {}),
      },
    };
  }

  /** @param {Element} element @returns {number[]} node ids of it and of its ancestors */
  #withAncestors(element) {
    const ids = [];
    /** @type {Element | null} */
    let at = element;
    while (at && ids.length < MAX_ANCESTORS) {
      ids.push(this.recorder.nodeId(at));
      at = parentElementOf(at);
    }
    return ids;
  }

  /** @param {number} begin when the first event was sent, by `Date.now()` */
  #report(begin) {
    if (this.#executed.length > 1) this.#endPrevious();
    /** @type {ActionObserved[]} */
    const actions = this.#executed.map(({ execution, changed }) => ({
      verified: execution.verify?.() ?? null,
      changed,
    }));
    return { ...this.#watch?.seen(begin), actions };
  }

  /** @param {object} message */
  #post(message) {
    if (!this.#isOver) this.port.postMessage(message);
  }

  #end() {
    this.#isOver = true;
    endPermit(this);
    this.#resolveBegin?.(false);
    this.#watch?.end();
    navigations?.removeEventListener('navigate', this.#onNavigate);
    this.#endDialogs();
  }
}
