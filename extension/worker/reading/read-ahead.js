//! Reads the new page of a tab that an agent uses, before the agent asks for it: the first read of
//! a document takes several times as long as the next one, and an action that leads to the document
//! waits for it anyway. What is read stays in the cache of records. No other tab is read.

import { Deadline } from '../deadline.js';
import { agentOf } from '../browser/used-tabs.js';
import { chooseTab } from '../browser/tabs.js';
import { readTab } from './read-tab.js';

/** @type {import('./read-document.js').ReadRequest} what most reads ask for */
const REQUEST = {
  find: () => ({ plain: true }),
  places: 'none',
  inPage: false,
  children: true,
  only: null,
  have: [],
  haveTrees: [],
};
const MAX_MS = 5000;

/** @type {Set<number>} the tabs that are being read */
const reading = new Set();

/** @param {number} tab whose main document is loaded, or can be read already */
export async function readAhead(tab) {
  const agent = agentOf(tab);
  if (!agent || reading.has(tab)) return;
  reading.add(tab);
  try {
    await readTab(await chooseTab(tab, agent), REQUEST, new Deadline(MAX_MS), null);
  } catch {
    // The agent's own read reports why the tab can't be read.
  } finally {
    reading.delete(tab);
  }
}
