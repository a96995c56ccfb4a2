//! Answers the dialogs of a page during one action: replaces `alert`, `confirm` and `prompt` of the
//! page with functions that answer as the agent has requested, and report the dialog to the actor.
//! Nothing is replaced without such a request.

import { MAX_DIALOGS } from '../../../shared/dialogs.js';

/** @typedef {import('../../../types/protocol').Dialogs} Dialogs */

/**
 * Runs in the world of the page's scripts, without the other declarations of this module. The page
 * can change what it does, and send its events. It can thereby claim dialogs that it did not open,
 * as if it called these functions, and nothing more: see page/act/dialog-events.js.
 * @param {string} name of the events that report dialogs; an event with the suffix `-end` restores
 *   the page's functions
 * @param {string} answers of type `Dialogs`, as JSON, because Chrome omits arguments that are null
 * @param {number} maxDialogs the number of dialogs that are answered
 */
function answerInPage(name, answers, maxDialogs) {
  const maxMessageLen = 500;
  let answersLeft = maxDialogs;
  const report = (/** @type {object} */ dialog) =>
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(dialog) }));
  const page =
    /** @type {Record<'alert' | 'confirm' | 'prompt', (...args: unknown[]) => unknown>} */ (
      /** @type {unknown} */ (window)
    );
  /** @type {(() => void)[]} */
  const restoreAll = [];
  /**
   * @param {'alert' | 'confirm' | 'prompt'} kind
   * @param {{value: unknown} | null} answer null: the user answers
   */
  const replace = (kind, answer) => {
    const original = page[kind];
    const replacement = (/** @type {unknown[]} */ ...args) => {
      const message = args[0] === undefined ? '' : String(args[0]);
      const isAnswered = answer !== null && answersLeft-- > 0;
      report({ kind, message: message.slice(0, maxMessageLen), isAnswered });
      return isAnswered ? answer.value : original.call(page, ...args);
    };
    page[kind] = replacement;
    restoreAll.push(() => {
      if (page[kind] === replacement) page[kind] = original;
    });
  };
  const { confirm, prompt } = JSON.parse(answers);
  replace('alert', { value: undefined });
  replace('confirm', confirm ? { value: confirm === 'accept' } : null);
  replace('prompt', prompt === undefined ? null : { value: prompt });
  const onEnd = () => restoreAll.forEach((restore) => restore());
  document.addEventListener(`${name}-end`, onEnd, { once: true });
}

/**
 * @param {import('../../reading/documents.js').PageDocument} page
 * @param {string} name of the events
 * @param {Dialogs} answers
 */
export const answerDialogs = (page, name, answers) =>
  page.runInPage(answerInPage, [name, JSON.stringify(answers), MAX_DIALOGS]);
