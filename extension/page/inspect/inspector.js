//! Answers what a record does not hold of one element: its HTML, an attribute, computed styles. It
//! changes nothing in the page.
//!
//! The entry of a bundle, a classic script for the page's isolated world, injected when it is first
//! asked for; injecting it again does nothing.

import { documentProperty } from '../dom/dom.js';
import { beginEra } from '../dom/node-ids.js';
import { attributeOf } from './attributes.js';
import { htmlOf } from './html.js';
import { SecretElements } from './secret-elements.js';
import { stylesOf, unknownProperty } from './styles.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */
/** @typedef {{html: {}} | {attribute: {name: string}} | {styles: {names: string[]}}} Inspected */

/** @returns {Recorder | undefined} */
const recorderHere = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * @param {{node: number, what: Inspected}} asked `node`: 0 is the body of the page
 * @returns {object} as docs/extension.md says
 */
function inspect({ node, what }) {
  const recorder = recorderHere();
  const body = documentProperty.body.call(document);
  const element = node === 0 ? body : recorder?.element(node);
  if (!recorder || !element) return { gone: true };
  // Closed shadow roots may have come since the last record.
  beginEra();
  const secrets = new SecretElements(recorder.wasSecret);
  if ('html' in what) return htmlOf(element, secrets);
  const isSecret = secrets.hasAround(element);
  if ('attribute' in what) return attributeOf(element, what.attribute.name, isSecret);
  const unknown = unknownProperty(what.styles.names);
  return unknown === undefined ? stylesOf(element, what.styles.names, isSecret) : { unknown };
}

/**
 * @param {any} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (!isWorker || typeof message?.axlensInspect !== 'object') return false;
  sendResponse(inspect(message.axlensInspect));
  return false;
}

// Own ones alone: an element of the page may have that name, and is found by it.
if (!Object.hasOwn(globalThis, 'axlensInspector')) {
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensInspector', { value: true });
}
