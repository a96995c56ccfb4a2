//! Connects the list of errors with the script in the page's own world, where that runs.
//!
//! The entry point of a bundle, a classic script for the page's isolated world. It is registered
//! for the same documents as that script, and runs after the list's own script. It never runs in
//! another document: the page could listen to the event.

import { LISTENING, PORT } from './channel.js';

/** @typedef {{connect?: (port: MessagePort) => void}} ErrorsGlobal */

/** @param {Event} event */
function onPort(event) {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  const { axlensErrors } = /** @type {{axlensErrors?: ErrorsGlobal}} */ (globalThis);
  if (port) axlensErrors?.connect?.(port);
}

window.addEventListener(PORT, onPort, { once: true });
window.dispatchEvent(new Event(LISTENING));
