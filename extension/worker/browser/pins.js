//! The elements that the user has pinned for agents, each with a note: until they remove it, or the
//! page or the browser ends.

import * as browserApi from '../../shared/browser-api.js';
import { badRequest } from '../faults.js';
import { auditNote } from './activity.js';
import { allowedFrames } from './frames.js';
import { chooseTabToRead, describeTab, whenOpened } from './tabs.js';

/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../policy/permission.js').QueryContext} QueryContext */
/**
 * @typedef {{id: string, tab: number, document: string, node: number, note: string}} Pin
 */

const STORAGE_KEY = 'pins';
const MAX_PINS = 20;
const MAX_NOTE = 300;

/** @type {Promise<Pin[]>} in the order in which the user has made them */
let pins = browserApi
  .loadSession(STORAGE_KEY)
  .then((stored) => (Array.isArray(stored) ? /** @type {Pin[]} */ (stored) : []));
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener called when the pins change */
export const onPinsChanged = (listener) => listeners.add(listener);

/** @param {(all: Pin[]) => Pin[]} change which follows those before it */
async function update(change) {
  const before = pins;
  pins = before.then(change);
  const [old, now] = await Promise.all([before, pins]);
  if (now.length === old.length && now.every((pin, index) => pin === old[index])) return;
  for (const listener of listeners) listener();
  await browserApi.saveSession(STORAGE_KEY, now);
}

/** @returns {Promise<Pin[]>} of all tabs */
export const allPins = () => pins;

/**
 * @param {number} tab
 * @param {{document: unknown, node: unknown}} handle of the element
 * @param {unknown} note
 */
export async function pin(tab, { document, node }, note) {
  const added = {
    id: crypto.randomUUID(),
    tab,
    document: String(document),
    node: Number(node),
    note: String(note).trim().slice(0, MAX_NOTE),
  };
  const isSame = (/** @type {Pin} */ each) =>
    each.document === added.document && each.node === added.node;
  if ((await pins).filter((each) => !isSame(each)).length >= MAX_PINS)
    throw badRequest(`There are ${MAX_PINS} pins: remove one in the popup first.`);
  await update((all) => [...all.filter((each) => !isSame(each)), added]);
}

/** @param {string} id */
export const unpin = (id) => update((all) => all.filter((each) => each.id !== id));

/** @param {number} tab that was closed or has another page */
export const forgetPins = (tab) => update((all) => all.filter((each) => each.tab !== tab));

/**
 * Answers `pins` queries.
 * @param {{agent: QueryAgent, tab?: number | null}} query
 * @param {unknown} _deadline
 * @param {QueryContext} context
 * @returns {Promise<string>} JSON text of the answer
 */
export async function pinsOfTab({ agent, tab }, _deadline, { note }) {
  const chosen = await whenOpened(await chooseTabToRead(tab, agent));
  note(auditNote(chosen.tab));
  // A frame that the policy hides has no pins either.
  const frames = (await allowedFrames(chosen)).filter((at) => !at.refused);
  const documents = new Set(frames.map((at) => at.document));
  const own = (await pins).filter((each) => each.tab === chosen.id && documents.has(each.document));
  const listed = own.map(({ document, node, note: text }) => ({ document, node, note: text }));
  return JSON.stringify({ tab: describeTab(chosen.tab, chosen.focusedWindow), pins: listed });
}
