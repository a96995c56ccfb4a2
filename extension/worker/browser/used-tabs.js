//! The tabs that agents used in the last minute. The recorder is injected into the next page of
//! such a tab early, and the page is read ahead (reading/read-ahead.js), so that the agent's first
//! look is fast. This is not done in other tabs, and in no tab while the policy hides a site from
//! the agent.

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
 * @param {number} tab
 * @returns {QueryAgent | null} the agent that used the tab last, if its next page may be read ahead
 */
export function agentOf(tab) {
  const last = used.get(tab);
  const isUsed = last && performance.now() - last.at < MAX_AGE_MS;
  return isUsed && access.everywhere && !mayHide(last.agent) ? last.agent : null;
}

/**
 * Injects the recorder into a new document of a main frame, if an agent used the tab.
 * @param {number} tab @param {string} document
 */
export function mainFrameCommitted(tab, document) {
  if (agentOf(tab)) void injectAtCommit(tab, document);
}

/** Forgets all tabs, because the user paused reading. */
export const forgetUsedTabs = () => used.clear();
