//! What DevTools needs in a document beside the recorder: an outline round the element that a line
//! of the panel is of, and the console's `axlens`. It changes nothing in the page.
//!
//! The entry of a bundle, a classic script for the page's isolated world, injected where DevTools
//! is open; injecting it again does nothing.

import { endOutline, outline } from '../act/pointer/outline.js';
import { consoleHelpers } from './console-helpers.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */

/** An outline that nobody takes away goes by itself, in milliseconds. */
const OUTLINE_MS = 5000;

/** @returns {Recorder | undefined} */
const recorderHere = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * @param {{highlight: number | null}} asked a node id; null: the outline is to go
 * @returns {{shown?: boolean, gone?: true}}
 */
function answer({ highlight }) {
  endOutline();
  if (highlight === null) return { shown: false };
  const element = recorderHere()?.element(highlight);
  return element ? { shown: outline(element, OUTLINE_MS) } : { gone: true };
}

/**
 * @param {any} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (isWorker && typeof message?.axlensDevtools === 'object')
    sendResponse(answer(message.axlensDevtools));
  return false;
}

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlens')) {
  chrome.runtime.onMessage.addListener(onMessage);
  // The page's own scripts live in another world.
  const send = (/** @type {object} */ message) => chrome.runtime.sendMessage(message);
  Object.defineProperty(globalThis, 'axlens', { value: consoleHelpers(recorderHere, send) });
}
