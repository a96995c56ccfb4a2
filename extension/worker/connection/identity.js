//! Which browser this is: an id made at random once, and a name for people. Both last in storage;
//! it knows nothing of servers and pages.

import * as browserApi from '../../shared/browser-api.js';

/** `name`: empty where the user has chosen none. @typedef {{id: string, name: string}} Identity */

const KEY = 'browser';
const MAX_NAME_LEN = 40;

/** @type {Identity} */
let identity = { id: '', name: '' };

/** When this has settled, the id is there. */
export const known = load();

async function load() {
  const stored = await browserApi.loadLocal(KEY);
  if (typeof stored?.id === 'string' && stored.id) {
    identity = { id: stored.id, name: String(stored.name ?? '') };
  } else {
    await renew();
  }
}

/** @returns {string} what tells this browser from every other */
export const id = () => identity.id;

/** @returns {string} what the user calls this browser, or its brand */
export const name = () => identity.name || brand();

/**
 * Takes another id: this profile is a copy, and the browser that it was copied from, or is copied
 * to, has connected with the one it had.
 */
export async function renew() {
  identity = { ...identity, id: crypto.randomUUID() };
  await browserApi.saveLocal(KEY, identity);
}

/** @param {string} name as the user chose it; empty for the brand */
export async function rename(name) {
  identity = { ...identity, name: name.trim().slice(0, MAX_NAME_LEN) };
  await browserApi.saveLocal(KEY, identity);
}

/** @returns {string} */
function brand() {
  /** @type {{brand: string}[]} */
  const brands = /** @type {any} */ (navigator).userAgentData?.brands ?? [];
  const names = brands.map((each) => each.brand);
  // Beside its own, a browser says that it is a Chromium, and one that no program has.
  const own = names.find((each) => each !== 'Chromium' && !/not.*brand/i.test(each));
  return (own ?? 'Chromium').replace(/^(Google|Microsoft) /, '');
}
