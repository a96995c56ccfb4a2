//! Which acts have begun, and how they ended: kept for as long as the browser runs, so that no act
//! is done twice, whatever part of the way dies. Neither values nor text of a page is kept.

import * as browserApi from '../../shared/browser-api.js';

/** `tab` and `document`: where it is done; the document is empty of what is done to a tab, the tab
 * is -1 of one that is not open yet; `report`: of an act that has ended; `revoked`: it had not
 * begun when it was given up, and must not begin any more.
 * @typedef {{id: string, tab: number, document: string, report: object | null, revoked?: true}}
 *   LoggedAct */

const ACTS = 'acts';
const MAX = 200;

/** @type {Promise<Map<string, LoggedAct>>} */
const known = browserApi.loadSession(ACTS).then((stored) => {
  const acts = /** @type {LoggedAct[] | undefined} */ (stored) ?? [];
  return new Map(acts.map((act) => [act.id, act]));
});

/** @param {string} id @returns {Promise<LoggedAct | null>} */
export const recall = async (id) => (await known).get(id) ?? null;

/**
 * The first event is about to be sent: written down before it is.
 * @param {string} id
 * @param {number} tab
 * @param {string} document where it happens; empty for what happens to a tab
 * @returns {Promise<void>} rejects where it has begun before, or must not begin any more
 */
export async function noteBegun(id, tab, document) {
  const acts = await known;
  if (acts.has(id)) throw new Error('the act has begun before, or was given up');
  await write({ id, tab, document, report: null });
}

/** @param {string} id of an act that has not begun: now it can't any more */
export const revoke = (id) => write({ id, tab: -1, document: '', report: null, revoked: true });

/** @param {string} id of an act that was given up, and is asked for anew */
export async function forgive(id) {
  (await known).delete(id);
}

/**
 * @param {string} id @param {number} tab @param {string} document
 * @param {object} report how it ended
 */
export const noteEnded = (id, tab, document, report) => write({ id, tab, document, report });

/** @param {LoggedAct} act */
async function write(act) {
  const acts = await known;
  acts.delete(act.id);
  acts.set(act.id, act);
  for (const oldest of acts.keys()) {
    if (acts.size <= MAX) break;
    acts.delete(oldest);
  }
  await browserApi.saveSession(ACTS, [...acts.values()]);
}
