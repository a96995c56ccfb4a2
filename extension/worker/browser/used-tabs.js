//! The tabs that agents used in the last minute: into the next page of one of these the recorder
//! goes as soon as the page is there, so that it is read at once when it is asked for. Nothing goes
//! into other tabs, nor into any while something is withheld from agents.

import { injectAtCommit } from '../reading/documents.js';
import { access } from './frames.js';
import { mayHide } from '../policy/policy.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

const USED_MS = 60_000;

/** @type {Map<number, {agent: QueryAgent, at: number}>} the one used last at the end */
const used = new Map();

/** @param {number | undefined} tab @param {QueryAgent} agent */
export function noteUsed(tab, agent) {
  if (tab === undefined) return;
  const now = performance.now();
  used.delete(tab);
  used.set(tab, { agent, at: now });
  for (const [oldest, { at }] of used) {
    if (now - at < USED_MS) break;
    used.delete(oldest);
  }
}

/**
 * A document has come into the main frame of a tab.
 * @param {number} tab @param {string} document
 */
export function pageCame(tab, document) {
  const last = used.get(tab);
  const isUsed = last && performance.now() - last.at < USED_MS;
  if (isUsed && access.everywhere && !mayHide(last.agent)) void injectAtCommit(tab, document);
}

/** The user takes reading away. */
export const forgetUsed = () => used.clear();
