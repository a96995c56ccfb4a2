//! Asks the documents of one page in one message: a recorder reaches those in its frames that are
//! of its origin. Every message to a page takes Chrome half a millisecond or more, and there are
//! pages with twenty frames.

import { isFree } from './documents.js';

/** @typedef {import('./documents.js').PageDocument} PageDocument */

/**
 * Reads documents whose recorders may be reached through the one of `outer`. One that got no answer
 * that way is asked by a message of its own.
 * @template T
 * @param {PageDocument} outer
 * @param {PageDocument[]} inner those that are being read already are left out
 * @param {(page: PageDocument) => Promise<T>} read takes the document's turn
 * @param {(unreached: string[]) => void} onUnreached called with the documents that got no answer
 *   that way
 * @returns {Map<string, Promise<T>>} by document
 */
export function readBatch(outer, inner, read, onUnreached) {
  const free = isFree(outer.id) ? inner.filter((page) => isFree(page.id)) : [];
  const questions = free.map((page) => new Question(page));
  if (free.length) outer.asksFirst = (message) => askAll(outer, message, questions, onUnreached);
  /** @type {Map<string, Promise<T>>} */
  const reads = new Map([[outer.id, read(outer)]]);
  // One that fails before it asks holds up no other.
  for (const { page, asked } of questions)
    reads.set(
      page.id,
      read(page).finally(() => asked(null)),
    );
  return reads;
}

/** What an inner document asks, and what its recorder answers. */
class Question {
  /** @type {(message: object | null) => void} */
  asked = () => {};
  /** @type {(answer: any) => void} */
  answered = () => {};

  /** @param {PageDocument} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<object | null>} null: it asks nothing any more */
    this.message = new Promise((resolve) => (this.asked = resolve));
    const answer = new Promise((resolve) => (this.answered = resolve));
    page.asksFirst = (message) => (this.asked(message), answer);
  }
}

/**
 * @param {PageDocument} outer
 * @param {object} message
 * @param {Question[]} questions
 * @param {(unreached: string[]) => void} onUnreached
 * @returns {Promise<any>} the outer document's own answer
 */
async function askAll(outer, message, questions, onUnreached) {
  /** @type {Record<string, any>} */
  let frames = {};
  try {
    const messages = await Promise.all(
      questions.map(async (question) => [question.page.id, await question.message]),
    );
    const answer = await outer.sendIfInjected({
      ...message,
      frameMessages: Object.fromEntries(messages.filter(([, asked]) => asked)),
    });
    frames = answer?.frameResponses ?? {};
    if (answer?.frameResponses)
      onUnreached(questions.map(({ page }) => page.id).filter((id) => !(id in frames)));
    return answer;
  } finally {
    for (const { page, answered } of questions) answered(frames[page.id]);
  }
}
