//! What DevTools needs in a document in addition to the recorder: an outline around the element of
//! a line in the panel, and the console's `axlens`. It changes nothing in the page.
//!
//! The entry point of a bundle, a classic script for the page's isolated world, injected where
//! DevTools is open; injecting it again has no effect.

import { endOutline, outline } from '../act/pointer/outline.js';
import { consoleHelpers } from './console-helpers.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */
/**
 * A node id, or null to remove the outline.
 * @typedef {{highlight: number | null}} HighlightRequest
 */

/** An outline that is not removed disappears after this time. */
const OUTLINE_MS = 5000;

/** @returns {Recorder | undefined} */
const recorderHere = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * @param {HighlightRequest} request
 * @returns {{highlighted?: boolean, removed?: true}}
 */
function answer({ highlight }) {
  endOutline();
  if (highlight === null) return { highlighted: false };
  const element = recorderHere()?.element(highlight);
  return element ? { highlighted: outline(element, OUTLINE_MS) } : { removed: true };
}

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  const request = /** @type {{axlensDevtools?: HighlightRequest} | undefined} */ (message);
  if (isWorker && typeof request?.axlensDevtools === 'object')
    sendResponse(answer(request.axlensDevtools));
  return false;
}

// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlens')) {
  chrome.runtime.onMessage.addListener(onMessage);
  // The page's own scripts run in another world.
  const send = (/** @type {object} */ message) => chrome.runtime.sendMessage(message);
  Object.defineProperty(globalThis, 'axlens', { value: consoleHelpers(recorderHere, send) });
}
