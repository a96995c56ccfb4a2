//! Reads one of the extension's own pages as it would any other, so that it can show what an agent
//! gets to see. Chrome lets no script be put into it, and no message of ours be heard by it but on
//! its port: it brings a recorder along, and passes on what that is asked.

import { Deadline } from '../deadline.js';
import { PageDocument } from './documents.js';
import { observed, readRequestOf } from '../queries.js';
import { readPage } from './read-document.js';

const MAX_MS = 10_000;

/** @typedef {import('../../shared/browser-api.js').Port} Port */

/** The document of an own page, whose recorder is asked through its port. */
class OwnDocument extends PageDocument {
  /** @param {Port} port @param {number} tab @param {string} id Chrome's documentId */
  constructor(port, tab, id) {
    super(tab, id);
    this.port = port;
  }

  /** @param {object} message @returns {Promise<any>} */ send(message) {
    return this.sendIfInjected(message);
  }

  /** @param {object} message @returns {Promise<any>} */
  sendIfInjected(message) {
    const asked = crypto.randomUUID();
    return new Promise((resolve) => {
      /** @param {any} said */
      const hear = (said) => {
        if (said?.do !== 'answer' || said.asked !== asked) return;
        this.port.onMessage.removeListener(hear);
        resolve(said.answer);
      };
      this.port.onMessage.addListener(hear);
      this.port.postMessage({ asked, message });
    });
  }
}

/**
 * @param {Port} port of the page
 * @param {import('../connection/connection.js').Connection} connection
 * @returns {Promise<{text?: string, fault?: string}>} the text, or why there is none
 */
export async function readOwnPage(port, connection) {
  try {
    const answer = await connection.call('/own-page', await read(port));
    return { text: String(answer.text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {Port} port @returns {Promise<object>} */
async function read(port) {
  const { tab, documentId, url = '' } = port.sender ?? {};
  if (tab?.id === undefined || !documentId) throw new Error('The page is in no tab.');
  const request = readRequestOf({});
  const page = new OwnDocument(port, tab.id, documentId);
  const done = await readPage(page, url, request, new Deadline(MAX_MS));
  const at = { frame: 0, parent: -1, document: documentId, url };
  const chosen = { tab, id: tab.id, focusedWindow: -1 };
  return JSON.parse(observed(chosen, [{ ...done, at }], request, 0));
}
