//! Finds out how a logged action ended, if its answer was lost.

import { fieldsOf } from '../../shared/fields.js';
import { DocumentLost, PageDocument } from '../reading/documents.js';

/**
 * The response of the actor. `end`: null if the action has not begun in the document.
 * @typedef {{begun?: boolean, end?: {refused?: object, done?: {left?: object}} | null}}
 *   RememberedAction
 */

const NOT_OBSERVED = { mutations: 0, backgroundMutations: [], unseen: true };

/**
 * `never`: nothing was sent to the page. With neither field, the end is unknown.
 * @param {import('./action-log.js').LoggedAction} action
 * @returns {Promise<{report?: object, never?: true}>}
 */
export async function endOf(action) {
  if (action.revoked) return { never: true };
  if (action.report) return { report: action.report };
  if (action.document === '') return {};
  const page = new PageDocument(action.tab, action.document);
  try {
    const response = await page.sendIfInjected({ axlensAct: action.id });
    const { begun, end } = /** @type {RememberedAction} */ (fieldsOf(response));
    // The document still exists: no event was sent unless its actor remembers the action.
    if (!begun || end?.refused) return { never: true };
    // The remaining keys were sent to another document, or not sent.
    if (end?.done?.left) return {};
    return end?.done ? { report: { ...end.done, ...NOT_OBSERVED } } : {};
  } catch (error) {
    if (error instanceof DocumentLost) return {};
    throw error;
  }
}
