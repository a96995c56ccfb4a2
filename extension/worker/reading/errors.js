//! The errors of a tab's documents: requests them from the errors script of each, which is injected
//! if necessary.

import { isHidden, listsOf, pastTime, positive, unrecordedOf } from './frame-lists.js';
import { replacedUrls } from '../../shared/addresses.js';
import { fieldsOf } from '../../shared/fields.js';
import { MAX_ERRORS, MAX_MESSAGE } from '../../shared/error-limits.js';
import { MAX_ADDRESS } from '../../shared/request-limits.js';
import { recordsConsole } from '../policy/policy.js';
import { siteOf } from '../../shared/sites.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {Required<import('../../types/protocol').PageError>} PageError */
/** @typedef {Omit<Required<import('../../types/protocol').FrameErrors>, 'fault' | 'errors'>
 *   & {fault?: object, errors: PageError[]}} FrameErrors */

/** @type {PageError['kind'][]} */
const KINDS = [
  'deprecation',
  'intervention',
  'csp',
  'exception',
  'rejection',
  'console',
  'response',
  'resource',
];
/** @type {Set<PageError['kind']>} */
const OF_PAGE_WORLD = new Set(['exception', 'rejection', 'console', 'response']);
const MAX_METHOD = 10;
const MAX_LINE = 2 ** 31;

/** @type {import('./frame-lists.js').ListKind<PageError>} */
const ERRORS = {
  script: 'page/errors/errors.js',
  message: { axlensErrors: true },
  field: 'errors',
  max: MAX_ERRORS,
  // No number of calls or responses displaces an error.
  groups: [
    ({ kind }) => kind !== 'console' && kind !== 'response',
    ({ kind }) => kind === 'console',
    ({ kind }) => kind === 'response',
  ],
  checked: (error, agent) => withoutHidden(checked(error), agent),
  timeOf: ({ last }) => last,
  starts: true,
};

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @param {boolean} [starts] begins to record the documents that are not recorded yet
 * @returns {Promise<{frames: FrameErrors[], unrecorded: number}>} the main frame first, and the
 *   number of documents that are not recorded; rejects with the fault that explains why the main
 *   frame can't be read
 */
export async function errorsOf(chosen, deadline, starts = true) {
  const lists = await listsOf({ ...ERRORS, starts }, chosen, deadline);
  return { frames: lists.map(withoutUnwanted), unrecorded: unrecordedOf(lists) };
}

/**
 * @param {import('./frame-lists.js').FrameList<PageError>} frame
 * @returns {FrameErrors} without exceptions and calls of the console if the user has turned them
 *   off since the document was loaded
 */
function withoutUnwanted({ entries, hasPageWorld, isRecorded: _, ...frame }) {
  const hasConsole = hasPageWorld && recordsConsole(siteOf(frame.url));
  const errors = hasConsole ? entries : entries.filter(({ kind }) => !OF_PAGE_WORLD.has(kind));
  return { ...frame, hasConsole, errors };
}

/**
 * @param {unknown} error of the page's process, which may be compromised
 * @returns {PageError | null} null if its kind is unknown
 */
function checked(error) {
  const fields = fieldsOf(error);
  const kind = KINDS.find((known) => known === fields.kind);
  if (kind === undefined) return null;
  const time = pastTime(fields.time);
  return {
    kind,
    method: typeof fields.method === 'string' ? fields.method.slice(0, MAX_METHOD) : null,
    message: String(fields.message).slice(0, MAX_MESSAGE).toWellFormed(),
    url: checkedUrl(fields.url),
    source: checkedUrl(fields.source),
    line: Math.trunc(positive(fields.line, MAX_LINE)) || null,
    time,
    last: Math.max(time, pastTime(fields.last)),
    times: Math.max(1, Math.trunc(positive(fields.times, Number.MAX_SAFE_INTEGER))),
    isEarlier: fields.isEarlier === true,
  };
}

/** @param {unknown} url */
const checkedUrl = (url) =>
  typeof url === 'string' ? url.slice(0, MAX_ADDRESS).toWellFormed() : null;

/**
 * @param {PageError | null} error
 * @param {QueryAgent} agent
 * @returns {PageError | null} without the URLs of sites that the policy hides from the agent
 */
function withoutHidden(error, agent) {
  if (error === null) return null;
  const visible = (/** @type {string | null} */ url) =>
    url !== null && isHidden(url, agent) ? '' : url;
  const url = visible(error.url);
  const message = url === '' ? withoutBody(error) : withoutHiddenUrls(error.message, agent);
  return { ...error, message, url, source: visible(error.source) };
}

/** @param {PageError} error with a hidden URL @returns {string} the message without what it sent */
function withoutBody({ kind, message }) {
  return kind === 'response' ? message.split(' ', 1).join('') : message;
}

/**
 * @param {string} message
 * @param {QueryAgent} agent
 * @returns {string} without the URLs of sites that the policy hides from the agent
 */
export const withoutHiddenUrls = (message, agent) =>
  replacedUrls(message, (url) => (isHidden(url, agent) ? '(hidden)' : url));
