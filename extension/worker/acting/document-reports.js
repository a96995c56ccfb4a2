//! What the documents of a page report after an action: of each document once.

const MAX_COUNT = 10_000;

/**
 * @template {{document: string}} Report
 * @param {Report[]} reports
 * @returns {Report[]} of a document with two ports that of the first one, which has been open
 *   longer
 */
export function ofEachDocument(reports) {
  const documents = new Map(reports.toReversed().map((report) => [report.document, report]));
  return [...documents.values()].toReversed();
}

/** @param {unknown} count of a process that may be compromised @returns {number} */
export const countOf = (count) => Math.min(Math.max(Math.trunc(Number(count)) || 0, 0), MAX_COUNT);
