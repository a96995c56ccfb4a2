//! The identity of this browser: a random id and a name for people, both in permanent storage.

import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';

/**
 * `name`: empty if the user has not chosen one. `assigned`: by the native host of a pool's browser.
 * @typedef {{id: string, name: string, assigned?: boolean}} Identity
 */

const STORAGE_KEY = 'browser';
const MAX_NAME_LEN = 40;

/** @type {Identity} */
let identity = { id: '', name: '' };

/** Settles when the identity is loaded. */
export const loaded = load();

async function load() {
  const { id, name, assigned } = fieldsOf(await browserApi.loadLocal(STORAGE_KEY));
  if (typeof id === 'string' && id) {
    identity = { id, name: String(name ?? ''), assigned: assigned === true };
  } else {
    // The connection does not wait until it is stored.
    void renew();
  }
}

/** @returns {string} the id that distinguishes this browser from all others */
export const id = () => identity.id;

/** @returns {string} the name that the user chose, or the browser's brand */
export const name = () => identity.name || brand();

/**
 * Replaces the id. Another browser has connected with it, because one profile is a copy of the
 * other. An assigned id stays: the server accepts the browser only with it.
 */
export async function renew() {
  if (identity.assigned) return;
  identity = { ...identity, id: crypto.randomUUID() };
  await browserApi.saveLocal(STORAGE_KEY, identity);
}

/**
 * Takes the id and the name that a pool has chosen for this browser. The next connection has them.
 * @param {unknown} assigned of the native host's message, not checked yet
 */
export function assign(assigned) {
  const { id, name } = fieldsOf(assigned);
  if (typeof id !== 'string' || typeof name !== 'string' || id === identity.id) return;
  identity = { id, name: name.slice(0, MAX_NAME_LEN), assigned: true };
  void browserApi.saveLocal(STORAGE_KEY, identity);
}

/** @param {string} name empty for the brand */
export async function rename(name) {
  identity = { ...identity, name: name.trim().slice(0, MAX_NAME_LEN) };
  await browserApi.saveLocal(STORAGE_KEY, identity);
}

/** @returns {string} */
function brand() {
  /** @type {Navigator & {userAgentData?: {brands: {brand: string}[]}}} */
  const { userAgentData } = navigator;
  const brands = userAgentData?.brands ?? [];
  const names = brands.map((each) => each.brand);
  // The list has the browser's brand, `Chromium`, and a made-up one such as `Not.A/Brand`.
  const own = names.find((each) => each !== 'Chromium' && !/not.*brand/i.test(each));
  return (own ?? 'Chromium').replace(/^(Google|Microsoft) /, '');
}
