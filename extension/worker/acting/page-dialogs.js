//! Answers dialogs of a page for as long as one action takes: puts functions in the place of the
//! page's `alert`, `confirm` and `prompt`, and has them tell the actor of what they were asked. It
//! is put into a page only where an agent's request says how to answer.

/** @typedef {import('../../types/protocol').Dialogs} Dialogs */

/**
 * Runs in the page's own world, as its text alone: nothing else of this module is there. What the
 * page makes of it is the page's: it can tell an agent lies about its own questions, and nothing
 * more.
 * @param {string} name of the events that tell, and with `-end` of the one that puts all back
 * @param {string} answers of type `Dialogs`, as JSON: Chrome drops what is null on the way
 */
function answerInPage(name, answers) {
  const longest = 500;
  // A page that asks until it has another answer would ask for ever.
  let left = 20;
  const tell = (/** @type {object} */ dialog) =>
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(dialog) }));
  const page = /** @type {any} */ (window);
  /** @type {(() => void)[]} */
  const undo = [];
  /** @param {'alert' | 'confirm' | 'prompt'} kind @param {{is: any, says: string} | null} answer */
  const replace = (kind, answer) => {
    const own = page[kind];
    const stand = (/** @type {any[]} */ ...given) => {
      const message = given[0] === undefined ? '' : String(given[0]);
      const isAnswered = answer !== null && left-- > 0;
      tell({ kind, message: message.slice(0, longest), answer: isAnswered ? answer.says : null });
      return isAnswered ? answer.is : own.call(page, ...given);
    };
    page[kind] = stand;
    undo.push(() => {
      if (page[kind] === stand) page[kind] = own;
    });
  };
  const { confirm, prompt } = JSON.parse(answers);
  replace('alert', { is: undefined, says: 'accept' });
  replace('confirm', confirm ? { is: confirm === 'accept', says: confirm } : null);
  const text = prompt === null ? 'dismiss' : 'accept';
  replace('prompt', prompt === undefined ? null : { is: prompt, says: text });
  document.addEventListener(`${name}-end`, () => undo.forEach((put) => put()), { once: true });
}

/**
 * @param {import('../reading/documents.js').PageDocument} page
 * @param {string} name that nobody else knows
 * @param {Dialogs} answers
 */
export const answerDialogs = (page, name, answers) =>
  page.runInPage(answerInPage, [name, JSON.stringify(answers)]);
