//! The service worker: connects the parts. Chrome can stop it at any time and starts it again for
//! any of the listeners below, so that all of them are registered at the top level. Permanent state
//! is in storage.

import { grantGesture } from './acting/user-gesture.js';
import * as access from './connection/access.js';
import { forgetVisits } from './browser/activity.js';
import { endDownloadWaits } from './downloads/downloads.js';
import { endWatches } from './reading/changes.js';
import { releaseTab } from './acting/claims.js';
import { handBack, heldTabReplaced } from './acting/held-tabs.js';
import { Connection } from './connection/connection.js';
import { keepRegistered } from './policy/console-recording.js';
import { documentChanged, pauseConsent, serveWindow, tabClosed } from './policy/consent.js';
import * as csp from './reading/csp.js';
import { Deadline, within, DeadlineExceeded } from './deadline.js';
import * as denials from './policy/denials.js';
import { DevTools, isDevToolsPort } from './browser/devtools.js';
import { mainDocumentChanged } from './reading/documents.js';
import * as engine from './reading/engine.js';
import * as browserApi from '../shared/browser-api.js';
import { Fault, browserEnds, internal, readingPaused, resultTooLarge, timedOut } from './faults.js';
import * as icon from './browser/icon.js';
import { forgetPins } from './browser/pins.js';
import * as identity from './connection/identity.js';
import { ExtensionPages } from './browser/extension-pages.js';
import * as policy from './policy/policy.js';
import { forgetAll, forgetTab } from './reading/record-cache.js';
import { forgetPermits } from './policy/permission.js';
import * as questions from './policy/questions.js';
import { answer, onlyReads, staysInWorker } from './queries.js';
import { accessChanged, forgetLastRead } from './reading/last-read.js';
import { readAhead } from './reading/read-ahead.js';
import { tabChanged, tabReplaced } from './browser/tabs.js';
import { isReported, isUnattended } from './policy/unattended.js';
import { forgetUsedTabs, mainFrameCommitted } from './browser/used-tabs.js';

/** @typedef {import('./connection/connection.js').Query} Query */
/** @typedef {import('../types/protocol').AuditNote} AuditNote */

const ALARM = 'wake';
const ALARM_SECONDS = 1;

let paused = false;
/** The extension was just installed, and the onboarding page has not been opened yet. */
let isFirstRun = false;
/** A click can start the worker. It must not toggle a state that is not loaded yet. */
const pauseLoaded = browserApi.loadLocal('paused').then((value) => {
  paused = value === true;
});
/**
 * Settles when it is known what agents may read and do. After the start of a browser, Chrome
 * provides the administrator's policy seconds late. The worker connects before, and queries wait.
 */
const rulesLoaded = Promise.all([policy.loaded, denials.loaded]);
/** @type {Promise<void>} the last greeting, which settles when the server has received it */
let greeted = Promise.resolve();
/** @type {Map<string, AbortController>} aborts a running query, by its id */
const running = new Map();

const connection = new Connection({
  onQuery: (query) => void handle(query),
  onCancelled: (query) => running.get(query)?.abort(),
  onChange: () => showState(),
  paused: () => paused,
});

const extensionPages = new ExtensionPages({ connection, paused: () => paused, setPaused, setName });

const devTools = new DevTools({
  ready: Promise.all([pauseLoaded, access.loaded, policy.loaded]),
  paused: () => paused,
  connected: () => connection.state().phase === 'connected',
  call: (path, body) => connection.call(path, body),
});

// The listeners do nothing: their events start a stopped worker, and a running worker connects.
browserApi.onStart(() => {});
browserApi.onAlarm(() => {});
browserApi.onCommand((command, tab) => {
  if (command === 'pause') void setPaused(() => !paused);
  if (command === 'grant-gesture' && tab?.id !== undefined) grantGesture(tab.id);
});
browserApi.onFirstInstall(() => {
  isFirstRun = true;
  showState();
});
browserApi.onExtensionPageConnect((page) => {
  if (isDevToolsPort(page)) devTools.serve(page);
  else if (page.name === 'consent') serveWindow(page);
  else if (page.name === 'question') questions.serveQuestion(page);
  else extensionPages.serve(page);
});
browserApi.onTabRemoved((tab) => {
  tabClosed(tab);
  questions.questionTabClosed(tab);
  void releaseTab(tab);
  void handBack(tab);
  void forgetPins(tab);
  forgetLastRead(tab);
  forgetTab(tab);
  tabChanged(tab);
});
browserApi.onTabReplaced((added, removed) => {
  tabClosed(removed);
  forgetLastRead(removed);
  forgetTab(removed);
  tabReplaced(added, removed);
  questions.questionTabReplaced(added, removed);
  void heldTabReplaced(added, removed);
  void forgetPins(removed);
});
browserApi.onNavigationFailed(tabChanged);
browserApi.onNavigation(({ kind, tab, frame }) => {
  if (kind === 'ready' && frame === 0) void readAhead(tab);
});
browserApi.onCommitted((commit) => {
  csp.committed(commit);
  documentChanged(commit.tabId, commit.frameId, commit.documentId);
  devTools.committed(commit);
  if (commit.frameId !== 0) return;
  mainDocumentChanged(commit.tabId, commit.documentId);
  questions.questionTabNavigated(commit.tabId, commit.url);
  void forgetPins(commit.tabId);
  forgetLastRead(commit.tabId);
  forgetTab(commit.tabId);
  tabChanged(commit.tabId);
  mainFrameCommitted(commit.tabId, commit.documentId);
});
// What was read under the old policy may be hidden now.
policy.onPolicyChanged(async () => {
  accessChanged();
  endWatches();
  endDownloadWaits();
  await access.changed(true);
  greetServer();
});
keepRegistered();
csp.watchIfAllowed();
browserApi.onHeadersPermission(() => {
  csp.watchIfAllowed();
  showState();
});
browserApi.onPermissionsChanged(async (isLess) => {
  accessChanged();
  endWatches();
  endDownloadWaits();
  await access.changed(isLess);
  if (isLess) greetServer();
  showState();
});
start();

async function start() {
  browserApi.ensureAlarm(ALARM, ALARM_SECONDS);
  browserApi.hideStorageFromContentScripts();
  await Promise.all([pauseLoaded, access.loaded, identity.loaded]);
  await connection.start();
}

/** @param {Query} query */
async function handle(query) {
  const abort = new AbortController();
  running.set(query.id, abort);
  const body = await answerText(query, abort.signal);
  if (running.get(query.id) === abort) running.delete(query.id);
  const outcome = await connection.deliver(query.id, body);
  if (outcome === 'too_large') await connection.deliver(query.id, faultText(resultTooLarge()));
}

/**
 * @param {Query} query @param {AbortSignal} signal aborted when no client waits for the answer
 * @returns {Promise<string>} an answer or a fault; never rejects
 */
async function answerText(query, signal) {
  // Some time is reserved, so that a timeout fault arrives before the server's own.
  const deadline = new Deadline(Math.max(query.deadlineMs * 0.8, query.deadlineMs - 300));
  const readsPages = !staysInWorker(query);
  if (readsPages && paused) return faultText(readingPaused());
  if (readsPages) icon.readingStarted();
  /** @type {AuditNote} */
  const audit = {};
  const note = (/** @type {AuditNote} */ more) => void Object.assign(audit, more);
  try {
    if (readsPages) await waitForRules(deadline);
    // The user may have paused reading in the meantime, and the client may have given up.
    if (readsPages && paused) throw readingPaused();
    if (signal.aborted) throw timedOut('The start of the browser');
    const text = await within(deadline, answerPermitted(query, deadline, { signal, note }));
    // The user paused reading in the meantime, so that the result is not sent.
    if (readsPages && paused) throw readingPaused();
    await within(deadline, greeted);
    // The answer of a read contains its site, which the audit log needs otherwise.
    return `{"ok":${text}${audit.consent ? `,"audit":${JSON.stringify(audit)}` : ''}}`;
  } catch (error) {
    return faultText(asFault(error), audit);
  } finally {
    if (readsPages) icon.readingEnded();
  }
}

/** @param {Deadline} deadline rejects with a fault at the deadline */
async function waitForRules(deadline) {
  await within(deadline, rulesLoaded).catch((error) => {
    throw error instanceof DeadlineExceeded ? timedOut('The start of the browser') : error;
  });
}

/**
 * Answers a query. Reads again if the permissions changed during the read.
 * @param {Query} query @param {Deadline} deadline
 * @param {{signal: AbortSignal, note: (more: AuditNote) => void}} context
 * @returns {Promise<string>}
 */
async function answerPermitted(query, deadline, context) {
  const before = access.changes();
  const text = await answer(query, deadline, {
    ...context,
    unattended: isUnattended,
    waiting: (waits) => connection.reportWaiting(query.id, waits),
  });
  // An action is never executed twice.
  if (access.changes() === before || !onlyReads(query)) return text;
  return await answerPermitted(query, deadline, context);
}

/** @param {unknown} error @returns {Fault} */
function asFault(error) {
  if (error instanceof Fault) return error;
  if (error instanceof DeadlineExceeded) return timedOut('The page');
  const message = error instanceof Error ? error.message : String(error);
  // The error of Chrome's own functions from then on.
  if (/browser is shutting down/i.test(message)) return browserEnds();
  console.error('Axlens:', error);
  return internal(message);
}

/** @param {Fault} fault @param {AuditNote} [audit] */
const faultText = (fault, audit = {}) => JSON.stringify({ fault: fault.data(), audit });

/** @param {() => boolean} choose whether to pause */
async function setPaused(choose) {
  await pauseLoaded;
  paused = choose();
  if (paused) {
    forgetAll();
    forgetPermits();
    forgetUsedTabs();
    endWatches();
    endDownloadWaits();
    pauseConsent();
    questions.pauseQuestions();
  }
  showState();
  greetServer();
  await Promise.all([browserApi.saveLocal('paused', paused), paused ? forgetVisits() : null]);
}

/** Makes the server forget what it may not serve any more. Answers wait until it has done so. */
function greetServer() {
  greeted = connection.greet().then(
    () => {},
    () => {},
  );
}

/** @param {string} name of this browser; empty for the name of its brand */
async function setName(name) {
  await identity.loaded;
  await identity.rename(name);
  await connection.greet().catch(() => {});
  showState();
}

/** @type {Promise<void> | null} */
let warmUpDone = null;

/** Loads the engine before the first query needs it. */
function warmUp() {
  warmUpDone ??= engine.warmUp().catch((error) => {
    warmUpDone = null;
    console.error('Axlens: the engine did not load.', error);
  });
}

/** Opens the onboarding page, unless the browser is unattended. Host and policy determine that. */
async function openOnboarding() {
  isFirstRun = false;
  // The user of an attended browser does not wait for the administrator's policy.
  if (isReported()) await policy.loaded;
  if (!isUnattended()) void browserApi.openExtensionPage('ui/onboarding/onboarding.html');
}

function showState() {
  if (isFirstRun && connection.state().phase !== 'starting') void openOnboarding();
  const connected = connection.state().phase === 'connected';
  if (connected)
    warmUp(); // Clients of a connection that has ended do not wait any more.
  else for (const abort of running.values()) abort.abort();
  icon.setUnattended(isUnattended());
  icon.setIdleState(paused ? 'paused' : connected ? 'connected' : 'off');
  extensionPages.update();
  devTools.update();
}
