//! Answers the dialogs of a page during one action: replaces `alert`, `confirm` and `prompt` of the
//! page with functions that answer as the agent has requested, and report the dialog to the actor.
//! Nothing is replaced without such a request. Chrome omits arguments that are null.

import { MAX_DIALOGS } from '../../../shared/dialogs.js';

/** @typedef {import('../../../types/protocol').Dialogs} Dialogs */

/**
 * Runs in the world of the page's scripts, without the other declarations of this module. The page
 * can replace `dispatchEvent`, `addEventListener` and `CustomEvent`, and send the events of this
 * script. It can thereby claim dialogs that it did not open, as if it called these functions, and
 * nothing more: see page/act/dialog-events.js. No other function that a page can replace is called:
 * no method of an array, a string or JSON, and no iterator.
 * @param {string} name of the events that report dialogs; an event with the suffix `-end` restores
 *   the page's functions
 * @param {string} confirmed `accept`, `dismiss`, or empty: the user answers
 * @param {string} prompted the same for prompts
 * @param {string} text that is entered in a prompt
 * @param {number} maxDialogs the number of dialogs that are answered
 */
function answerInPage(name, confirmed, prompted, text, maxDialogs) {
  let answersLeft = maxDialogs;
  /** @typedef {(...args: unknown[]) => unknown} DialogFunction */
  const page = /** @type {Record<'alert' | 'confirm' | 'prompt', DialogFunction>} */ (
    /** @type {unknown} */ (window)
  );
  const { alert, confirm, prompt } = page;
  // Without a prototype, on which the page could define other options.
  const options = (/** @type {object} */ own) =>
    /** @type {CustomEventInit & AddEventListenerOptions} */ (
      /** @type {unknown} */ ({ __proto__: null, ...own })
    );
  const report = (/** @type {string} */ detail) =>
    document.dispatchEvent(new CustomEvent(name, options({ detail })));
  /**
   * @param {'alert' | 'confirm' | 'prompt'} kind
   * @param {DialogFunction} original
   * @param {boolean} isAnswered otherwise the user answers
   * @param {unknown} answer
   * @returns {DialogFunction}
   */
  const replaced =
    (kind, original, isAnswered, answer) =>
    (...args) => {
      const message = args[0] === undefined ? '' : `${args[0]}`;
      const isOwn = isAnswered && answersLeft-- > 0;
      report(`${kind}${isOwn ? '+' : '-'}${message}`);
      if (isOwn) return answer;
      if (args.length === 0) return original();
      return args.length === 1 ? original(args[0]) : original(args[0], args[1]);
    };
  const ownAlert = replaced('alert', alert, true, undefined);
  const ownConfirm = replaced('confirm', confirm, confirmed !== '', confirmed === 'accept');
  const entered = prompted === 'accept' ? text : null;
  const ownPrompt = replaced('prompt', prompt, prompted !== '', entered);
  page.alert = ownAlert;
  page.confirm = ownConfirm;
  page.prompt = ownPrompt;
  const onEnd = () => {
    if (page.alert === ownAlert) page.alert = alert;
    if (page.confirm === ownConfirm) page.confirm = confirm;
    if (page.prompt === ownPrompt) page.prompt = prompt;
  };
  document.addEventListener(`${name}-end`, onEnd, options({ once: true }));
}

/**
 * @param {import('../../reading/documents.js').PageDocument} page
 * @param {string} name of the events
 * @param {Dialogs} answers
 */
export function answerDialogs(page, name, { confirm, prompt }) {
  const prompted = prompt === undefined ? '' : prompt === null ? 'dismiss' : 'accept';
  const args = /** @type {const} */ ([name, confirm ?? '', prompted, prompt ?? '', MAX_DIALOGS]);
  return page.runInPage(answerInPage, [...args]);
}
