//! Does what the worker says to an element of this document, over a port that lasts as long as the
//! action: it is told when the first event is about to be sent, what was sent, and what changes
//! meanwhile. It decides nothing about who may act.
//!
//! The entry of a bundle, a classic script for the page's isolated world, injected only to act;
//! injecting it again does nothing.

import { addListener, parentElementOf, removeListener } from '../dom/dom.js';
import { dispatchEvent } from './dom-methods.js';
import { focusedElement } from './flat-tree.js';
import { kindOf } from './checks/kind.js';
import { ownDoingDone } from './watch/action-attribution.js';
import { perform } from './perform.js';
import { RowText } from './checks/row-text.js';
import { scrollPage } from './pointer/scroll-page.js';
import { isSecret } from './checks/secrets.js';
import { Watch } from './watch/watch.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */
/** @typedef {import('./perform.js').Refusal} Refusal */
/** @typedef {import('./perform.js').Done} Done */
/** Most elements from the one that covers another up to the root that are named. */
const MAX_ABOVE = 12;
/** Acts whose ends are remembered, for a worker that was stopped meanwhile. */
const MAX_REMEMBERED = 50;

/** @returns {Recorder | undefined} */
const recorderHere = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * Acts that have begun, by their ids. The end comes when the last event was sent, whether or not
 * the worker that asked for it is still there.
 * @type {Map<string, {end: Promise<object>, resolve: (end: object) => void}>}
 */
const acts = new Map();

/** What changes the value of a field. */
const VALUES = new Set(['fill', 'clear', 'set', 'type', 'select']);

/**
 * Whether the value that is changed is told to nobody: neither is then, whether it has changed.
 * @param {Element | null} element null: what has the focus
 */
function holdsSecret(element) {
  const field = element ?? focusedElement();
  return field !== null && isSecret(field);
}

const KINDS = ['alert', 'confirm', 'prompt'];
const ANSWERS = ['accept', 'dismiss', null];
const MAX_MESSAGE_LEN = 500;

/** @param {Event} event that anybody in the page can send @returns {object} a dialog */
function detailOf(event) {
  const { kind, message, answer } = parse(/** @type {CustomEvent} */ (event).detail) ?? {};
  return {
    kind: KINDS.includes(kind) ? kind : 'alert',
    message: String(message).slice(0, MAX_MESSAGE_LEN),
    answer: ANSWERS.includes(answer) ? answer : 'dismiss',
  };
}

/** @param {unknown} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** @returns {Promise<void>} a new task */
const task = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/** An act whose end is not known yet. */
function unended() {
  /** @type {(end: object) => void} */
  let resolve = () => {};
  /** @type {Promise<object>} */
  const end = new Promise((done) => {
    resolve = done;
  });
  return { end, resolve };
}

/** What the element stands in has changed since it was looked at. */
class Changed extends Error {
  /** @param {boolean} pressed something was sent that may count */
  constructor(pressed) {
    super('the element may stand for something else');
    this.why = pressed ? 'changed_midway' : 'changed';
  }
}

/** One action, from the port's first message to its end. */
class Action {
  /** @type {Watch | null} */
  #watch = null;
  /** @type {Done | null} */
  #done = null;
  /** @type {((go: boolean) => void) | null} */
  #begin = null;
  /** @type {RowText | null} from the first event on */
  #row = null;
  /** Dialogs are the person's again. */
  #endDialogs = () => {};
  #isOver = false;

  /** @param {chrome.runtime.Port} port @param {Recorder} recorder */
  constructor(port, recorder) {
    this.port = port;
    this.recorder = recorder;
    port.onMessage.addListener((message) => void this.#hear(message));
    port.onDisconnect.addListener(() => this.#end());
  }

  /** @param {any} message of the worker */
  async #hear(message) {
    if (message.watch) this.#startWatch();
    if (message.dialogs) this.#hearDialogs(message.dialogs);
    if (message.act) this.#say(await this.#act(message));
    if (message.kindOf) this.#say({ kind: this.#kindOf(message.kindOf, message.node) });
    if (message.go) this.#begin?.(true);
    if (message.report) this.#say({ report: this.#report() });
  }

  #startWatch() {
    this.#watch ??= new Watch(this.recorder, (seen) => this.#say({ seen }));
  }

  /** @param {string} name of the events in which the page's dialogs are told */
  #hearDialogs(name) {
    const hear = (/** @type {Event} */ event) => this.#say({ dialog: detailOf(event) });
    addListener.call(document, name, hear);
    this.#endDialogs = () => {
      removeListener.call(document, name, hear);
      dispatchEvent.call(document, new Event(`${name}-end`));
    };
    this.#say({ hears: true });
  }

  /** @param {import('./perform.js').Act} act @param {number} node */
  #kindOf(act, node) {
    const element = node === 0 ? document.activeElement : this.recorder.element(node);
    return element ? kindOf(element, act) : 'harmless';
  }

  /**
   * @param {{act: import('./perform.js').Act, node: number, onto: number, id: string,
   *   anyway: boolean}} asked `onto`: the other element of the action, where it has one
   */
  async #act({ act, node, onto, id, anyway }) {
    const element = node === 0 ? null : this.recorder.element(node);
    const other = onto === 0 ? null : this.recorder.element(onto);
    if (element === undefined || other === undefined)
      return { ended: { refused: { why: 'gone' } } };
    this.#startWatch();
    try {
      const begin = async () => {
        await this.#askToBegin(id, anyway ? [] : [element, other]);
        this.#row = element && new RowText(element, this.recorder.restless());
      };
      const hooks = {
        begin,
        task: () => this.#task(),
        ensureSame: (pressed = false) => this.#ensureSame(pressed),
      };
      const whole = /** @type {import('./perform.js').Act} */ (
        other ? { ...act, onto: other } : act
      );
      const end = await perform(element, whole, hooks);
      const unseen = VALUES.has(act.do) && holdsSecret(element);
      return { ended: this.#remember(id, this.#withIds(end, unseen)) };
    } catch (error) {
      if (error instanceof Changed)
        return { ended: this.#remember(id, { refused: { why: error.why } }) };
      return { ended: this.#remember(id, { failed: String(error) }) };
    }
  }

  /**
   * @param {string} id
   * @param {(Element | null)[]} elements
   * @returns {Promise<void>} rejects where nobody is there any more to say go, and where one of the
   *   elements may stand for something else by now
   */
  async #askToBegin(id, elements) {
    const go = await new Promise((resolve) => {
      this.#begin = resolve;
      this.#say({ begin: true });
    });
    if (!go) throw new Error('nobody waits for it any more');
    // Rows are given to other items between two tasks, in lists that are scrolled or live.
    const hasChanged = (/** @type {Element | null} */ element) =>
      element !== null && this.recorder.hasChangedAround(element);
    if (elements.some(hasChanged)) throw new Changed(false);
    acts.set(id, unended());
    for (const oldest of acts.keys()) {
      if (acts.size <= MAX_REMEMBERED) break;
      acts.delete(oldest);
    }
  }

  /** The page has its turn: what it makes of the row then is not our event's doing. */
  async #task() {
    await ownDoingDone();
    this.#row?.expect();
    await task();
    this.#row?.compare();
  }

  /** @param {boolean} pressed */
  #ensureSame(pressed) {
    if (this.#row?.hasChanged) throw new Changed(pressed);
  }

  /** @param {string} id @param {any} end */
  #remember(id, end) {
    acts.get(id)?.resolve(end);
    return end;
  }

  /**
   * @param {{refused: Refusal} | {done: Done}} end
   * @param {boolean} unseen what has changed is told to nobody
   */
  #withIds(end, unseen) {
    if ('refused' in end) {
      const { by, ...refused } = end.refused;
      return { refused: { ...refused, ...(by ? { by: this.#above(by) } : {}) } };
    }
    this.#done = end.done;
    const { via, already, hint, left } = end.done;
    return {
      done: {
        via,
        ...(already ? { already } : {}),
        ...(unseen && !already ? { unseen } : {}),
        ...(hint ? { hint } : {}),
        ...(left ? { left } : {}),
      },
    };
  }

  /** @param {Element} element @returns {number[]} node ids of it and of what it is in */
  #above(element) {
    const ids = [];
    /** @type {Element | null} */
    let at = element;
    while (at && ids.length < MAX_ABOVE) {
      ids.push(this.recorder.nodeId(at));
      at = parentElementOf(at);
    }
    return ids;
  }

  #report() {
    return { ...this.#watch?.seen(), verified: this.#done?.verify?.() ?? null };
  }

  /** @param {object} message */
  #say(message) {
    if (!this.#isOver) this.port.postMessage(message);
  }

  #end() {
    this.#isOver = true;
    this.#begin?.(false);
    this.#watch?.end();
    this.#endDialogs();
  }
}

/** @param {chrome.runtime.Port} port */
function onConnect(port) {
  // Only this extension's worker may act.
  const isWorker = port.sender?.id === chrome.runtime.id && port.sender.tab === undefined;
  const recorder = recorderHere();
  if (!isWorker || port.name !== 'act' || !recorder) return;
  new Action(port, recorder);
}

/**
 * @param {any} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (isWorker && message?.axlensScroll) {
    void scrollPage(message.axlensScroll).then(sendResponse);
    return true;
  }
  if (!isWorker || typeof message?.axlensAct !== 'string') return false;
  const act = acts.get(message.axlensAct);
  if (!act) {
    sendResponse({ begun: false, end: null });
    return false;
  }
  // One that is still being done is waited for: afterwards its end is known.
  void act.end.then((end) => sendResponse({ begun: true, end }));
  return true;
}

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensActor')) {
  chrome.runtime.onConnect.addListener(onConnect);
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensActor', { value: true });
}
