//! Reports of the browser as errors of the page.

import { addressOf, messageOf } from './error-text.js';
import { fieldsOf } from '../../shared/fields.js';

/** @typedef {import('./kept-errors.js').Occurrence} Occurrence */

/**
 * @param {Report} report
 * @returns {Occurrence | null} null for a report of an unknown type
 */
export function reportedError({ type, body }) {
  const fields = fieldsOf(body);
  const place = { source: addressOf(fields.sourceFile), line: lineOf(fields.lineNumber) };
  if (type === 'deprecation' || type === 'intervention')
    return { kind: type, message: messageOf(fields.message), method: null, url: null, ...place };
  if (type !== 'csp-violation') return null;
  return { kind: 'csp', method: null, ...violation(fields), ...place };
}

/**
 * Chrome also sends each violation as `securitypolicyviolation` event. That would be another entry
 * for the same violation, so that nothing listens to it.
 * @param {Record<string, unknown>} body of the report
 */
function violation({ blockedURL, effectiveDirective, disposition, sample }) {
  const blocked = String(blockedURL ?? '');
  // Without a colon it is a word, such as `inline` or `eval`.
  const url = blocked.includes(':') ? addressOf(blocked) : null;
  const what = url === null && blocked !== '' ? `${blocked} ` : '';
  const done = disposition === 'report' ? 'reported' : 'blocked';
  const message = `${what}${done} by ${effectiveDirective}${sinkOf(effectiveDirective, sample)}`;
  return { message: messageOf(message), url };
}

/**
 * A sample has up to 40 characters of the page's code or markup, in which secrets can be. Only that
 * of a violation of Trusted Types begins with the name of the sink, such as `Element innerHTML`.
 * @param {unknown} directive
 * @param {unknown} sample
 */
function sinkOf(directive, sample) {
  if (directive !== 'require-trusted-types-for') return '';
  const [sink] = /^[A-Za-z ]{1,40}(?=\|)/.exec(String(sample ?? '')) ?? [];
  return sink === undefined ? '' : `: ${sink}`;
}

/** @param {unknown} line @returns {number | null} */
const lineOf = (line) => (typeof line === 'number' && line > 0 ? line : null);
