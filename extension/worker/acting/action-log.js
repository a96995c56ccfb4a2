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

const STORAGE_KEY = 'acts';
const MAX_ACTIONS = 200;

/** @type {Promise<Map<string, LoggedAction>>} by id, the oldest first */
const log = browserApi.loadSession(STORAGE_KEY).then((stored) => {
  const actions = /** @type {LoggedAction[] | undefined} */ (stored) ?? [];
  return new Map(actions.map((action) => [action.id, action]));
});

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
}

/** @param {string} id @param {number} tab @param {string} document @param {object} report */
export const logEnd = (id, tab, document, report) => write({ id, tab, document, report });

/** @param {LoggedAction} action */
async function write(action) {
  const actions = await log;
  const begunAt = actions.get(action.id)?.begunAt ?? Date.now();
  actions.delete(action.id);
  actions.set(action.id, { ...action, begunAt });
  for (const oldest of actions.keys()) {
    if (actions.size <= MAX_ACTIONS) break;
    actions.delete(oldest);
  }
  await browserApi.saveSession(STORAGE_KEY, [...actions.values()]);
}
