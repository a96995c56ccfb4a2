//! The lists of errors, requests, downloads and page tools of the inspected tab, as agents would
//! get them. What is not recorded yet is recorded only if the user wants that.

import { downloadsOf } from '../downloads/downloads.js';
import { badRequest } from '../faults.js';
import { errorsOf } from '../reading/errors.js';
import { networkOf } from '../reading/network.js';
import { pageToolsOf } from '../reading/page-tools.js';
import { describeTab } from './tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('./tabs.js').ChosenTab} ChosenTab */
/** `starts`: begins to record the documents that are not recorded yet.
 * @typedef {{what: 'errors' | 'network' | 'downloads' | 'page_tools', starts: boolean}}
 *   ListRequest */

/**
 * Of downloads and page tools, nothing is recorded: Chrome has the lists.
 * @type {Record<ListRequest['what'],
 *   (chosen: ChosenTab, deadline: Deadline, starts: boolean) => Promise<object>>}
 */
const LISTS = {
  errors: errorsOf,
  network: networkOf,
  downloads: downloadsOf,
  page_tools: async (chosen, deadline) => ({ frames: await pageToolsOf(chosen, deadline) }),
};

/**
 * @param {ListRequest} request
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @returns {Promise<string>} the answer that the server would get, with the number of documents
 *   that are not recorded
 */
export async function listOf({ what, starts }, chosen, deadline) {
  if (!Object.hasOwn(LISTS, what)) throw badRequest(`There is no list '${what}'.`);
  const list = await LISTS[what](chosen, deadline, starts === true);
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), ...list });
}
