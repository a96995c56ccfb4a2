//! Answers the dialogs of a page during one action: replaces `alert`, `confirm` and `prompt` of the
//! page with functions that answer as the agent has requested, and report the dialog to the actor.
//! Nothing is replaced without such a request.

/** @typedef {import('../../types/protocol').Dialogs} Dialogs */

/**
 * Runs in the world of the page's scripts, without the other declarations of this module. The page
 * can change what it does: it can report false dialogs to the agent, and nothing more.
 * @param {string} name of the events that report dialogs; an event with the suffix `-end` restores
 *   the page's functions
 * @param {string} answers of type `Dialogs`, as JSON, because Chrome omits arguments that are null
 */
function answerInPage(name, answers) {
  const maxMessageLen = 500;
  // A page may repeat a dialog until it gets another answer.
  let answersLeft = 20;
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
   * @param {{value: unknown, reportedAs: string} | null} answer null: the user answers
   */
  const replace = (kind, answer) => {
    const original = page[kind];
    const replacement = (/** @type {unknown[]} */ ...args) => {
      const message = args[0] === undefined ? '' : String(args[0]);
      const isAnswered = answer !== null && answersLeft-- > 0;
      report({
        kind,
        message: message.slice(0, maxMessageLen),
        answer: isAnswered ? answer.reportedAs : null,
      });
      return isAnswered ? answer.value : original.call(page, ...args);
    };
    page[kind] = replacement;
    restoreAll.push(() => {
      if (page[kind] === replacement) page[kind] = original;
    });
  };
  const { confirm, prompt } = JSON.parse(answers);
  replace('alert', { value: undefined, reportedAs: 'accept' });
  replace('confirm', confirm ? { value: confirm === 'accept', reportedAs: confirm } : null);
  const promptAnswer = prompt === null ? 'dismiss' : 'accept';
  replace('prompt', prompt === undefined ? null : { value: prompt, reportedAs: promptAnswer });
  const onEnd = () => restoreAll.forEach((restore) => restore());
  document.addEventListener(`${name}-end`, onEnd, { once: true });
}

/**
 * @param {import('../reading/documents.js').PageDocument} page
 * @param {string} name of the events, which the page can't guess
 * @param {Dialogs} answers
 */
export const answerDialogs = (page, name, answers) =>
  page.runInPage(answerInPage, [name, JSON.stringify(answers)]);
