//! Which agents read or acted on which site last, and when: for the user, in the extension's own
//! pages. Of a site only its origin is kept, for as long as the browser runs; of incognito windows
//! nothing.

import { siteOf } from '../../shared/sites.js';
import * as browserApi from '../../shared/browser-api.js';
import { noteUsed } from './used-tabs.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** `read` and `acted`: when it did so last, in milliseconds since 1970.
 * @typedef {{id: string, name: string, read?: number, acted?: number}} Visit */

const SEEN = 'seen';
const MAX_SITES = 500;
const MAX_AGENTS = 20;
const WRITE_INTERVAL = 1000;

/** @type {Map<string, Visit[]>} by site, the one visited last at the end */
const seen = new Map();
const known = browserApi.loadSession(SEEN).then((stored) => {
  for (const [site, visits] of stored ?? []) if (!seen.has(site)) seen.set(site, visits);
});
/** @type {ReturnType<typeof setTimeout> | null} */
let writing = null;

/** @param {browserApi.Tab} tab @param {QueryAgent} agent */
export const noteRead = (tab, agent) => note(tab, agent, 'read');

/** @param {browserApi.Tab} tab @param {QueryAgent} agent */
export const noteAct = (tab, agent) => note(tab, agent, 'acted');

/** @param {browserApi.Tab} tab @returns {string | null} its site, where that may be kept */
const siteToKeep = (tab) => (tab.incognito ? null : siteOf(tab.url ?? ''));

/**
 * @param {browserApi.Tab} tab that an agent asks about
 * @returns {import('../../types/protocol').AuditNote} for the audit log, should nothing come of it
 */
export function auditNote(tab) {
  const site = siteToKeep(tab);
  return site === null ? {} : { site };
}

/** @param {browserApi.Tab} tab @param {QueryAgent} agent @param {'read' | 'acted'} what */
function note(tab, agent, what) {
  const { id, name } = agent;
  noteUsed(tab.id, agent);
  const site = siteToKeep(tab);
  if (site === null) return;
  const visits = seen.get(site) ?? [];
  const before = visits.find((visit) => visit.id === id);
  const others = visits.filter((visit) => visit !== before);
  seen.delete(site);
  seen.set(site, [...others, { ...before, id, name, [what]: Date.now() }].slice(-MAX_AGENTS));
  for (const oldest of seen.keys()) {
    if (seen.size <= MAX_SITES) break;
    seen.delete(oldest);
  }
  writing ??= setTimeout(write, WRITE_INTERVAL);
}

async function write() {
  writing = null;
  await known;
  await browserApi.saveSession(SEEN, [...seen]);
}

/** @param {string} site @returns {Promise<Visit[]>} the last one first */
export async function visitsOf(site) {
  await known;
  return [...(seen.get(site) ?? [])].reverse();
}

/** The user takes reading away: nothing is to be shown of what was read. */
export async function forgetVisits() {
  await known;
  seen.clear();
  await browserApi.saveSession(SEEN, []);
}
