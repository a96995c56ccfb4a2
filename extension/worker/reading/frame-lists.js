//! Lists that scripts in a tab's documents keep, such as their requests: asks the script of each
//! frame for its list, and injects it if necessary: then it begins to record. The frame's process
//! may be compromised, so that every entry is checked here.

import { within } from '../deadline.js';
import { DocumentLost, PageDocument, ScriptRefused } from './documents.js';
import { fieldsOf } from '../../shared/fields.js';
import { withoutCredentials } from '../../shared/addresses.js';
import { allowedFrames } from '../browser/frames.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { mayBeBlank, refreshTab, refusalFrom } from '../browser/tabs.js';
import { childDeadline } from './read-document.js';
import { childFault } from './read-frame.js';
import { siteOf } from '../../shared/sites.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */

/**
 * What is listed: `script` keeps the list, and answers to `message` with an array in `field`.
 * `checked` returns an entry without what the policy hides from the agent, or null if it is not
 * valid; `timeOf` by what the last ones of all frames are found. At most `max` entries of each of
 * the `groups`, of which each entry is in one. `starts`: injects the script where it is missing.
 * @template Entry
 * @typedef {{script: string, message: object, field: string, max: number,
 *   checked: (entry: unknown, agent: QueryAgent) => Entry | null,
 *   timeOf: (entry: Entry) => number, groups: ((entry: Entry) => boolean)[],
 *   starts: boolean}} ListKind
 */
/**
 * `hasPageWorld`: a script in the page's own world reports to the list. `isRecorded`: false if the
 * script is missing and must not be injected.
 * @template Entry
 * @typedef {{frame: number, url: string, since: number, isPartial: boolean, hasPageWorld: boolean,
 *   isRecorded: boolean, entries: Entry[], fault?: object}} FrameList
 */

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @returns {Promise<FrameList<Entry>[]>} the main frame first; rejects with the fault that explains
 *   why the main frame can't be read
 */
export async function listsOf(kind, chosen, deadline) {
  try {
    return lastOf(kind, await listsOfTab(kind, chosen, deadline));
  } catch (error) {
    if (!(error instanceof DocumentLost)) throw error;
  }
  // The document was replaced in the meantime. The new one is read, once.
  chosen.tab = await refreshTab(chosen);
  try {
    return lastOf(kind, await listsOfTab(kind, chosen, deadline));
  } catch (error) {
    throw await refusalFrom(chosen.id, chosen.tab.url ?? '', error);
  }
}

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 */
async function listsOfTab(kind, chosen, deadline) {
  const [main, ...children] = await allowedFrames(chosen);
  const limit = childDeadline(deadline);
  return await Promise.all([
    listOfMain(kind, chosen, main, deadline),
    ...children.map((at) => listOfChild(kind, chosen, at, limit)),
  ]);
}

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {Deadline} deadline
 * @returns {Promise<FrameList<Entry>>}
 */
async function listOfMain(kind, chosen, at, deadline) {
  try {
    return await listIn(kind, chosen, at, deadline);
  } catch (error) {
    if (error instanceof ScriptRefused && mayBeBlank({ ...chosen.tab, url: at.url }))
      return nothing(at);
    throw error instanceof DocumentLost ? error : await refusalFrom(chosen.id, at.url, error);
  }
}

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {Deadline} deadline
 * @returns {Promise<FrameList<Entry>>}
 */
async function listOfChild(kind, chosen, at, deadline) {
  if (at.refused) return { ...nothing(at), fault: at.refused.data() };
  try {
    return await listIn(kind, chosen, at, deadline);
  } catch (error) {
    const fault = (await childFault(chosen, at, error)).data();
    return { ...nothing(at), fault: { ...fault, message: withoutCredentials(fault.message) } };
  }
}

/** @param {FrameInfo} at */
const nothing = (at) => ({
  frame: at.frame,
  url: withoutCredentials(at.url),
  since: 0,
  isPartial: false,
  hasPageWorld: false,
  isRecorded: true,
  entries: [],
});

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {Deadline} deadline
 * @returns {Promise<FrameList<Entry>>}
 */
async function listIn(kind, chosen, at, deadline) {
  const page = new PageDocument(chosen.id, at.document);
  const response = fieldsOf(await page.guard(within(deadline, ask(kind, page))));
  const listed = response[kind.field];
  if (!kind.starts && listed === undefined) return { ...nothing(at), isRecorded: false };
  if (!Array.isArray(listed)) throw new DocumentLost(`${kind.script} disappeared`);
  const entries = listed
    .slice(-kind.max * kind.groups.length)
    .map((entry) => kind.checked(entry, chosen.agent));
  return {
    ...nothing(at),
    since: pastTime(response.since),
    isPartial: response.isPartial === true,
    hasPageWorld: response.hasPageWorld === true,
    entries: entries.filter((entry) => entry !== null),
  };
}

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {PageDocument} page
 * @returns {Promise<unknown>}
 */
async function ask({ script, message, field, starts }, page) {
  const response = await page.sendIfInjected(message);
  if (fieldsOf(response)[field] || !starts) return response;
  await page.inject([script]);
  return await page.sendIfInjected(message);
}

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {FrameList<Entry>[]} frames
 * @returns {FrameList<Entry>[]} with the last entries of each group
 */
function lastOf(kind, frames) {
  const lists = kind.groups.map((isIn) =>
    lastOfGroup(
      kind,
      frames.map((frame) => ({ ...frame, entries: frame.entries.filter(isIn) })),
    ),
  );
  return frames.map((frame, at) => ({
    ...frame,
    isPartial: lists.some((list) => list[at].isPartial),
    entries: lists.flatMap((list) => list[at].entries),
  }));
}

/**
 * @template Entry
 * @param {ListKind<Entry>} kind
 * @param {FrameList<Entry>[]} frames
 * @returns {FrameList<Entry>[]} with the last entries of all frames together. Each frame keeps an
 *   equal share of its own, so that no frame displaces all those of another one
 */
function lastOfGroup({ max, timeOf }, frames) {
  const nonEmpty = frames.filter(({ entries }) => entries.length > 0).length;
  const share = Math.floor(max / Math.max(nonEmpty, 1));
  const numbers = frames.map(({ entries }) => Math.min(entries.length, share));
  const room = max - numbers.reduce((sum, number) => sum + number, 0);
  const others = frames.flatMap(({ entries }, at) =>
    entries.slice(0, entries.length - numbers[at]),
  );
  if (others.length <= room) return frames;
  const last = new Set(others.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, room));
  return frames.map((frame, at) => {
    const own = frame.entries.length - numbers[at];
    const entries = frame.entries.filter((entry, index) => index >= own || last.has(entry));
    const isPartial = frame.isPartial || entries.length < frame.entries.length;
    return { ...frame, entries, isPartial };
  });
}

/** @param {FrameList<unknown>[]} frames @returns {number} those that are not recorded */
export const unrecordedOf = (frames) => frames.filter(({ isRecorded }) => !isRecorded).length;

/**
 * @param {string} url
 * @param {QueryAgent} agent
 * @returns {boolean} whether the policy hides its site from the agent
 */
export function isHidden(url, agent) {
  // Of a WebSocket as of a page.
  const site = mayHide(agent) ? siteOf(url.replace(/^ws(?=s?:)/i, 'http')) : null;
  return site !== null && levelForSite(site, agent) === 'block';
}

/** @param {unknown} value @returns {number} milliseconds since 1970, not in the future */
export const pastTime = (value) => positive(value, Date.now());

/** @param {unknown} value @param {number} max @returns {number} from 0 to `max` */
export function positive(value, max) {
  const number = Number(value);
  return number > 0 ? Math.min(number, max) : 0;
}
