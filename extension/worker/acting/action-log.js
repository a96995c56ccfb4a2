//! The log of the actions that have begun, and of their ends. It lasts for the browser session, so
//! that no action is executed twice, even if the worker or the connection is stopped. It has no
//! values and no text of pages.

import * as browserApi from '../../shared/browser-api.js';
import { keyUsedBefore } from '../faults.js';

/**
 * `tab`: -1 if it is not open yet; `document`: empty for an action on a tab; `report`: of an action
 * that has ended; `revoked`: the action had not begun when its outcome was requested, and must not
 * begin any more; `begunAt`: when it was first logged, by `Date.now()`.
 * @typedef {{id: string, tab: number, document: string, report: object | null, revoked?: true,
 *   begunAt?: number}} LoggedAction
 */

/**
 * Each action has a key of its own: Chrome copies the whole value of a key with each write, so that
 * one value for all of them would make each action slower than the one before.
 */
const KEY_PREFIX = 'act ';
const MAX_ACTIONS = 200;
/** So many of the oldest actions are removed at once. */
const REMOVED = 50;

/** @type {Promise<Map<string, LoggedAction>>} by id, the oldest first */
const log = browserApi.loadAllOfSession(KEY_PREFIX).then((stored) => {
  const actions = /** @type {LoggedAction[]} */ (stored);
  const inOrder = actions.toSorted((one, other) => (one.begunAt ?? 0) - (other.begunAt ?? 0));
  return new Map(inOrder.map((action) => [action.id, action]));
});

/** @param {string} id */
const storageKey = (id) => KEY_PREFIX + id;

/**
 * The id of an action of a request with a key is `KEY-REQUEST`. Returns `KEY`, or an empty string
 * without a key.
 * @param {string} id
 */
const keyOf = (id) => id.slice(0, Math.max(id.indexOf('-'), 0));

/**
 * @param {string} id
 * @returns {Promise<LoggedAction | null>} rejects with a fault if an action of another request with
 *   the same key has begun
 */
export async function loggedAction(id) {
  const actions = await log;
  const key = keyOf(id);
  const isOther = (/** @type {LoggedAction} */ logged) =>
    logged.id !== id && !logged.revoked && keyOf(logged.id) === key;
  if (key !== '' && [...actions.values()].some(isOther)) throw keyUsedBefore();
  return actions.get(id) ?? null;
}

/**
 * Logs an action before its first event is sent.
 * @param {string} id
 * @param {number} tab
 * @param {string} document empty for an action on a tab
 * @returns {Promise<void>} rejects if the action has begun before, or must not begin any more
 */
export async function logBegin(id, tab, document) {
  const actions = await log;
  if (actions.has(id)) throw new Error('the action has begun before, or was revoked');
  await write({ id, tab, document, report: null });
}

/** @param {string} id of an action that has not begun, and must not begin any more */
export const revoke = (id) => write({ id, tab: -1, document: '', report: null, revoked: true });

/** @param {string} id of an action that was not executed, and may begin again */
export async function forget(id) {
  (await log).delete(id);
  await browserApi.removeFromSession([storageKey(id)]);
}

/** @param {string} id @param {number} tab @param {string} document @param {object} report */
export const logEnd = (id, tab, document, report) => write({ id, tab, document, report });

/** @param {LoggedAction} action */
async function write(action) {
  const actions = await log;
  const begunAt = actions.get(action.id)?.begunAt ?? Date.now();
  const logged = { ...action, begunAt };
  actions.set(action.id, logged);
  await browserApi.saveSession(storageKey(action.id), logged);
  if (actions.size >= MAX_ACTIONS + REMOVED) await removeOldest(actions);
}

/** @param {Map<string, LoggedAction>} actions */
async function removeOldest(actions) {
  const oldest = [...actions.keys()].slice(0, REMOVED);
  for (const id of oldest) actions.delete(id);
  await browserApi.removeFromSession(oldest.map(storageKey));
}
