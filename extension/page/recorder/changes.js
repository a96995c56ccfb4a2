//! Notifies the worker that something in the document may have changed, while a request waits for a
//! change. It reads nothing: the next record shows what has changed.

import { liveRoots } from './document-info.js';
import { addListener, removeListener } from '../dom/dom.js';
import { EVERY_MUTATION } from './mutations.js';

/** The shortest interval between two notifications to the worker. */
const INTERVAL_MS = 50;
/** Events for changes of a page that cause no mutation. */
const EVENTS = [
  'animationend',
  'change',
  'focusin',
  'focusout',
  'input',
  'toggle',
  'transitionend',
];

/** One port of the worker, from connection to disconnection. */
export class Changes {
  #last = -Infinity;
  #timer = 0;
  #observer = new MutationObserver(() => this.#changed());
  #listener = () => this.#changed();

  /** @param {chrome.runtime.Port} port */
  constructor(port) {
    this.port = port;
    for (const event of EVENTS) addListener.call(document, event, this.#listener, true);
    this.#observe();
    // Shadow roots that were attached since are observed from the next message on.
    port.onMessage.addListener(() => this.#observe());
    port.onDisconnect.addListener(() => this.#end());
  }

  #observe() {
    for (const root of [document, ...liveRoots()]) this.#observer.observe(root, EVERY_MUTATION);
  }

  #changed() {
    if (this.#timer) return;
    const wait = this.#last + INTERVAL_MS - performance.now();
    if (wait <= 0) this.#notify();
    else this.#timer = setTimeout(() => this.#notify(), wait);
  }

  #notify() {
    this.#timer = 0;
    this.#last = performance.now();
    this.port.postMessage({ changed: true });
  }

  #end() {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    for (const event of EVENTS) removeListener.call(document, event, this.#listener, true);
  }
}
