//! Whether the browser is unattended: `axlens install --unattended` has configured the profile for
//! a machine without a user, so that every action that requires consent is allowed. Only the native
//! host reports this, while it is connected. It is not stored, and an administrator can forbid it.
//! The report can arrive after the first query, so code that waits for the user also registers with
//! `onUnattended`.

import { allowsUnattended, loaded as policyLoaded, onPolicyChanged } from './policy.js';

/** What the native host reports; false without one. */
let reported = false;
/** The state that the listeners were called with. */
let notified = false;
/** @type {Set<() => void>} */
const listeners = new Set();

onPolicyChanged(notify);
void policyLoaded.then(notify);

/** @returns {boolean} whether every action that requires consent is allowed */
export const isUnattended = () => reported && allowsUnattended();

/** @returns {boolean} whether the native host reports it, which the administrator may forbid */
export const isReported = () => reported;

/**
 * @param {() => void} listener called when `isUnattended` changes
 * @returns {() => void} removes the listener
 */
export function onUnattended(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {boolean} value what the native host reports; false without one */
export function setUnattended(value) {
  reported = value;
  notify();
}

function notify() {
  if (isUnattended() === notified) return;
  notified = isUnattended();
  for (const listener of [...listeners]) listener();
}
