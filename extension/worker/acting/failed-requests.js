//! The failed requests that the documents of a page report after an action, as the answer has them.

import { withoutCredentials } from '../../shared/addresses.js';
import { fieldsOf } from '../../shared/fields.js';
import {
  FAILED_STATUS,
  MAX_FAILED,
  MAX_FAILED_ADDRESS,
  withoutLongQuery,
} from '../../shared/request-limits.js';
import { countOf, ofEachDocument } from './document-reports.js';
import { checkedKind, checkedStatus, withoutHidden } from '../reading/network.js';

/** @typedef {Required<import('../../types/protocol').FailedRequest>} FailedRequest */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

/**
 * @param {{document: string, failed?: unknown}[]} reports of the page's process, which may be
 *   compromised
 * @param {QueryAgent} agent
 * @returns {{failedRequests?: FailedRequest[], moreFailedRequests?: number}}
 */
export function failedRequestsOf(reports, agent) {
  const fields = ofEachDocument(reports).map(({ failed }) => fieldsOf(failed));
  const all = fields
    .flatMap(({ first }) => (Array.isArray(first) ? first.slice(0, MAX_FAILED) : []))
    .map((request) => checked(request, agent))
    .filter(({ status }) => status >= FAILED_STATUS);
  if (all.length === 0) return {};
  const more = fields.reduce((sum, report) => sum + countOf(report.more), 0);
  const left = all.length - MAX_FAILED;
  return {
    failedRequests: all.slice(0, MAX_FAILED),
    moreFailedRequests: Math.max(left, 0) + more,
  };
}

/** @param {unknown} request @param {QueryAgent} agent @returns {FailedRequest} */
function checked(request, agent) {
  const { url, kind, status } = fieldsOf(request);
  const address = withoutCredentials(withoutLongQuery(String(url)));
  return {
    status: checkedStatus(status),
    kind: checkedKind(kind),
    url: shortened(withoutHidden({ url: address }, agent).url),
  };
}

/** @param {string} url */
const shortened = (url) =>
  (url.length > MAX_FAILED_ADDRESS
    ? `${url.slice(0, MAX_FAILED_ADDRESS - 1)}…`
    : url
  ).toWellFormed();
