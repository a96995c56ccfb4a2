//! The recorder: reads the document it runs in and returns one string, as docs/record.md describes.
//! It is independent of roles, names and uids: the engine interprets the page. It changes nothing
//! in the page. Node ids, the registry, the list of secret fields and the last record outlive a
//! record.
//!
//! The entry point of the injected bundle, a classic script for the page's isolated world. It is
//! injected on the first request for a document; injecting it again has no effect.

import { elementsById, liveRoots, world } from './document-info.js';
import { Changes } from './changes.js';
import { querySelectorAll } from '../dom/dom.js';
import { commit, piece } from './encode.js';
import { place } from '../geometry/layout.js';
import { lastChangeOfDocument, LiveRecord } from './live-record.js';
import { nodeId } from '../dom/node-ids.js';
import { hitAt } from '../geometry/element-at.js';
import { frameHits, screenshotBoxes } from '../geometry/screenshot-boxes.js';
import { ownId, record, spentOnRecord } from './record.js';
import {
  backgroundMutators,
  beginAct,
  changingElements,
  endAct,
  noteGap,
  setTicks,
} from '../background/background-mutations.js';
import { askFrames } from './same-origin-frames.js';
import { countTools, listTools } from '../tools/page-tools.js';
import { wasSecret } from '../secrets/secret-fields.js';

const turns = { last: /** @type {Promise<unknown>} */ (Promise.resolve()) };

/**
 * Runs records and layout requests one after another.
 * @param {() => Promise<object>} work
 */
function inTurn(work) {
  const done = turns.last.then(work);
  turns.last = done.catch(() => {});
  return done;
}

/**
 * Records the document, and those documents in its frames that the request lists, if they are of
 * the same origin and were recorded quickly before.
 * @param {import('./record.js').RecordRequest & {frameMessages?: Record<string, object>}} request
 *   `frameMessages`: messages to the recorders of frames, by document id
 */
async function recordWith({ frameMessages, ...own }) {
  const begun = performance.now();
  const counted = countTools();
  const recorded = await inTurn(() => record(own));
  const tools = await counted;
  const answer = tools ? { ...recorded, tools } : recorded;
  if (!frameMessages) return answer;
  return { ...answer, frameResponses: await askFrames(frameMessages, begun) };
}

const hasMetaPolicy = () =>
  querySelectorAll.document.call(document, 'meta[http-equiv="content-security-policy" i]').length >
  0;

/** @returns {boolean} whether the script that acts is injected, too: it marks the isolated world */
const hasActor = () => Object.hasOwn(globalThis, 'axlensActor');

/**
 * A message of docs/extension.md.
 * @template {string} Name
 * @template {(message: never) => unknown} Handler
 * @typedef {{axlens: Name} & Parameters<Handler>[0]} MessageTo
 */
/**
 * @typedef {{axlens: 'ping'} | {axlens: 'tools'} | MessageTo<'record', typeof recordWith>
 *   | MessageTo<'piece', typeof piece> | MessageTo<'commit', typeof commit>
 *   | MessageTo<'place', typeof place> | MessageTo<'screenshotBoxes', typeof screenshotBoxes>
 *   | MessageTo<'frameHits', typeof frameHits>
 *   | MessageTo<'hitAt', typeof hitAt>} RecorderMessage
 */

/**
 * @param {RecorderMessage} message
 * @returns {object | Promise<object>}
 */
function answer(message) {
  switch (message.axlens) {
    case 'ping':
      return { world, metaCsp: hasMetaPolicy(), acts: hasActor() };
    case 'tools':
      return listTools(liveRoots()).then((listed) => ({ ...listed, world }));
    case 'record':
      return recordWith(message);
    case 'piece':
      return piece(message);
    case 'commit':
      return commit(message);
    case 'place':
      return inTurn(() => place(message));
    case 'screenshotBoxes':
      return screenshotBoxes(message);
    case 'frameHits':
      return frameHits(message);
    case 'hitAt':
      return hitAt(message);
    default:
      return { error: 'bad_request', message: 'no such message' };
  }
}

/**
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(answer: unknown) => void} sendResponse
 */
function onMessage(message, sender, sendResponse) {
  // A content script of this extension has a tab; another extension has another id.
  const isWorker = sender.id === chrome.runtime.id && sender.tab === undefined;
  if (!isWorker || typeof message !== 'object' || message === null || !('axlens' in message)) {
    return false;
  }
  Promise.resolve()
    .then(() => answer(/** @type {RecorderMessage} */ (message)))
    .catch((error) => ({ error: 'recorder', message: String(error) }))
    .then(sendResponse);
  return true;
}

/** @param {chrome.runtime.Port} port */
function onConnect(port) {
  const isWorker = port.sender?.id === chrome.runtime.id && port.sender.tab === undefined;
  if (isWorker && port.name === 'changes') new Changes(port);
}

/**
 * @param {number} id
 * @returns {Element | undefined} the element with this node id, if it is in the document
 */
const element = (id) => elementsById(new Set([id])).get(id);

// Own properties only: a page's element may have this name, and is then found as a named property
// of the window.
if (!Object.hasOwn(globalThis, 'axlensRecorder')) {
  chrome.runtime.onMessage.addListener(onMessage);
  // An extension page would receive the ports that the worker opens to other documents, too, so
  // that those would not be notified when it disconnects.
  if (!location.href.startsWith(chrome.runtime.getURL('')))
    chrome.runtime.onConnect.addListener(onConnect);
  // Used by the recorders of same-origin frames, by the engine in the page and by the script that
  // acts: the page's own scripts run in another world.
  const recorder = Object.freeze({
    nodeId,
    element,
    answer: (/** @type {object} */ message) => answer(/** @type {RecorderMessage} */ (message)),
    id: ownId,
    spent: spentOnRecord,
    wasSecret,
    roots: liveRoots,
    backgroundMutators,
    changingElements,
    setTicks,
    noteGap,
    beginAct,
    endAct,
    hasChangedWithin: (/** @type {Element} */ around) =>
      LiveRecord.current?.hasChangedWithin(around) ?? true,
    lastChange: lastChangeOfDocument,
  });
  Object.defineProperty(globalThis, 'axlensRecorder', { value: recorder });
}
