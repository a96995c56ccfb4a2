//! Goes on pressing keys in the next document, where Tab has left one: into a frame, or out of it.
//! What the user has allowed is asked of each document anew; nobody is asked meanwhile: where they
//! would have to be, the keys end there, and it is said.

import { Deadline, within } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { documentBeside, focusedDocument } from './focused-frame.js';
import { mayActNow, whereIs } from '../policy/permission.js';
import { inDocument } from '../reading/read-document.js';

/** @typedef {import('./actor-port.js').ActorLine} ActorLine */
/** @typedef {import('./actor-port.js').Ended} Ended */
/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {Extract<Ended, {done: any}>} Done */
/** @typedef {import('../policy/permission.js').Wish & {target: NodeHandle}} Wish */
/** `open`: a line to a document, for as long as the action lasts; `begin`: rejects where nobody
 * waits for it any more.
 * @typedef {{wish: Wish, chosen: import('../browser/tabs.js').ChosenTab,
 *   open: (page: import('../reading/documents.js').PageDocument) => Promise<ActorLine>,
 *   begin: () => Promise<void>}} Pressing */

const FOCUS_SETTLES_MS = 300;

/**
 * @param {Pressing} pressing
 * @param {Done} first as the document says that the keys were sent to first
 * @returns {Promise<Exclude<Ended, {refused: any}>>}
 */
export async function pressOn(pressing, first) {
  const { wish, chosen } = pressing;
  let { document } = wish.target;
  let { left, ...done } = first.done;
  while (left) {
    const next = await within(wish.deadline, documentBeside(chosen, document, left)).catch(
      () => null,
    );
    const ended = next && (await pressIn(pressing, next, left));
    if (ended && 'failed' in ended) return ended;
    if (!next || !ended || 'refused' in ended)
      return { done: { ...done, hint: 'stopped_at_frame' } };
    ({ left, ...done } = { ...done, left: undefined, ...ended.done });
    document = next.document;
    await focusSettled(chosen, document);
  }
  return { done };
}

/**
 * Frames of other sites have processes of their own, which hear later where the focus is: what
 * would have it next, too soon, would lose it to what had it before.
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {string} document that a script has given the focus
 */
async function focusSettled(chosen, document) {
  const patience = new Deadline(FOCUS_SETTLES_MS);
  const [main] = await browserApi.listFrames(chosen.id);
  const top = { document: main?.documentId ?? '', world: 0, node: 0 };
  // Each look is a trip to the page. A page may have moved the focus on: then it is not waited for.
  while (patience.left()) {
    const focused = await within(patience, focusedDocument(chosen, top)).catch(() => null);
    if (focused?.document === document) return;
  }
}

/**
 * @param {Pressing} pressing
 * @param {NodeHandle} target
 * @param {import('./actor-port.js').Left} left
 * @returns {Promise<Ended | null>} null: it may not be done there without asking
 */
async function pressIn({ wish, chosen, open, begin }, target, { way, keys }) {
  const { document, world } = target;
  const act = { action: /** @type {const} */ ('press'), keys, arriving: way };
  return await inDocument(chosen, { document, world }, wish.deadline, async (page) => {
    const line = await open(page);
    const kind = await line.kind(act, 0);
    if (!(await mayGoOn(wish, chosen.id, target, kind))) return null;
    return await line.act(
      { act, node: 0, onto: 0, id: wish.params.id, skipContextCheck: false },
      begin,
    );
  });
}

/**
 * @param {Wish} wish
 * @param {number} tab
 * @param {NodeHandle} target
 * @param {import('../policy/act-rules.js').Kind} kind
 * @returns {Promise<boolean>}
 */
async function mayGoOn(wish, tab, target, kind) {
  const { document } = target;
  const where = await whereIs(tab, wish.agent, document);
  const there = { ...wish, kind, target, note: () => {}, where: async () => where };
  const allowed = await mayActNow(there).catch(() => false);
  if (allowed === false) return false;
  // What a person was asked about holds for the same in the same site.
  const before = await wish.where();
  if (allowed === null && (before.site !== where.site || kind !== wish.kind)) return false;
  if (!where.isIncognito && where.site !== null) wish.note({ site: where.site });
  return true;
}
