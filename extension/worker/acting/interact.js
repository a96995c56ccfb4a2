//! Does one action. One that was begun before under the same id is not done again: what became of
//! it is answered.

import { forgive, recall, revoke } from './act-log.js';
import { actOnElement, endOf } from './act-on-element.js';
import { actOnTab } from './act-on-tab.js';
import { ELEMENT_ACTIONS, TAB_ACTIONS } from '../../shared/actions.js';
import { auditNote } from '../browser/activity.js';
import { ended, inTurn } from './running-actions.js';
import { within } from '../deadline.js';
import { badRequest } from '../faults.js';
import { focusedDocument } from './focused-frame.js';
import { whereIs } from '../policy/permission.js';
import { chooseTab, describeTab, whenOpened } from '../browser/tabs.js';

/** @typedef {import('../policy/permission.js').Wish} Wish */
/** @typedef {Omit<Wish, 'tab' | 'kind' | 'where'> & {tab: number | null | undefined}} Asked */

/**
 * @param {Asked} asked
 * @returns {Promise<string>} JSON text of the answer
 */
export const interact = (asked) => inTurn(asked.params.id, () => once(asked));

/** What goes to whatever has the focus, where no element is named. */
const KEYS = new Set(['press', 'type']);

/** @param {Asked} asked @returns {Promise<string>} */
async function once(asked) {
  const { id, act, target } = asked.params;
  const before = await recall(id);
  const end = before && (await answerOf(before, asked));
  if (end) return JSON.stringify(end);
  if (TAB_ACTIONS.has(act.action)) return JSON.stringify(await actOnTab(asked));
  if (!ELEMENT_ACTIONS.has(act.action) || !target)
    throw badRequest(`This version of the extension does not know the action '${act.action}'.`);
  const chosen = await whenOpened(await chooseTab(asked.tab, asked.agent));
  asked.note(auditNote(chosen.tab));
  const isKeys = target.node === 0 && KEYS.has(act.action);
  const focused = isKeys ? await within(asked.deadline, focusedDocument(chosen, target)) : target;
  const where = () => whereIs(chosen.id, asked.agent, focused.document);
  const wish = {
    ...asked,
    target: focused,
    tab: chosen.id,
    kind: /** @type {const} */ ('harmless'),
    where,
  };
  return JSON.stringify(await actOnElement(wish, chosen));
}

/**
 * @param {import('./act-log.js').LoggedAct} before @param {Asked} asked
 * @returns {Promise<object | null>} how an act ended that was begun before; null where nothing was
 *   sent, so that it can be done now
 */
async function answerOf(before, { tab, agent }) {
  const chosen = await chooseTab(before.tab < 0 ? tab : before.tab, agent);
  const { never, ...end } = await endOf(before);
  if (never) {
    await forgive(before.id);
    return null;
  }
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), before: true, ...end } };
}

/**
 * What became of an act whose answer never came. One that has not begun by now never will.
 * @param {string} id
 * @returns {Promise<string>} JSON text of the answer
 */
export async function outcome(id) {
  await ended(id);
  const act = await recall(id);
  const { never, ...end } = act ? await endOf(act) : { never: true };
  const tab = act && act.tab >= 0 ? { tab: act.tab } : {};
  if (!never) return JSON.stringify({ begun: { ...tab, ...end } });
  await revoke(id);
  return JSON.stringify({ never: {} });
}
