//! Whether this machine has no person, as `axlens install --unattended` said of this profile: then
//! every question whether an agent may act is answered with yes. Only the native host's word
//! counts, and only while the host is there; it is never stored. Who asks: `isUnattended()`; who
//! waits for a person's answer also listens with `onUnattended()`, because the host's word may come
//! later than the first query.

let unattended = false;
/** @type {Set<() => void>} */
const listeners = new Set();

/** Whether every question is answered with yes. */
export const isUnattended = () => unattended;

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
  if (value === unattended) return;
  unattended = value;
  for (const listener of [...listeners]) listener();
}
