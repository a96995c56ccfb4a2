//! Reports uncaught exceptions, unhandled rejections, failed responses and calls of the console,
//! which reach scripts in the page's own world only. It runs before any script of the page, on the
//! sites where the user has turned it on, because a page can notice it: it finds other functions in
//! `console`, `fetch` and `XMLHttpRequest`.
//!
//! It runs no code of the page: it uses the functions that the document had before, and describes
//! an object by its type, because a getter or a proxy of the page may be behind each property.
//!
//! The entry point of a bundle, a classic script that is registered for the page's world.

import { LISTENING, MAX_BATCH, METHODS, PORT } from './channel.js';
import { describe, formatted, startOf } from './values.js';
import { append, getterOf } from './own-objects.js';
import { watchResponses } from './responses.js';

/** @typedef {import('./channel.js').Reported} Reported */

const { apply } = Reflect;
const later = setTimeout.bind(undefined);

const targetOf = getterOf(Event.prototype, 'target');
const messageOf = getterOf(ErrorEvent.prototype, 'message');
const sourceOf = getterOf(ErrorEvent.prototype, 'filename');
const lineOf = getterOf(ErrorEvent.prototype, 'lineno');
const reasonOf = getterOf(PromiseRejectionEvent.prototype, 'reason');

const { port1: port, port2: otherPort } = new MessageChannel();
const post = port.postMessage.bind(port);

/** @type {Reported[]} */
let waiting = [];
let dropped = false;
/** A function that the page has replaced can call the console again. */
let isReporting = false;

function flush() {
  const batch = { reported: waiting, dropped };
  waiting = [];
  dropped = false;
  post(batch);
}

/** @param {() => Partial<Reported> & Pick<Reported, 'kind' | 'message'>} report */
function note(report) {
  if (isReporting) return;
  isReporting = true;
  try {
    if (waiting.length === 0) later(flush);
    if (waiting.length >= MAX_BATCH) dropped = true;
    else append(waiting, { source: '', url: '', line: 0, method: null, ...report() });
  } catch {
    // The page must not notice a failure.
    dropped = true;
  }
  isReporting = false;
}

/** @param {ErrorEvent} event */
function onError(event) {
  if (!event.isTrusted || targetOf(event) !== window) return;
  note(() => ({
    kind: 'exception',
    message: startOf(messageOf(event)),
    source: startOf(sourceOf(event)),
    line: Number(lineOf(event)),
  }));
}

/** @param {PromiseRejectionEvent} event */
function onRejection(event) {
  if (!event.isTrusted) return;
  note(() => ({ kind: 'rejection', message: describe(reasonOf(event)) }));
}

/**
 * Each function has the name, the length and the missing prototype of the one that it replaces.
 * @param {typeof METHODS[number]} method
 */
function replace(method) {
  const original = console[method];
  if (typeof original !== 'function') return;
  console[method] = {
    /** @this {unknown} @param {unknown[]} args */
    [method](...args) {
      if (method !== 'assert')
        note(() => ({ kind: 'console', method, message: formatted(args, 0) }));
      else if (args.length === 0 || !args[0])
        note(() => ({ kind: 'console', method, message: formatted(args, 1) }));
      return apply(original, this, args);
    },
  }[method];
}

function offerPort() {
  window.removeEventListener(LISTENING, offerPort);
  window.dispatchEvent(new MessageEvent(PORT, { ports: [otherPort] }));
}

window.addEventListener('error', onError, { capture: true, passive: true });
window.addEventListener('unhandledrejection', onRejection, { capture: true, passive: true });
for (const method of METHODS) replace(method);
watchResponses(note);
window.addEventListener(LISTENING, offerPort);
offerPort();
