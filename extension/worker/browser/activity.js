//! Which agents read or acted on which site, and when they last did so: shown to the user in the
//! extension's pages. Only the origin of a site is stored, until the browser ends; incognito
//! windows are ignored. That an agent has read a page at all is kept.

import { siteOf } from '../../shared/sites.js';
import * as browserApi from '../../shared/browser-api.js';
import { noteUsedTab } from './used-tabs.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** `read` and `acted`: the last time, in milliseconds since 1970.
 * @typedef {{id: string, name: string, read?: number, acted?: number}} Visit */

const STORAGE_KEY = 'visitsBySite';
/** Kept when the browser ends. */
const USED_KEY = 'isUsed';
const MAX_SITES = 500;
const MAX_AGENTS = 20;
const WRITE_DELAY_MS = 1000;

/** @type {Map<string, Visit[]>} by site, the last visited one at the end */
const visitsBySite = new Map();
const loaded = browserApi.loadSession(STORAGE_KEY).then((value) => {
  const stored = /** @type {[string, Visit[]][] | undefined} */ (value);
  for (const [site, visits] of stored ?? [])
    if (!visitsBySite.has(site)) visitsBySite.set(site, visits);
});
/** @type {ReturnType<typeof setTimeout> | null} */
let writeTimer = null;
/** This worker has stored that an agent has read a page. */
let hasStoredUse = false;

/** @param {browserApi.Tab} tab @param {QueryAgent} agent */
export const noteRead = (tab, agent) => note(tab, agent, 'read');

/** @param {browserApi.Tab} tab @param {QueryAgent} agent */
export const noteAct = (tab, agent) => note(tab, agent, 'acted');

/** @param {browserApi.Tab} tab @returns {string | null} its site, unless it must not be stored */
const siteToKeep = (tab) => (tab.incognito ? null : siteOf(tab.url ?? ''));

/**
 * @param {browserApi.Tab} tab of a query
 * @returns {import('../../types/protocol').AuditNote} for the audit log, if the query fails
 */
export function auditNote(tab) {
  const site = siteToKeep(tab);
  return site === null ? {} : { site };
}

/** @param {browserApi.Tab} tab @param {QueryAgent} agent @param {'read' | 'acted'} what */
function note(tab, agent, what) {
  const { id, name } = agent;
  noteUsedTab(tab.id, agent);
  const site = siteToKeep(tab);
  if (site === null) return;
  const visits = visitsBySite.get(site) ?? [];
  const before = visits.find((visit) => visit.id === id);
  const others = visits.filter((visit) => visit !== before);
  visitsBySite.delete(site);
  visitsBySite.set(
    site,
    [...others, { ...before, id, name, [what]: Date.now() }].slice(-MAX_AGENTS),
  );
  for (const oldest of visitsBySite.keys()) {
    if (visitsBySite.size <= MAX_SITES) break;
    visitsBySite.delete(oldest);
  }
  writeTimer ??= setTimeout(write, WRITE_DELAY_MS);
}

async function write() {
  writeTimer = null;
  await loaded;
  await browserApi.saveSession(STORAGE_KEY, [...visitsBySite]);
  if (visitsBySite.size === 0 || hasStoredUse) return;
  hasStoredUse = true;
  await browserApi.saveLocal(USED_KEY, true);
}

/** @returns {Promise<boolean>} whether an agent has ever read a page */
export async function isUsed() {
  await loaded;
  return visitsBySite.size > 0 || (await browserApi.loadLocal(USED_KEY)) === true;
}

/** @param {string} site @returns {Promise<Visit[]>} the latest first */
export async function visitsOf(site) {
  await loaded;
  return [...(visitsBySite.get(site) ?? [])].reverse();
}

/** Forgets all visits, because the user paused reading. */
export async function forgetVisits() {
  await loaded;
  visitsBySite.clear();
  await browserApi.saveSession(STORAGE_KEY, []);
}
