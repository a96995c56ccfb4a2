//! The worker: wires the parts together. Chrome may end it at any time and starts it again for any
//! of the listeners below, which is why all of them are registered at once, at the top level. What
//! lasts is in storage.

import { lend } from './acting/user-gesture.js';
import * as access from './connection/access.js';
import { forgetVisits } from './browser/activity.js';
import { endWatches } from './reading/changes.js';
import { releaseTab } from './acting/claims.js';
import { Connection } from './connection/connection.js';
import { documentChanged, pauseConsent, serveWindow, tabClosed } from './policy/consent.js';
import * as csp from './reading/csp.js';
import { Deadline, within, DeadlineExceeded } from './deadline.js';
import { DevTools, isOfDevTools } from './browser/devtools.js';
import * as engine from './reading/engine.js';
import * as browserApi from '../shared/browser-api.js';
import { Fault, internal, readingPaused, resultTooLarge, timedOut } from './faults.js';
import * as icon from './browser/icon.js';
import * as identity from './connection/identity.js';
import { OwnPages } from './browser/extension-pages.js';
import * as policy from './policy/policy.js';
import { forgetAll, tabGone } from './reading/record-cache.js';
import { forgetPermits } from './policy/permission.js';
import { answer, onlyReads, staysInWorker } from './queries.js';
import { accessChanged, mainGone } from './reading/last-read.js';
import { tabChanged, tabReplaced } from './browser/tabs.js';
import { isUnattended } from './policy/unattended.js';
import { forgetUsed, pageCame } from './browser/used-tabs.js';

/** @typedef {import('./connection/connection.js').Query} Query */
/** @typedef {import('../types/protocol').AuditNote} AuditNote */

const ALARM = 'wake';
const ALARM_SECONDS = 1;

let paused = false;
/** It was installed just now, and the user has not been told what it is. */
let isNew = false;
/** A click may be what started the worker: it must not turn over what is not known yet. */
const pauseKnown = browserApi.loadLocal('paused').then((value) => {
  paused = value === true;
});
/** @type {Promise<void>} the last greeting, on its way to the server */
let told = Promise.resolve();
/** @type {Map<string, AbortController>} by query that is worked on */
const running = new Map();

const connection = new Connection({
  onQuery: (query) => void handle(query),
  onCancelled: (query) => running.get(query)?.abort(),
  onChange: () => showState(),
  paused: () => paused,
});

const ownPages = new OwnPages({ connection, paused: () => paused, setPaused, setName });

const devTools = new DevTools({
  ready: Promise.all([pauseKnown, access.known, policy.loaded]),
  paused: () => paused,
  connected: () => connection.state().phase === 'connected',
  call: (path, body) => connection.call(path, body),
});

// Starting is enough: each of these brings back a worker that was stopped, and a worker that runs
// polls.
browserApi.onStart(() => {});
browserApi.onAlarm(() => {});
browserApi.onCommand((command, tab) => {
  if (command === 'pause') void setPaused(() => !paused);
  if (command === 'lend' && tab?.id !== undefined) lend(tab.id);
});
browserApi.onFirstInstall(() => {
  isNew = true;
  showState();
});
browserApi.onExtensionPageConnect((page) => {
  if (isOfDevTools(page)) devTools.serve(page);
  else if (page.name === 'consent') serveWindow(page);
  else ownPages.serve(page);
});
browserApi.onTabRemoved((tab) => {
  tabClosed(tab);
  void releaseTab(tab);
  mainGone(tab);
  tabGone(tab);
  tabChanged(tab);
});
browserApi.onTabReplaced((added, removed) => {
  tabClosed(removed);
  mainGone(removed);
  tabGone(removed);
  tabReplaced(added, removed);
});
browserApi.onNavigationFailed(tabChanged);
browserApi.onCommitted((commit) => {
  csp.committed(commit);
  documentChanged(commit.tabId, commit.frameId, commit.documentId);
  devTools.committed(commit);
  if (commit.frameId !== 0) return;
  mainGone(commit.tabId);
  tabGone(commit.tabId);
  tabChanged(commit.tabId);
  pageCame(commit.tabId, commit.documentId);
});
// What was read under the policy before may be hidden now.
policy.onPolicyChanged(async () => {
  accessChanged();
  endWatches();
  await access.changed(true);
  tellServer();
});
let headersSeen = csp.watch();
browserApi.onPermissionsChanged(async (isLess) => {
  accessChanged();
  endWatches();
  await access.changed(isLess);
  if (isLess) tellServer();
  const allowed = await browserApi.hasHeadersPermission();
  headersSeen = allowed && (headersSeen || csp.watch());
  showState();
});
start();

async function start() {
  browserApi.ensureAlarm(ALARM, ALARM_SECONDS);
  browserApi.hideStorageFromContentScripts();
  await Promise.all([pauseKnown, access.known, identity.known, policy.loaded]);
  await connection.start();
}

/** @param {Query} query */
async function handle(query) {
  const asker = new AbortController();
  running.set(query.id, asker);
  const body = await answerText(query, asker.signal);
  if (running.get(query.id) === asker) running.delete(query.id);
  const outcome = await connection.deliver(query.id, body);
  if (outcome === 'too_large') await connection.deliver(query.id, faultText(resultTooLarge()));
}

/**
 * @param {Query} query @param {AbortSignal} signal nobody waits for the answer any more
 * @returns {Promise<string>} always: an answer, or a fault
 */
async function answerText(query, signal) {
  // Some time is reserved, so that a fault about a deadline arrives before the server's own.
  const deadline = new Deadline(Math.max(query.deadlineMs * 0.8, query.deadlineMs - 300));
  const looks = !staysInWorker(query);
  if (looks && paused) return faultText(readingPaused());
  if (looks) icon.readingStarted();
  /** @type {AuditNote} */
  const audit = {};
  const note = (/** @type {AuditNote} */ more) => void Object.assign(audit, more);
  try {
    const text = await within(deadline, permitted(query, deadline, { signal, note }));
    // Paused meanwhile: what was read stays here.
    if (looks && paused) throw readingPaused();
    await within(deadline, told);
    // Where something was read its site is in the answer.
    return `{"ok":${text}${audit.consent ? `,"audit":${JSON.stringify(audit)}` : ''}}`;
  } catch (error) {
    return faultText(asFault(error), audit);
  } finally {
    if (looks) icon.readingEnded();
  }
}

/**
 * What was read while the user changed what may be read is read again.
 * @param {Query} query @param {Deadline} deadline
 * @param {{signal: AbortSignal, note: (more: AuditNote) => void}} asker
 * @returns {Promise<string>}
 */
async function permitted(query, deadline, asker) {
  const before = access.changes();
  const text = await answer(query, deadline, {
    ...asker,
    unattended: isUnattended,
    waiting: (waits) => connection.waiting(query.id, waits),
  });
  // What was done once is not done again.
  if (access.changes() === before || !onlyReads(query)) return text;
  return await permitted(query, deadline, asker);
}

/** @param {unknown} error @returns {Fault} */
function asFault(error) {
  if (error instanceof Fault) return error;
  if (error instanceof DeadlineExceeded) return timedOut('The page');
  console.error('Axlens:', error);
  return internal(error instanceof Error ? error.message : String(error));
}

/** @param {Fault} fault @param {AuditNote} [audit] */
const faultText = (fault, audit = {}) => JSON.stringify({ fault: fault.data(), audit });

/** @param {() => boolean} choose whether to pause */
async function setPaused(choose) {
  await pauseKnown;
  paused = choose();
  if (paused) {
    forgetAll();
    forgetPermits();
    forgetUsed();
    endWatches();
    pauseConsent();
  }
  showState();
  tellServer();
  await Promise.all([browserApi.saveLocal('paused', paused), paused ? forgetVisits() : null]);
}

/** Has the server forget what it may not serve any more, before it gets another answer. */
function tellServer() {
  told = connection.greet().then(
    () => {},
    () => {},
  );
}

/** @param {string} name of this browser; empty for its brand */
async function setName(name) {
  await identity.known;
  await identity.rename(name);
  await connection.greet().catch(() => {});
  showState();
}

/** @type {Promise<void> | null} */
let warmed = null;

/** Makes the engine ready before the first page is asked for. */
function warmUp() {
  warmed ??= engine.warmUp().catch((error) => {
    warmed = null;
    console.error('Axlens: the engine did not load.', error);
  });
}

/** Not where there is nobody: that is known when the host has answered. */
function greetUser() {
  isNew = false;
  if (!isUnattended()) void browserApi.openExtensionPage('ui/onboarding/onboarding.html');
}

function showState() {
  if (isNew && connection.state().phase !== 'starting') greetUser();
  const connected = connection.state().phase === 'connected';
  if (connected) warmUp();
  // Whoever asked over a connection that has ended waits no more.
  else for (const asker of running.values()) asker.abort();
  icon.setUnattended(isUnattended());
  icon.setRest(paused ? 'paused' : connected ? 'connected' : 'off');
  ownPages.tell();
  devTools.tell();
}
