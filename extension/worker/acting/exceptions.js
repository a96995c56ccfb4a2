//! The exceptions that the documents of a page report after an action, as the answer has them.

import { MAX_EXCEPTION, MAX_EXCEPTIONS } from '../../shared/error-limits.js';
import { fieldsOf } from '../../shared/fields.js';
import { siteOf } from '../../shared/sites.js';
import { recordsConsole } from '../policy/policy.js';
import { withoutHiddenUrls } from '../reading/errors.js';
import { countOf, ofEachDocument } from './document-reports.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

/**
 * @param {{document: string, exceptions?: unknown}[]} reports of the page's process, which may be
 *   compromised
 * @param {{url: string, agent: QueryAgent}} page
 * @returns {{exceptions?: string[], moreExceptions?: number}} nothing if the user has turned it off
 *   since the document was loaded
 */
export function exceptionsOf(reports, { url, agent }) {
  if (!recordsConsole(siteOf(url))) return {};
  const fields = ofEachDocument(reports).map(({ exceptions }) => fieldsOf(exceptions));
  const all = fields.flatMap(({ first }) =>
    Array.isArray(first) ? first.slice(0, MAX_EXCEPTIONS) : [],
  );
  if (all.length === 0) return {};
  const more = fields.reduce((sum, report) => sum + countOf(report.more), 0);
  return {
    exceptions: all.slice(0, MAX_EXCEPTIONS).map((message) => messageOf(message, agent)),
    moreExceptions: Math.max(all.length - MAX_EXCEPTIONS, 0) + more,
  };
}

/** @param {unknown} message @param {QueryAgent} agent */
function messageOf(message, agent) {
  const text = withoutHiddenUrls(String(message), agent);
  const isLong = text.length > MAX_EXCEPTION;
  return (isLong ? `${text.slice(0, MAX_EXCEPTION - 1)}…` : text).toWellFormed();
}
