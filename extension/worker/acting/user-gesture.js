//! Grants a page the user's gesture. Without one, an event that a script sends can't open a pop-up,
//! read the clipboard or show a picker. An action that requires it waits until the user presses
//! the shortcut.

import * as browserApi from '../../shared/browser-api.js';
import { Fault, staleUid } from '../faults.js';

/** How long an action waits for the shortcut. */
const TIMEOUT_MS = 60_000;

/** @typedef {{tab: number, document: string, onGranted: () => void}} WaitingAction */
/** @type {Set<WaitingAction>} */
const waitingActions = new Set();

/**
 * Handles the user's shortcut. Everything here is synchronous, because the gesture ends at the
 * first `await`.
 * @param {number} tab the active one
 */
export function grantGesture(tab) {
  for (const { tab: waitingTab, document, onGranted } of waitingActions) {
    if (waitingTab !== tab) continue;
    // If the document was removed, the action detects that itself.
    browserApi.grantUserGesture(tab, document).then(onGranted, onGranted);
  }
}

const notGranted = () =>
  new Fault(
    'not_yet',
    'The user has not pressed the shortcut that grants the page a user gesture within a minute.',
    "Tell the user what it is for, and ask them to press Ctrl+Shift+, (chrome://extensions/shortcuts lists Axlens's shortcuts) while the page is in front. Then repeat the action.",
  );

/**
 * Waits until the user has pressed the shortcut. The time of the query stops in the meantime.
 * @param {number} tab
 * @param {string} document which is granted the gesture
 * @param {import('../policy/permission.js').ActionRequest} request
 * @param {AbortSignal} stopped aborted when the user takes the tab over, with a fault as its reason
 * @returns {Promise<void>} rejects with a fault after the timeout
 */
export async function waitForGesture(tab, document, { deadline, waiting, signal }, stopped) {
  deadline.hold();
  waiting(true);
  try {
    await granted(tab, document, AbortSignal.any([stopped, signal]));
  } finally {
    waiting(false);
    deadline.release();
  }
}

/**
 * @param {number} tab
 * @param {string} document
 * @param {AbortSignal} signal aborted when no client waits for the action any more
 * @returns {Promise<void>}
 */
function granted(tab, document, signal) {
  return new Promise((resolve, reject) => {
    const end = (/** @type {Fault | null} */ fault) => {
      clearTimeout(timer);
      waitingActions.delete(waiting);
      signal.removeEventListener('abort', onAbort);
      if (fault) reject(fault);
      else resolve();
    };
    const onAbort = () => end(signal.reason instanceof Fault ? signal.reason : staleUid());
    const timer = setTimeout(() => end(notGranted()), TIMEOUT_MS);
    const waiting = { tab, document, onGranted: () => end(null) };
    waitingActions.add(waiting);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
