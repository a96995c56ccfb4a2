//! Whether this machine has no person, as `axlens install --unattended` said of this profile: then
//! every question whether an agent may act is answered with yes. Only the native host's word
//! counts, and only while the host is there; it is never stored; and an administrator can forbid
//! it. Who asks: `isUnattended()`; who waits for a person's answer also listens with
//! `onUnattended()`, because the host's word may come later than the first query.

import { allowsUnattended, onPolicyChanged } from './policy.js';

/** What the native host says; false where there is none. */
let said = false;
/** What the listeners know. */
let told = false;
/** @type {Set<() => void>} */
const listeners = new Set();

onPolicyChanged(tell);

/** Whether every question is answered with yes. */
export const isUnattended = () => said && allowsUnattended();

/**
 * @param {() => void} listener called whenever it becomes so, or ends
 * @returns {() => void} ends it
 */
export function onUnattended(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {boolean} value what the native host says; false where there is none */
export function setUnattended(value) {
  said = value;
  tell();
}

function tell() {
  if (isUnattended() === told) return;
  told = isUnattended();
  for (const listener of [...listeners]) listener();
}
