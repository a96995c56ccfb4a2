//! Does something to an element of a page, once it is certain that it may be done. Whether it may,
//! permission.js says.

import { auditNote, noteAct } from './activity.js';
import { KINDS } from './act-rules.js';
import { badRequest, notVisible, staleUid } from './faults.js';
import { mayActNow, permitToAct } from './permission.js';
import { inDocument } from './read-document.js';
import { chooseTab, describeTab, opened } from './tabs.js';

/** @typedef {import('./documents.js').PageDocument} PageDocument */
/** @typedef {import('./permission.js').Wish} Wish */

const SCRIPT = ['page/act/highlight.js'];

/**
 * @param {Omit<Wish, 'tab'> & {tab: number | null | undefined}} asked
 * @returns {Promise<string>} JSON text of the answer
 */
export async function interact(asked) {
  const { action, target } = asked.params;
  if (!Object.hasOwn(KINDS, action))
    throw badRequest(`This version of the extension does not know the action '${action}'.`);
  const chosen = await opened(await chooseTab(asked.tab, asked.agent));
  asked.note(auditNote(chosen.tab));
  const wish = { ...asked, tab: chosen.id };
  const permit = await permitToAct(wish);
  if (permit !== null) return JSON.stringify({ consented: permit });
  await inDocument(chosen, target, asked.deadline, async (page) => {
    // It may have waited for its turn: what forbids it now counts.
    await mayActNow(wish);
    await highlight(page, target.node);
  });
  noteAct(chosen.tab, asked.agent);
  return JSON.stringify({ done: { tab: describeTab(chosen.tab, chosen.focusedWindow) } });
}

/** @param {PageDocument} page @param {number} node */
async function highlight(page, node) {
  await page.inject(SCRIPT);
  const done = await page.askThere({ axlensAct: 'highlight', node });
  if (done?.error === 'no_box') throw notVisible();
  if (done?.shown !== true) throw staleUid();
}
