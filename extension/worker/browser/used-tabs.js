//! The tabs that agents used in the last minute. The recorder is injected into the next page of
//! such a tab early, so that reading it is fast. It is not injected into other tabs, and into no
//! tab while the policy hides a site from the agent.

import { injectAtCommit } from '../reading/documents.js';
import { access } from './frames.js';
import { mayHide } from '../policy/policy.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

const MAX_AGE_MS = 60_000;

/** @type {Map<number, {agent: QueryAgent, at: number}>} the last used one at the end */
const used = new Map();

/** @param {number | undefined} tab @param {QueryAgent} agent */
export function noteUsedTab(tab, agent) {
  if (tab === undefined) return;
  const now = performance.now();
  used.delete(tab);
  used.set(tab, { agent, at: now });
  for (const [oldest, { at }] of used) {
    if (now - at < MAX_AGE_MS) break;
    used.delete(oldest);
  }
}

/**
 * Injects the recorder into a new document of a main frame, if an agent used the tab.
 * @param {number} tab @param {string} document
 */
export function mainFrameCommitted(tab, document) {
  const last = used.get(tab);
  const isUsed = last && performance.now() - last.at < MAX_AGE_MS;
  if (isUsed && access.everywhere && !mayHide(last.agent)) void injectAtCommit(tab, document);
}

/** Forgets all tabs, because the user paused reading. */
export const forgetUsedTabs = () => used.clear();
