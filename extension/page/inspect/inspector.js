//! Reads from one element what a record does not contain: its HTML, an attribute, computed styles,
//! and what is only visible in it. It changes nothing in the page.
//!
//! The entry point of a bundle, a classic script for the page's isolated world. It is injected on
//! first use; injecting it again has no effect.

import { documentProperty } from '../dom/dom.js';
import { beginGeneration } from '../dom/node-ids.js';
import { attributeOf } from './attributes.js';
import { htmlOf } from './html.js';
import { SecretElements } from './secret-elements.js';
import { stylesOf, unknownProperty } from './styles.js';
import { visualOf } from './visual.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */
/** @typedef {import('../../types/protocol').InspectedProperty} InspectedProperty */
/**
 * `node`: 0 is the page's body; `left`: milliseconds until the deadline of the request.
 * @typedef {{node: number, what: InspectedProperty, left: number}} InspectRequest
 */

/** The part of the time that the work may take: the answer needs the rest. */
const WORK_SHARE = 0.8;

/** @returns {Recorder | undefined} */
const recorderHere = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * @param {InspectRequest} request
 * @returns {object | Promise<object>} as in docs/http.md
 */
function inspect({ node, what, left }) {
  const end = performance.now() + left * WORK_SHARE;
  const recorder = recorderHere();
  const body = documentProperty.body.call(document);
  const element = node === 0 ? body : recorder?.element(node);
  if (!recorder || !element) return { removed: true };
  // Closed shadow roots may have been attached since the last record.
  beginGeneration();
  const secrets = new SecretElements(recorder.wasSecret);
  if ('html' in what) return htmlOf(element, secrets, end);
  if ('visual' in what) return visualOf(element, secrets, recorder.nodeId, end);
  const isSecret = secrets.hasAround(element);
  if ('attribute' in what) return attributeOf(element, what.attribute.name, isSecret);
  const unknown = unknownProperty(what.styles.names);
  if (unknown !== undefined) return { unknown };
  // The style of an option tells whether it is selected.
  if (isSecret && !secrets.has(element)) return { styles: {}, secret: true };
  return stylesOf(element, what.styles.names, isSecret);
}

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  const request = /** @type {{axlensInspect?: InspectRequest} | undefined} */ (message);
  if (!isWorker || typeof request?.axlensInspect !== 'object') return false;
  const answer = inspect(request.axlensInspect);
  if (!(answer instanceof Promise)) {
    sendResponse(answer);
    return false;
  }
  answer.then(sendResponse, () => sendResponse({ removed: true }));
  return true;
}

// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlensInspector')) {
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensInspector', { value: true });
}
