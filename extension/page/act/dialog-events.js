//! Reports the dialogs that the page opens during an action. The worker's script in the page's own
//! world (worker/acting/page-dialogs.js) sends an event for each; any script of the page can send
//! such events too, so their contents are validated.

import { addListener, removeListener } from '../dom/dom.js';
import { dispatchEvent } from './dom-methods.js';

/**
 * `answer`: null while the dialog is open.
 * @typedef {{kind: string, message: string, answer: string | null}} PageDialog
 */

const KINDS = ['alert', 'confirm', 'prompt'];
const ANSWERS = ['accept', 'dismiss', null];
const MAX_MESSAGE_LEN = 500;

/** @param {unknown} text @returns {{[name: string]: unknown} | null} */
function parseObject(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** @param {Event} event @returns {PageDialog} */
function dialogOf(event) {
  const { kind, message, answer } =
    parseObject(/** @type {CustomEvent} */ (event).detail) ??
    /** @type {{[_: string]: never}} */ ({});
  const isAnswer = ANSWERS.some((known) => known === answer);
  return {
    kind: KINDS.find((known) => known === kind) ?? 'alert',
    message: String(message).slice(0, MAX_MESSAGE_LEN),
    answer: isAnswer ? /** @type {PageDialog['answer']} */ (answer) : 'dismiss',
  };
}

/**
 * @param {string} name of the events
 * @param {(dialog: PageDialog) => void} report
 * @returns {() => void} ends the reports: from then on the user answers the dialogs
 */
export function reportDialogs(name, report) {
  const onDialog = (/** @type {Event} */ event) => report(dialogOf(event));
  addListener.call(document, name, onDialog);
  return () => {
    removeListener.call(document, name, onDialog);
    dispatchEvent.call(document, new Event(`${name}-end`));
  };
}
