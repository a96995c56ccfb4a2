//! Reads one of the extension's pages like any other page, so that it can show what an agent sees.
//! Chrome does not inject scripts into extension pages, and they receive messages only on their
//! port: the page includes a recorder and passes on the messages to it.

import { fieldsOf } from '../../shared/fields.js';
import { Deadline } from '../deadline.js';
import { PageDocument } from './documents.js';
import { observed, readRequestOf } from '../queries.js';
import { readPage } from './read-document.js';

const TIMEOUT_MS = 10_000;

/** @typedef {import('../../shared/browser-api.js').Port} Port */

/** The document of an extension page, whose recorder gets messages through its port. */
class ExtensionDocument extends PageDocument {
  /** @param {Port} port @param {number} tab @param {string} id Chrome's documentId */
  constructor(port, tab, id) {
    super(tab, id);
    this.port = port;
  }

  /** @param {object} message @returns {Promise<unknown>} */
  send(message) {
    return this.sendIfInjected(message);
  }

  /** @param {object} message @returns {Promise<unknown>} */
  sendIfInjected(message) {
    const requestId = crypto.randomUUID();
    return new Promise((resolve) => {
      /** @param {import('../browser/extension-pages.js').Command} command */
      const onMessage = (command) => {
        if (command.do !== 'answer' || command.requestId !== requestId) return;
        this.port.onMessage.removeListener(onMessage);
        resolve(command.answer);
      };
      this.port.onMessage.addListener(onMessage);
      this.port.postMessage({ requestId, message });
    });
  }
}

/**
 * @param {Port} port of the page
 * @param {import('../connection/connection.js').Connection} connection
 * @returns {Promise<{text?: string, fault?: string}>} the text, or the reason why there is none
 */
export async function readExtensionPage(port, connection) {
  try {
    const answer = await connection.call('/own-page', await read(port));
    return { text: String(fieldsOf(answer).text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {Port} port @returns {Promise<object>} */
async function read(port) {
  const { tab, documentId, url = '' } = port.sender ?? {};
  if (tab?.id === undefined || !documentId) throw new Error('The page is in no tab.');
  const request = readRequestOf({});
  const page = new ExtensionDocument(port, tab.id, documentId);
  const result = await readPage(page, url, request, new Deadline(TIMEOUT_MS));
  const at = { frame: 0, parent: -1, document: documentId, url };
  const chosen = { tab, id: tab.id, focusedWindow: -1 };
  return JSON.parse(observed(chosen, [{ ...result, at }], request, 0));
}
