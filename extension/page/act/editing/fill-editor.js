//! Replaces the contents of editable text. Editors render their text themselves: some accept the
//! browser's edits, some handle `beforeinput`, some only keys. A single line is inserted as a
//! keyboard does and read back; if the editor reverts the browser's edit, the line is pasted.
//! Several lines are pasted; if the editor does not handle the paste, or loses empty lines, the
//! lines are inserted one by one. Each attempt replaces the whole contents.

import { ownRole } from '../dom-methods.js';
import { hasFocusWithin } from '../keyboard/focus.js';
import { waitFor } from '../watch/wait-for.js';
import { editContextOf } from './edit-context.js';
import { insertParagraph, insertText } from './editing.js';
import { selectAll } from './editor-selection.js';
import { showsLines, showsNonEmptyLines } from './editable-lines.js';
import { send } from '../events.js';
import { pressChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { nextRendering, moveSelection } from './selection-events.js';

/** @typedef {import('../action.js').ActionHooks} ActionHooks */

/** Editors render late, and some store late what they received. */
const TIMEOUT_MS = 150;
const BACKSPACE = parseChord('Backspace');

/**
 * @param {Element} host
 * @param {string} text
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} it shows the text before the timeout
 */
const waitForLines = (host, text, hooks) =>
  waitFor(() => showsLines(host, text), TIMEOUT_MS, hooks);

/**
 * Pastes. The browser has no default action for a `paste` event of a script: the editor handles it.
 * @param {Element} host
 * @param {string} text
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} whether the editor has handled it
 */
async function paste(host, text, hooks) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const fields = { bubbles: true, cancelable: true, composed: true };
  const event = new ClipboardEvent('paste', { ...fields, clipboardData });
  let isHandled = false;
  await moveSelection(host, () => (isHandled = !send(host, event)), hooks);
  return isHandled;
}

/**
 * Inserts the paragraphs without the Enter key, which sends the message in many editors.
 * @param {Element} host
 * @param {string} text
 * @param {ActionHooks} hooks
 * @returns {Promise<boolean>} whether the editor has handled it instead of the browser
 */
async function writeLines(host, text, hooks) {
  let isHandled = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) {
      await moveSelection(host, insertParagraph, hooks);
      await nextRendering(hooks);
    }
    const write = () => {
      if (insertText(line) === 'prevented') isHandled = true;
    };
    if (line !== '') await moveSelection(host, write, hooks);
  }
  return isHandled;
}

/**
 * @param {Element} host of editable text, which has the focus
 * @param {string} text
 * @param {ActionHooks} hooks
 */
export async function fillEditor(host, text, hooks) {
  await selectAll(host, hooks);
  hooks.ensureSameRow();
  if (text === '') {
    // Some editors handle only the key, and break if their text is removed otherwise.
    if (BACKSPACE) await pressChord(BACKSPACE, hooks);
    return;
  }
  // The text of an `EditContext` can't be read back: a script draws it.
  if (editContextOf(host)) return void (await writeLines(host, text, hooks));
  const isPasted = text.includes('\n') && (await paste(host, text, hooks));
  if (isPasted) {
    // A handled paste that is not visible yet may still appear: it is not inserted again.
    if ((await waitForLines(host, text, hooks)) || !showsNonEmptyLines(host, text)) return;
    await nextRendering(hooks);
    await selectAll(host, hooks);
  }
  const isHandled = await writeLines(host, text, hooks);
  if (isHandled || isPasted || (await waitForLines(host, text, hooks))) return;
  // A section of a date that shows the number in another way, or has passed the focus on, has
  // taken it.
  if (ownRole(host) === 'spinbutton' || !hasFocusWithin(host)) return;
  await selectAll(host, hooks);
  hooks.ensureSameRow(true);
  await paste(host, text, hooks);
}
