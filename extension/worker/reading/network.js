//! The requests of a tab's documents: requests them from the network script of each, which is
//! injected if necessary.

import { isHidden, listsOf, pastTime, positive, unrecordedOf } from './frame-lists.js';
import { fieldsOf } from '../../shared/fields.js';
import { MAX_ADDRESS, MAX_KIND, MAX_REQUESTS } from '../../shared/request-limits.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {Required<import('../../types/protocol').RequestTiming>} RequestTiming */
/** @typedef {Omit<Required<import('../../types/protocol').FrameRequests>, 'fault' | 'requests'>
 *   & {fault?: object, requests: RequestTiming[]}} FrameRequests */

const MAX_STATUS = 999;

/** @type {import('./frame-lists.js').ListKind<RequestTiming>} */
const REQUESTS = {
  script: 'page/network/network.js',
  message: { axlensNetwork: true },
  field: 'requests',
  max: MAX_REQUESTS,
  checked: (request, agent) => withoutHidden(checked(request), agent),
  timeOf: ({ start, duration }) => start + duration,
  groups: [() => true],
  starts: true,
};

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @param {boolean} [starts] begins to record the documents that are not recorded yet
 * @returns {Promise<{frames: FrameRequests[], unrecorded: number}>} the main frame first, and the
 *   number of documents that are not recorded; rejects with the fault that explains why the main
 *   frame can't be read
 */
export async function networkOf(chosen, deadline, starts = true) {
  const lists = await listsOf({ ...REQUESTS, starts }, chosen, deadline);
  const frames = lists.map(({ entries, hasPageWorld: _, isRecorded: _recorded, ...frame }) => ({
    ...frame,
    requests: entries,
  }));
  return { frames, unrecorded: unrecordedOf(lists) };
}

/**
 * @param {unknown} request of the page's process, which may be compromised
 * @returns {RequestTiming}
 */
function checked(request) {
  const { url, kind, status, bytes, start, duration, isCached } = fieldsOf(request);
  const begun = pastTime(start);
  return {
    url: String(url).slice(0, MAX_ADDRESS).toWellFormed(),
    kind: checkedKind(kind),
    status: checkedStatus(status),
    bytes: Math.trunc(positive(bytes, Number.MAX_SAFE_INTEGER)),
    start: begun,
    duration: pastTime(begun + positive(duration, Number.MAX_SAFE_INTEGER)) - begun,
    isCached: isCached === true,
  };
}

/** @param {unknown} kind @returns {string} */
export const checkedKind = (kind) => String(kind).slice(0, MAX_KIND).toWellFormed();

/** @param {unknown} status @returns {number} */
export const checkedStatus = (status) => Math.trunc(positive(status, MAX_STATUS));

/**
 * @template {{url: string}} Request
 * @param {Request} request
 * @param {QueryAgent} agent
 * @returns {Request} without the URL if the policy hides its site from the agent
 */
export const withoutHidden = (request, agent) =>
  isHidden(request.url, agent) ? { ...request, url: '' } : request;
