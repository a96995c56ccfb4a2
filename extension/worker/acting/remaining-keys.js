//! Presses the remaining keys in the next document, after Tab has left one: into a frame, or out of
//! it. The policy is checked for each document. The user is not prompted here: if they would have
//! to be, the keys end there, and the hint says so.

import { Deadline, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { focusedDocument, nextDocument } from './focused-frame.js';
import { mayActNow, whereIs } from '../policy/permission.js';
import { isWithin } from '../../shared/effects.js';
import { inDocument } from '../reading/read-document.js';

/** @typedef {import('./actor-port.js').ActorPort} ActorPort */
/** @typedef {import('./actor-port.js').ActionEnd} ActionEnd */
/** @typedef {import('../../page/act/action.js').RemainingKeys} RemainingKeys */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/**
 * `openPort`: opens a port to a document, until the end of the action; `begin`: as in
 * `ActorPort.act`.
 * @typedef {{request: ElementActionRequest, chosen: ChosenTab, begin: () => Promise<boolean>,
 *   openPort: (page: import('../reading/documents.js').PageDocument) => Promise<ActorPort>}}
 *   KeySequence
 */

const FOCUS_TIMEOUT_MS = 300;

/**
 * @param {KeySequence} sequence
 * @param {Extract<ActionEnd, {done: object}>} first the end in the first document
 * @returns {Promise<Extract<ActionEnd, {done: object} | {failed: string}>>}
 */
export async function pressRemainingKeys(sequence, first) {
  const { request, chosen } = sequence;
  let { document } = request.target;
  let { left: remaining, ...done } = first.done;
  while (remaining) {
    const found = within(request.deadline, nextDocument(chosen, document, remaining));
    const next = await found.catch(() => null);
    const end = next && (await pressIn(sequence, next, remaining));
    if (end && 'failed' in end) return end;
    if (!next || !end || !('done' in end)) return { done: { ...done, hint: 'stopped_at_frame' } };
    ({ left: remaining, ...done } = { ...done, left: undefined, ...end.done });
    document = next.document;
    await waitForFocus(chosen, document);
  }
  return { done };
}

/**
 * Waits until the browser has noticed that a script has moved the focus to a document. Frames of
 * other sites have their own processes: if the focus moves on too early, it returns to the document
 * that had it before.
 * @param {ChosenTab} chosen
 * @param {string} document
 */
async function waitForFocus(chosen, document) {
  const timeout = new Deadline(FOCUS_TIMEOUT_MS);
  const [main] = await browserApi.listFrames(chosen.id);
  const top = { document: main?.documentId ?? '', world: 0, node: 0 };
  // Every check is a round trip to the page. The page may have moved the focus on: then the wait
  // ends at the timeout.
  while (timeout.left()) {
    const focused = await within(timeout, focusedDocument(chosen, top)).catch(() => null);
    if (focused?.document === document) return;
  }
}

/**
 * @param {KeySequence} sequence
 * @param {NodeHandle} target
 * @param {RemainingKeys} remaining
 * @returns {Promise<ActionEnd | null>} null: the action is not allowed there without a prompt
 */
async function pressIn({ request, chosen, openPort, begin }, target, { way, keys }) {
  const { document, world } = target;
  const act = { action: /** @type {const} */ ('press'), keys, arriving: way };
  return await inDocument(chosen, { document, world }, request.deadline, async (page) => {
    const port = await openPort(page);
    const effect = await port.effect(act, 0);
    if (!(await mayContinue(request, chosen.id, target, effect))) return null;
    const { id } = request.params;
    const units = [0, 0];
    const more = {
      units,
      skipContextCheck: false,
      inList: false,
      allowed: effect,
      dragSignals: '',
      listed: '',
      secret: null,
    };
    return await port.act({ act, node: 0, onto: 0, id, ...more }, begin);
  });
}

/**
 * @param {ElementActionRequest} request
 * @param {number} tab
 * @param {NodeHandle} target
 * @param {import('../../shared/effects.js').Effect} effect
 * @returns {Promise<boolean>}
 */
async function mayContinue(request, tab, target, effect) {
  const where = await whereIs(tab, request.agent, target.document);
  const continued = { ...request, effect, target, note: () => {}, where: async () => where };
  const allowed = await mayActNow(continued).catch(() => false);
  if (allowed === false) return false;
  const site = where.sites.document;
  // The user's consent covers the same effect on the same site. What Tab reaches was unknown.
  const first = await request.where();
  const isSame = first.sites.document === site && isWithin(request.effect, effect, site ?? null);
  if (allowed === null && !isSame) return false;
  if (!where.isIncognito && site) request.note({ site });
  return true;
}
