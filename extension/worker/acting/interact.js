//! Answers `interact` queries: executes the action, unless an action with the same id has begun
//! before. Then the answer has the end of that one. A list of `interactFields` ends before an
//! action that has begun before.

import { forget, loggedAction, revoke } from './action-log.js';
import { actOnElement, actOnFields } from './act-on-element.js';
import { actOnTab } from './act-on-tab.js';
import { ELEMENT_ACTIONS, TAB_ACTIONS } from '../../shared/actions.js';
import { auditNote } from '../browser/activity.js';
import { enqueue, enqueueInAll, waitForAction } from './running-actions.js';
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
 * @typedef {Omit<ActionRequest, 'tab' | 'effect' | 'isSecret' | 'where' | 'following'> &
 *   {tab: number | null | undefined}} InteractQuery
 */
/** @typedef {import('../../types/protocol').FieldsParams} FieldsParams */
/** @typedef {import('../../types/protocol').AuditNote} AuditNote */
/** @typedef {Omit<InteractQuery, 'params'> & {params: FieldsParams}} FieldsQuery */

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
 * @param {FieldsQuery} query
 * @returns {Promise<string>} JSON text of the answer
 */
export const interactFields = (query) => {
  const ids = query.params.actions.map(({ id }) => id);
  return enqueueInAll(ids, async () => JSON.stringify({ ends: await fieldsOnce(query) }));
};

/** @param {FieldsQuery} query @returns {Promise<object[]>} the replies of the actions, in order */
async function fieldsOnce(query) {
  /** @type {ElementActionRequest[]} */
  const requests = [];
  const chosen = await whenOpened(await chooseTab(query.tab, query.agent));
  query.note(auditNote(chosen.tab));
  /** @type {Map<import('../../types/protocol').InteractParams, AuditNote>} */
  const audits = new Map();
  // The ruling on each action reads the levels and claims again. Its place does not change: the
  // list ends with a navigation.
  const where = once(() => whereIs(chosen.id, query.agent, documentOf(query)));
  for (const params of query.params.actions) {
    if (!ELEMENT_ACTIONS.has(params.act.action) || !params.target) break;
    const logged = await loggedAction(params.id);
    if (logged && (await answerOf(logged, { ...query, params }))) break;
    /** @type {AuditNote} */
    const audit = {};
    audits.set(params, audit);
    const note = (/** @type {AuditNote} */ more) => void Object.assign(audit, more);
    requests.push({ ...(await resolve({ ...query, params, note }, params.target, chosen)), where });
  }
  const ended = requests.length ? await actOnFields(requests, chosen) : [];
  return ended.map((end) => {
    const audit = audits.get(end.request.params) ?? {};
    // The answer of an executed action contains its site.
    if ('fault' in end) return { fault: end.fault.data(), audit };
    return { ok: end.answer, ...(audit.consent ? { audit } : {}) };
  });
}

/** @param {FieldsQuery} query @returns {string} the document of its elements */
const documentOf = ({ params }) => params.actions.at(0)?.target?.document ?? '';

/**
 * @template T
 * @param {() => Promise<T>} compute
 * @returns {() => Promise<T>} computes it once
 */
function once(compute) {
  /** @type {Promise<T> | null} */
  let computed = null;
  return () => (computed ??= compute());
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
    following: async () => [],
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
