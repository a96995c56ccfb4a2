//! Sends requests to several documents of a page in one message: a recorder passes them on to its
//! same-origin frames. Every message to a page takes half a millisecond or more, and some pages
//! have twenty frames.

import { fieldsOf } from '../../shared/fields.js';
import { isIdle } from './documents.js';

/** @typedef {import('./documents.js').PageDocument} PageDocument */

/**
 * Reads documents whose recorders can be reached through the one of `outer`. If that fails for a
 * document, it gets its own message.
 * @template T
 * @param {PageDocument} outer
 * @param {PageDocument[]} inner those that are being read already are skipped
 * @param {(page: PageDocument) => Promise<T>} read waits for the document's turn
 * @param {(unreached: string[]) => void} onUnreached called with the documents that could not be
 *   reached
 * @returns {Map<string, Promise<T>>} by document
 */
export function readBatch(outer, inner, read, onUnreached) {
  const idle = isIdle(outer.id) ? inner.filter((page) => isIdle(page.id)) : [];
  const requests = idle.map((page) => new PendingRequest(page));
  if (idle.length) outer.sendFirst = (message) => sendAll(outer, message, requests, onUnreached);
  /** @type {Map<string, Promise<T>>} */
  const reads = new Map([[outer.id, read(outer)]]);
  // A read that fails before it sends its request must not delay the others.
  for (const { page, resolveMessage } of requests)
    reads.set(
      page.id,
      read(page).finally(() => resolveMessage(null)),
    );
  return reads;
}

/** The request to an inner document, and the response of its recorder. */
class PendingRequest {
  /** @type {(message: object | null) => void} */
  resolveMessage = () => {};
  /** @type {(response: unknown) => void} */
  resolveResponse = () => {};

  /** @param {PageDocument} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<object | null>} null: there will be no request */
    this.message = new Promise((resolve) => (this.resolveMessage = resolve));
    const response = new Promise((resolve) => (this.resolveResponse = resolve));
    page.sendFirst = (message) => (this.resolveMessage(message), response);
  }
}

/**
 * @param {PageDocument} outer
 * @param {object} message
 * @param {PendingRequest[]} requests
 * @param {(unreached: string[]) => void} onUnreached
 * @returns {Promise<unknown>} the response of the outer document
 */
async function sendAll(outer, message, requests, onUnreached) {
  /** @type {Record<string, unknown>} */
  let responses = {};
  try {
    const messages = await Promise.all(
      requests.map(async (request) => [request.page.id, await request.message]),
    );
    const response = await outer.sendIfInjected({
      ...message,
      frameMessages: Object.fromEntries(messages.filter(([, inner]) => inner)),
    });
    const { frameResponses } = fieldsOf(response);
    if (frameResponses) {
      responses = fieldsOf(frameResponses);
      onUnreached(requests.map(({ page }) => page.id).filter((id) => !(id in responses)));
    }
    return response;
  } finally {
    for (const { page, resolveResponse } of requests) resolveResponse(responses[page.id]);
  }
}
