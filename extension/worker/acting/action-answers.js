//! The answers to actions that have ended: executed, refused, failed, or only checked.

import { forget } from './action-log.js';
import { mayActNow, permitAgain } from '../policy/permission.js';

/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */
/** @typedef {import('./element-actions.js').ActionAnswer} ActionAnswer */
/** @typedef {import('./element-actions.js').ActionRefusal} ActionRefusal */
/** @typedef {import('./element-actions.js').EndedAction} EndedAction */

/**
 * @param {ElementActionRequest} request
 * @param {EndedAction['end']} end
 * @param {{tab: object, report: object | undefined}} done the report of an executed action
 * @returns {Promise<ActionAnswer>}
 */
export async function answerOf(request, end, { tab, report }) {
  if ('fault' in end) return { request, fault: end.fault };
  if ('done' in end) return { request, answer: { done: { tab, report } } };
  if ('refused' in end) return { request, answer: await refusedAnswer(request, end.refused) };
  const needsConsent = (await mayActNow(request)) === null;
  return { request, answer: { possible: { tab, needsConsent } } };
}

/**
 * The answer if nothing was sent. If the surroundings of the element have changed, the same action
 * may be requested again, with a new permit.
 * @param {ElementActionRequest} request
 * @param {ActionRefusal} refused
 */
async function refusedAnswer(request, refused) {
  if (refused.why !== 'changed') return { refused };
  await forget(request.params.id);
  return { refused: { ...refused, ...permitAgain(request) } };
}
