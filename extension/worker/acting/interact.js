//! Answers `interact` queries: executes the action, unless an action with the same id has begun
//! before. Then the answer has the end of that one.

import { forget, loggedAction, revoke } from './action-log.js';
import { actOnElement } from './act-on-element.js';
import { actOnTab } from './act-on-tab.js';
import { ELEMENT_ACTIONS, TAB_ACTIONS } from '../../shared/actions.js';
import { auditNote } from '../browser/activity.js';
import { enqueue, waitForAction } from './running-actions.js';
import { within } from '../deadline.js';
import { badRequest } from '../faults.js';
import { focusedDocument } from './focused-frame.js';
import { endOf } from './logged-end.js';
import { HARMLESS } from '../../shared/effects.js';
import { whereIs } from '../policy/permission.js';
import { chooseTab, describeTab, whenOpened } from '../browser/tabs.js';

/** @typedef {import('../policy/permission.js').ActionRequest} ActionRequest */
/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/**
 * `tab`: as in the query; undefined or null for the active tab.
 * @typedef {Omit<ActionRequest, 'tab' | 'effect' | 'isSecret' | 'where'> &
 *   {tab: number | null | undefined}} InteractQuery
 */

/** Actions that are sent to the focused document if the query names no element. */
const KEY_ACTIONS = new Set(['press', 'type']);

/**
 * @param {InteractQuery} query
 * @returns {Promise<string>} JSON text of the answer
 */
export const interact = (query) =>
  enqueue(query.params.id, async () => JSON.stringify(await answerOnce(query)));

/** @param {InteractQuery} query @returns {Promise<object>} the answer */
async function answerOnce(query) {
  const { id, act, target } = query.params;
  const logged = await loggedAction(id);
  const earlierAnswer = logged && (await answerOf(logged, query));
  if (earlierAnswer) return earlierAnswer;
  if (TAB_ACTIONS.has(act.action)) return await actOnTab(query);
  if (!ELEMENT_ACTIONS.has(act.action) || !target)
    throw badRequest(`This version of the extension does not know the action '${act.action}'.`);
  const chosen = await whenOpened(await chooseTab(query.tab, query.agent));
  query.note(auditNote(chosen.tab));
  return await actOnElement(await resolve(query, target, chosen), chosen);
}

/**
 * @param {InteractQuery} query
 * @param {NodeHandle} target
 * @param {ChosenTab} chosen
 * @returns {Promise<ElementActionRequest>} the target of keys without an element is the focused
 *   document
 */
async function resolve(query, target, chosen) {
  const toFocus = target.node === 0 && KEY_ACTIONS.has(query.params.act.action);
  const resolved = toFocus ? await within(query.deadline, focusedDocument(chosen, target)) : target;
  return {
    ...query,
    target: resolved,
    tab: chosen.id,
    effect: HARMLESS,
    isSecret: async () => true,
    where: () => whereIs(chosen.id, query.agent, resolved.document),
  };
}

/**
 * @param {import('./action-log.js').LoggedAction} logged
 * @param {InteractQuery} query
 * @returns {Promise<object | null>} the answer of an action that has begun before; null if nothing
 *   was sent, so that it can be executed now
 */
async function answerOf(logged, { tab, agent }) {
  const chosen = await chooseTab(logged.tab < 0 ? tab : logged.tab, agent);
  const { never, ...end } = await endOf(logged);
  if (never) {
    await forget(logged.id);
    return null;
  }
  return { done: { tab: describeTab(chosen.tab, chosen.focusedWindow), before: true, ...end } };
}

/**
 * Answers `outcome` queries: the end of an action whose answer was lost. An action that has not
 * begun yet is revoked.
 * @param {string} id of the action
 * @returns {Promise<string>} JSON text of the answer
 */
export async function outcome(id) {
  await waitForAction(id);
  const logged = await loggedAction(id);
  const { never, ...end } = logged ? await endOf(logged) : { never: true };
  const tab = logged && logged.tab >= 0 ? { tab: logged.tab } : {};
  if (!never) return JSON.stringify({ begun: { ...tab, ...end } });
  await revoke(id);
  return JSON.stringify({ never: {} });
}
