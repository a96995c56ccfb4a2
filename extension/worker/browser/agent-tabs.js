//! The tabs that agents have opened: an agent may close only its own, and the user can close all of
//! them. If the user has switched it on, the tabs of an agent are in a tab group with its name. The
//! group is expanded, because Chrome freezes the tabs of a collapsed one.

import * as browserApi from '../../shared/browser-api.js';

const STORAGE_KEY = 'openedTabs';
const GROUPS_KEY = 'agentGroups';
const MAX_OPENED = 500;

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

/** @type {Promise<Map<number, string>>} by tab, the agent that has opened it; the oldest first */
const openers = browserApi
  .loadSession(STORAGE_KEY)
  .then((stored) => new Map(/** @type {[number, string][] | undefined} */ (stored) ?? []));

/** @type {Promise<Map<string, number>>} by window and agent, its group */
const groups = browserApi
  .loadSession(GROUPS_KEY)
  .then((stored) => new Map(/** @type {[string, number][] | undefined} */ (stored) ?? []));

/**
 * @param {browserApi.Tab & {id: number}} tab
 * @param {QueryAgent} agent that has opened it
 */
export async function noteOpened(tab, agent) {
  const opened = await openers;
  opened.set(tab.id, agent.id);
  for (const oldest of opened.keys()) {
    if (opened.size <= MAX_OPENED) break;
    opened.delete(oldest);
  }
  await browserApi.saveSession(STORAGE_KEY, [...opened]);
  // The tab is opened also if Chrome can't move it, as in a window of an app.
  await addToGroup(tab, agent).catch(() => {});
}

/** @param {number} tab @param {QueryAgent} agent @returns {Promise<boolean>} it has opened it */
export const hasOpened = async (tab, agent) => (await openers).get(tab) === agent.id;

/** @returns {Promise<number[]>} the open tabs that agents have opened */
export async function agentTabs() {
  const opened = await openers;
  if (opened.size === 0) return [];
  const tabs = await browserApi.queryTabs({});
  return tabs.flatMap(({ id }) => (id !== undefined && opened.has(id) ? [id] : []));
}

/** Closes all tabs that agents have opened. */
export async function closeAgentTabs() {
  const tabs = await agentTabs();
  await Promise.all(tabs.map((tab) => browserApi.closeTab(tab).catch(() => {})));
}

/** @param {browserApi.Tab & {id: number}} tab @param {QueryAgent} agent */
async function addToGroup({ id, windowId }, agent) {
  if (!(await browserApi.groupsPermission.has())) return;
  const known = await groups;
  const key = `${windowId} ${agent.id}`;
  const added = await browserApi.groupTab(id, known.get(key), titleOf(agent));
  if (known.get(key) === added) return;
  known.set(key, added);
  await browserApi.saveSession(GROUPS_KEY, [...known]);
}

/** @param {QueryAgent} agent @returns {string} the user's own programs have the product's name */
const titleOf = ({ id, name }) => (id === 'user' ? 'Axlens' : name);
