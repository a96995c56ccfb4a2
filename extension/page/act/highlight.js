//! Outlines an element for the worker that asks: the entry of a bundle, a classic script for the
//! page's isolated world, injected only to act; injecting it again does nothing.

import { outline } from './outline.js';

/**
 * @param {number} node its id
 * @returns {{shown: true} | {error: 'gone' | 'no_box'}}
 */
function highlight(node) {
  /** @type {import('../same-origin-frames.js').Recorder | undefined} */
  const recorder = Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;
  const element = recorder?.element(node);
  if (!element) return { error: 'gone' };
  return outline(element) ? { shown: true } : { error: 'no_box' };
}

/**
 * @param {any} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  // Only this extension's worker may ask.
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (!isWorker || message?.axlensAct !== 'highlight') return false;
  sendResponse(highlight(message.node));
  return false;
}

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensHighlight')) {
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensHighlight', { value: true });
}
