//! The requests of a tab's documents: requests them from the network script of each, which is
//! injected if necessary.

import { within } from '../deadline.js';
import { DocumentLost, PageDocument, ScriptRefused } from './documents.js';
import { fieldsOf } from '../../shared/fields.js';
import { withoutCredentials } from '../../shared/addresses.js';
import { allowedFrames } from '../browser/frames.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { mayBeBlank, refreshTab, refusalFrom } from '../browser/tabs.js';
import { childDeadline } from './read-document.js';
import { childFault } from './read-frame.js';
import { MAX_ADDRESS, MAX_KIND, MAX_REQUESTS } from '../../shared/request-limits.js';
import { siteOf } from '../../shared/sites.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {Required<import('../../types/protocol').RequestTiming>} RequestTiming */
/** @typedef {Omit<Required<import('../../types/protocol').FrameRequests>, 'fault' | 'requests'>
 *   & {fault?: object, requests: RequestTiming[]}} FrameRequests */

const SCRIPT = ['page/network/network.js'];
const MAX_STATUS = 999;
/** The clocks of two processes can differ by this many milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @returns {Promise<FrameRequests[]>} the main frame first; rejects with the fault that explains
 *   why the main frame can't be read
 */
export async function networkOf(chosen, deadline) {
  try {
    return lastOf(await requestsOfTab(chosen, deadline));
  } catch (error) {
    if (!(error instanceof DocumentLost)) throw error;
  }
  // The document was replaced in the meantime. The new one is read, once.
  chosen.tab = await refreshTab(chosen);
  try {
    return lastOf(await requestsOfTab(chosen, deadline));
  } catch (error) {
    throw await refusalFrom(chosen.id, chosen.tab.url ?? '', error);
  }
}

/** @param {ChosenTab} chosen @param {Deadline} deadline */
async function requestsOfTab(chosen, deadline) {
  const [main, ...children] = await allowedFrames(chosen);
  const limit = childDeadline(deadline);
  return await Promise.all([
    requestsOfMain(chosen, main, deadline),
    ...children.map((at) => requestsOfChild(chosen, at, limit)),
  ]);
}

/** @param {ChosenTab} chosen @param {FrameInfo} at @param {Deadline} deadline */
async function requestsOfMain(chosen, at, deadline) {
  try {
    return await requestsIn(chosen, at, deadline);
  } catch (error) {
    if (error instanceof ScriptRefused && mayBeBlank({ ...chosen.tab, url: at.url }))
      return nothing(at);
    throw error instanceof DocumentLost ? error : await refusalFrom(chosen.id, at.url, error);
  }
}

/** @param {ChosenTab} chosen @param {FrameInfo} at @param {Deadline} deadline */
async function requestsOfChild(chosen, at, deadline) {
  if (at.refused) return { ...nothing(at), fault: at.refused.data() };
  try {
    return await requestsIn(chosen, at, deadline);
  } catch (error) {
    const fault = (await childFault(chosen, at, error)).data();
    return { ...nothing(at), fault: { ...fault, message: withoutCredentials(fault.message) } };
  }
}

/** @param {FrameInfo} at @returns {FrameRequests} */
const nothing = (at) => ({
  frame: at.frame,
  url: withoutCredentials(at.url),
  since: 0,
  isPartial: false,
  requests: [],
});

/**
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {Deadline} deadline
 * @returns {Promise<FrameRequests>}
 */
async function requestsIn(chosen, at, deadline) {
  const page = new PageDocument(chosen.id, at.document);
  const response = fieldsOf(await page.guard(within(deadline, ask(page))));
  if (!Array.isArray(response.requests)) throw new DocumentLost('the network script disappeared');
  const requests = response.requests.slice(-MAX_REQUESTS).map(checked);
  return {
    ...nothing(at),
    since: pastTime(response.since),
    isPartial: response.isPartial === true,
    requests: requests.map((request) => withoutHidden(request, chosen.agent)),
  };
}

/** @param {PageDocument} page @returns {Promise<unknown>} */
async function ask(page) {
  const message = { axlensNetwork: true };
  const response = await page.sendIfInjected(message);
  if (fieldsOf(response).requests) return response;
  await page.inject(SCRIPT);
  return await page.sendIfInjected(message);
}

/**
 * @param {FrameRequests[]} frames
 * @returns {FrameRequests[]} with the last requests of all frames together
 */
function lastOf(frames) {
  const ends = frames.flatMap(({ requests }) => requests.map(endOf)).sort((a, b) => b - a);
  const first = ends.at(MAX_REQUESTS);
  if (first === undefined) return frames;
  return frames.map((frame) => {
    const requests = frame.requests.filter((request) => endOf(request) > first);
    const isPartial = frame.isPartial || requests.length < frame.requests.length;
    return { ...frame, requests, isPartial };
  });
}

/** @param {RequestTiming} request */
const endOf = ({ start, duration }) => start + duration;

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
export function withoutHidden(request, agent) {
  const site = mayHide(agent) ? siteOf(request.url) : null;
  const isHidden = site !== null && levelForSite(site, agent) === 'block';
  return isHidden ? { ...request, url: '' } : request;
}

/** @param {unknown} value @returns {number} milliseconds since 1970, not in the future */
const pastTime = (value) => positive(value, Date.now() + CLOCK_TOLERANCE_MS);

/** @param {unknown} value @param {number} max @returns {number} from 0 to `max` */
function positive(value, max) {
  const number = Number(value);
  return number > 0 ? Math.min(number, max) : 0;
}
