//! The signals to the worker's script in the page's own world, which emulates the effects of a
//! native drag for the scripts of the page: see worker/acting/main-world/drag-effects.js.

import { send } from '../events.js';

/** The effects of one drag. */
export class DragEffects {
  #name;

  /** @param {string} name of the signals; empty: nothing is emulated */
  constructor(name) {
    this.#name = name;
  }

  /**
   * Sends an event of the drag, after its signal.
   * @param {Element} target
   * @param {DragEvent} event
   * @returns {boolean} its default was not prevented
   */
  send(target, event) {
    const { dataTransfer } = event;
    this.#signal(new DragEvent(`${this.#name}-${event.type}`, { dataTransfer }));
    return send(target, event);
  }

  /**
   * @returns {boolean} the source allows the operation that the page has chosen in the last
   *   `dragover`
   */
  isPermitted() {
    return this.#signal(new Event(`${this.#name}-permit`, { cancelable: true }));
  }

  /** @param {Event} signal @returns {boolean} its default was not prevented */
  #signal(signal) {
    return this.#name === '' || send(document, signal);
  }
}

/** @param {string} name of the signals; empty: nothing is emulated */
export function endDragEffects(name) {
  if (name !== '') send(document, new Event(`${name}-end`));
}
