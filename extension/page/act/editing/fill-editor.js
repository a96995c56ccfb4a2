//! Writes a text in the place of what editable text says. Editors draw their text themselves: some
//! take what the browser edits, some the events before it, some keys alone. A line is written as a
//! keyboard would, and read back: where the browser wrote it and the editor took it away again, it
//! is pasted. Several lines are pasted, as a person would; where a paste is not taken, or loses
//! empty lines, they are written one by one. Each time it is in the place of all there is.

import { comesTrue } from '../watch/wait-for.js';
import { editContextOf } from './edit-context.js';
import { insertParagraph, insertText } from './editing.js';
import { selectAll } from './editor-selection.js';
import { saysLines, saysWords } from './editable-lines.js';
import { send } from '../events.js';
import { pressChord } from '../keyboard/keyboard.js';
import { parseChord } from '../keyboard/keys.js';
import { drawn, moveAndBeHeard } from './selection-events.js';

/** @typedef {import('../events.js').Hooks} Hooks */

/** Editors draw late, and some write down late what they were told. */
const TIMEOUT_MS = 150;
const BACKSPACE = parseChord('Backspace');

/**
 * @param {Element} host
 * @param {string} text
 * @param {Hooks} hooks
 * @returns {Promise<boolean>} it says so, by the time that it must
 */
const comesToSay = (host, text, hooks) => comesTrue(() => saysLines(host, text), TIMEOUT_MS, hooks);

/**
 * A paste that the editor takes; of what a script sends, the browser itself does nothing.
 * @param {Element} host
 * @param {string} text
 * @param {Hooks} hooks
 * @returns {Promise<boolean>} whether it has taken it
 */
async function paste(host, text, hooks) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const fields = { bubbles: true, cancelable: true, composed: true };
  const event = new ClipboardEvent('paste', { ...fields, clipboardData });
  let isTaken = false;
  await moveAndBeHeard(host, () => (isTaken = !send(host, event)), hooks);
  return isTaken;
}

/**
 * Enter would send a message in many places: the paragraphs are made without the key.
 * @param {Element} host
 * @param {string} text
 * @param {Hooks} hooks
 * @returns {Promise<boolean>} whether the editor took it from the browser
 */
async function writeLines(host, text, hooks) {
  let isTaken = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) {
      await moveAndBeHeard(host, insertParagraph, hooks);
      await drawn(hooks);
    }
    const write = () => {
      if (insertText(line) === 'prevented') isTaken = true;
    };
    if (line !== '') await moveAndBeHeard(host, write, hooks);
  }
  return isTaken;
}

/**
 * @param {Element} host of editable text, which has the focus
 * @param {string} text
 * @param {Hooks} hooks
 */
export async function fillEditor(host, text, hooks) {
  await selectAll(host, hooks);
  hooks.ensureSame();
  if (text === '') {
    // Some editors know the key alone, and break where their text is taken away otherwise.
    if (BACKSPACE) await pressChord(BACKSPACE, hooks);
    return;
  }
  // Of what a script draws, and where, nobody can tell what it says.
  if (editContextOf(host)) return void (await writeLines(host, text, hooks));
  const isPasted = text.includes('\n') && (await paste(host, text, hooks));
  if (isPasted) {
    // What was taken and is not there yet may still come: it is not written once more.
    if ((await comesToSay(host, text, hooks)) || !saysWords(host, text)) return;
    await drawn(hooks);
    await selectAll(host, hooks);
  }
  const isTaken = await writeLines(host, text, hooks);
  if (isTaken || isPasted || (await comesToSay(host, text, hooks))) return;
  await selectAll(host, hooks);
  hooks.ensureSame(true);
  await paste(host, text, hooks);
}
