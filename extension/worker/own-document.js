//! Reads one of the extension's own pages as it would any other, so that it can show what an agent
//! gets to see. Chrome lets no script be put into it: it brings its recorder along.

import { Deadline } from './deadline.js';
import { PageDocument } from './documents.js';
import { observed, readRequestOf } from './queries.js';
import { readPage } from './read-document.js';

const MOST_MS = 10_000;

/**
 * @param {import('./ext.js').Port} page
 * @param {import('./connection.js').Connection} connection
 * @returns {Promise<{text?: string, fault?: string}>} the text, or why there is none
 */
export async function readOwnPage(page, connection) {
  try {
    const answer = await connection.call('/own-page', await read(page));
    return { text: String(answer.text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {import('./ext.js').Port} page @returns {Promise<object>} */
async function read(page) {
  const { tab, documentId, url = '' } = page.sender ?? {};
  if (tab?.id === undefined || !documentId) throw new Error('The page is in no tab.');
  const request = readRequestOf({});
  const deadline = new Deadline(MOST_MS);
  const document = new PageDocument(tab.id, documentId);
  const done = await readPage(document, url, request, deadline);
  const at = { frame: 0, parent: -1, document: documentId, url };
  return JSON.parse(
    observed({ tab, id: tab.id, focusedWindow: -1 }, [{ ...done, at }], request, 0),
  );
}
