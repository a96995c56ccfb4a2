//! Reports the dialogs that the page opens during an action. The worker's script in the page's own
//! world (worker/acting/main-world/page-dialogs.js) sends an event for each. Any script of the page
//! can learn the name of the events and send its own, which means no more than if it opened a
//! dialog. So kind and message are the page's claim, and are validated and bounded here. How a
//! dialog was answered follows from the request.

import { MAX_DIALOGS } from '../../shared/dialogs.js';
import { addListener, removeListener } from '../dom/dom.js';
import { send } from './events.js';

/** @typedef {import('../../types/protocol').Dialogs} Dialogs */
/**
 * `answer`: null while the dialog is open.
 * @typedef {{kind: 'alert' | 'confirm' | 'prompt', message: string,
 *   answer: 'accept' | 'dismiss' | null}} PageDialog
 */

const KINDS = /** @type {const} */ (['alert', 'confirm', 'prompt']);
const MAX_MESSAGE_LEN = 500;

/**
 * @param {PageDialog['kind']} kind
 * @param {Dialogs} answers
 * @returns {PageDialog['answer']} the configured answer; null: the user answers
 */
function answerTo(kind, { confirm, prompt }) {
  if (kind === 'alert') return 'accept';
  if (kind === 'confirm') return confirm ?? null;
  if (prompt === undefined) return null;
  return prompt === null ? 'dismiss' : 'accept';
}

/** The kind, whether it was answered, and the message. */
const DETAIL = /^(alert|confirm|prompt)([+-])([^]*)$/;

/** @param {Event} event @param {Dialogs} answers @returns {PageDialog} */
function dialogOf(event, answers) {
  const { detail } = /** @type {CustomEvent} */ (event);
  const [, claimed, mark, message = ''] = DETAIL.exec(String(detail)) ?? [];
  const kind = KINDS.find((known) => known === claimed) ?? 'alert';
  return {
    kind,
    message: message.slice(0, MAX_MESSAGE_LEN),
    answer: mark === '+' ? answerTo(kind, answers) : null,
  };
}

/**
 * @param {string} name of the events
 * @param {Dialogs} answers of the request
 * @param {(dialog: PageDialog) => void} report called for the first dialogs of the action, and for
 *   the first one that is open
 * @returns {() => void} ends the reports: from then on the user answers the dialogs
 */
export function reportDialogs(name, answers, report) {
  let reported = 0;
  let isOneOpen = false;
  const onDialog = (/** @type {Event} */ event) => {
    if (isOneOpen) return;
    const dialog = dialogOf(event, answers);
    isOneOpen = dialog.answer === null;
    if (isOneOpen || reported < MAX_DIALOGS) report(dialog);
    reported++;
  };
  addListener.call(document, name, onDialog);
  return () => {
    removeListener.call(document, name, onDialog);
    send(document, new Event(`${name}-end`));
  };
}
