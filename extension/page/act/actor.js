//! The entry of the bundle that executes actions in a document: a classic script for the page's
//! isolated world, injected only to act. Injecting it again has no effect. The worker opens a port
//! for each action (action-run.js); whether an action is allowed is decided by the worker.

import { ActionRun } from './action-run.js';
import { answerOf } from './ended-actions.js';
import { scrollPage } from './pointer/scroll-page.js';

/** @typedef {import('../recorder/same-origin-frames.js').Recorder} Recorder */
/**
 * A message of the worker without a port. `axlensScroll`: scroll the page; `axlensAct`: the id of
 * an action whose end is requested.
 * @typedef {{axlensScroll?: {to?: [number, number]}, axlensAct?: string} | undefined} ActorMessage
 */

/** @returns {Recorder | undefined} */
const recorderHere = () => Object.getOwnPropertyDescriptor(globalThis, 'axlensRecorder')?.value;

/**
 * @param {chrome.runtime.MessageSender | undefined} sender Only this extension's worker may act.
 */
const isWorker = (sender) => sender?.id === chrome.runtime.id && sender.tab === undefined;

/** @param {chrome.runtime.Port} port */
function onConnect(port) {
  const recorder = recorderHere();
  if (!isWorker(port.sender) || port.name !== 'act' || !recorder) return;
  new ActionRun(port, recorder);
}

/**
 * @param {ActorMessage} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 * @returns {boolean} whether the response is sent later
 */
function onMessage(message, sender, sendResponse) {
  if (!isWorker(sender)) return false;
  if (message?.axlensScroll) {
    void scrollPage(message.axlensScroll).then(sendResponse);
    return true;
  }
  if (typeof message?.axlensAct !== 'string') return false;
  void answerOf(message.axlensAct).then(sendResponse);
  return true;
}

// `hasOwn`, because an element of the page with this id or name is a property of the window too.
if (!Object.hasOwn(globalThis, 'axlensActor')) {
  chrome.runtime.onConnect.addListener(onConnect);
  chrome.runtime.onMessage.addListener(onMessage);
  Object.defineProperty(globalThis, 'axlensActor', { value: true });
}
