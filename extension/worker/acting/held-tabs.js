//! The tabs that the user has for themselves: those that they have taken over, and those in which
//! they do what an agent has asked for. No agent may act there, but all may read.

import * as browserApi from '../../shared/browser-api.js';
import { userHasTab } from '../faults.js';
import { stopActionsIn } from './running-actions.js';

const STORAGE_KEY = 'takenTabs';

/** @type {Promise<Set<number>>} the tabs that the user has taken over, until they hand them back */
const takenOver = browserApi
  .loadSession(STORAGE_KEY)
  .then((stored) => new Set(Array.isArray(stored) ? /** @type {number[]} */ (stored) : []));
/** @type {Map<object, number>} the tab of each question, which ends with this worker */
const tabsByQuestion = new Map();

/** @param {Set<number>} tabs */
const save = (tabs) => browserApi.saveSession(STORAGE_KEY, [...tabs]);

/**
 * Takes a tab over: an action that is under way there ends, and no other one begins.
 * @param {number} tab
 */
export async function takeOver(tab) {
  const tabs = await takenOver;
  tabs.add(tab);
  stopActionsIn(tab);
  await save(tabs);
}

/** @param {number} tab that agents may use again, or that was closed */
export async function handBack(tab) {
  const tabs = await takenOver;
  if (tabs.delete(tab)) await save(tabs);
}

/** @param {number} added the new id of a tab @param {number} removed the one before */
export async function heldTabReplaced(added, removed) {
  const tabs = await takenOver;
  if (!tabs.delete(removed)) return;
  tabs.add(added);
  await save(tabs);
}

/** @returns {Promise<number[]>} the tabs that the user has taken over */
export const takenTabs = async () => [...(await takenOver)];

/**
 * @param {object} question that the user is asked
 * @param {number} tab in which only they act until `endHold`: an action under way there ends
 */
export function hold(question, tab) {
  tabsByQuestion.set(question, tab);
  stopActionsIn(tab);
}

/** @param {object} question that is over */
export const endHold = (question) => tabsByQuestion.delete(question);

/**
 * An agent must not put another page under the hands of the user.
 * @param {number} window
 * @returns {Promise<void>} rejects with a fault if the user has the tab in front of the window
 */
export async function ensureFrontNotHeld(window) {
  const held = [...(await takenOver), ...tabsByQuestion.values()];
  const tabs = await Promise.all(held.map((tab) => browserApi.getTab(tab).catch(() => null)));
  if (tabs.some((tab) => tab?.active && tab.windowId === window))
    throw userHasTab('The user has the tab that is in front of this window.');
}

/** @param {number} tab @returns {Promise<void>} rejects with a fault if the user has it */
export async function ensureNotHeld(tab) {
  if ((await takenOver).has(tab)) throw userHasTab('The user has taken over this tab.');
  if ([...tabsByQuestion.values()].includes(tab))
    throw userHasTab('The user is asked something about this tab.');
}
