//! Says that something in the document may have changed, for as long as a request waits for that.
//! It reads nothing: what has changed, the next record says.

import { liveRoots } from './document-info.js';
import { addListener, removeListener } from '../dom/dom.js';
import { EVERY_MUTATION } from './mutations.js';

/** The worker is told no more often. */
const INTERVAL_MS = 50;
/** What changes a page without a mutation, and says so. */
const EVENTS = [
  'animationend',
  'change',
  'focusin',
  'focusout',
  'input',
  'toggle',
  'transitionend',
];

/** One port of the worker's, from its opening to its end. */
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
    // Shadow roots that have come since are watched from the next question on.
    port.onMessage.addListener(() => this.#observe());
    port.onDisconnect.addListener(() => this.#end());
  }

  #observe() {
    for (const root of [document, ...liveRoots()]) this.#observer.observe(root, EVERY_MUTATION);
  }

  #changed() {
    if (this.#timer) return;
    const wait = this.#last + INTERVAL_MS - performance.now();
    if (wait <= 0) this.#say();
    else this.#timer = setTimeout(() => this.#say(), wait);
  }

  #say() {
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
