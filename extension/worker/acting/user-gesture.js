//! Lends a page the user's own gesture. What a script sends may open no pop-up, read no clipboard
//! and show no picker; right after a key of the user's it may. An action waits for that key, and is
//! done when it comes.

import * as browserApi from '../../shared/browser-api.js';
import { Fault, staleUid } from '../faults.js';

/** How long an action waits for the user. */
const TIMEOUT_MS = 60_000;

/** @typedef {{tab: number, document: string, lent: () => void}} Waiting */
/** @type {Set<Waiting>} */
const waiting = new Set();

/**
 * The user has pressed the key. It must not wait for anything: the gesture would be over.
 * @param {number} tab in front
 */
export function grantGesture(tab) {
  for (const each of waiting) {
    if (each.tab !== tab) continue;
    // A document that is gone is noticed by the action itself.
    browserApi.grantUserGesture(tab, each.document).then(each.lent, each.lent);
  }
}

const notPressed = () =>
  new Fault(
    'not_yet',
    'The user has not pressed the key that lends the page a gesture within a minute.',
    "Tell the user what for, and to press Ctrl+Shift+, (chrome://extensions/shortcuts has Axlens's keys) with the page in front; then ask again.",
  );

/**
 * Waits for the key.
 * @param {number} tab @param {string} document that gets the gesture
 * @param {AbortSignal} signal nobody waits for the action any more
 * @returns {Promise<void>} rejects with a fault where it does not come
 */
export function awaitActivation(tab, document, signal) {
  return new Promise((resolve, reject) => {
    const end = (/** @type {Fault | null} */ fault) => {
      clearTimeout(timer);
      waiting.delete(each);
      signal.removeEventListener('abort', abort);
      if (fault) reject(fault);
      else resolve();
    };
    const abort = () => end(staleUid());
    const timer = setTimeout(() => end(notPressed()), TIMEOUT_MS);
    const each = { tab, document, lent: () => end(null) };
    waiting.add(each);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}
