//! The tools that the documents of a tab have registered for agents. The process of a document may
//! be compromised, so that every text is checked here.

import { fieldsOf } from '../../shared/fields.js';
import { withoutCredentials } from '../../shared/addresses.js';
import { allowedFrames } from '../browser/frames.js';
import { refreshTab, refusalFrom } from '../browser/tabs.js';
import { within } from '../deadline.js';
import { DocumentLost, PageDocument } from './documents.js';
import { childDeadline } from './read-document.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../../types/protocol').FrameTools} FrameTools */

const MAX_TOOLS = 100;
/** Characters of the description of a tool. */
const MAX_LISTED = 60_000;

/**
 * @param {ChosenTab} chosen
 * @param {Deadline} deadline
 * @returns {Promise<FrameTools[]>} the main frame first, without the frames that can't be read;
 *   rejects with the fault that explains why the main frame can't be read
 */
export async function pageToolsOf(chosen, deadline) {
  try {
    return await toolsOfTab(chosen, deadline);
  } catch (error) {
    if (!(error instanceof DocumentLost)) throw error;
  }
  // The document was replaced in the meantime. The new one is read, once.
  chosen.tab = await refreshTab(chosen);
  try {
    return await toolsOfTab(chosen, deadline);
  } catch (error) {
    throw await refusalFrom(chosen.id, chosen.tab.url ?? '', error);
  }
}

/** @param {ChosenTab} chosen @param {Deadline} deadline @returns {Promise<FrameTools[]>} */
async function toolsOfTab(chosen, deadline) {
  const [main, ...children] = await allowedFrames(chosen);
  const limit = childDeadline(deadline);
  const lists = await Promise.all([
    toolsIn(chosen, main, deadline).catch(async (error) => {
      throw error instanceof DocumentLost ? error : await refusalFrom(chosen.id, main.url, error);
    }),
    ...children.map((at) => (at.refused ? null : toolsIn(chosen, at, limit).catch(() => null))),
  ]);
  return lists.filter((list) => list !== null);
}

/**
 * @param {ChosenTab} chosen
 * @param {FrameInfo} at
 * @param {Deadline} deadline
 * @returns {Promise<FrameTools>}
 */
async function toolsIn(chosen, at, deadline) {
  const page = new PageDocument(chosen.id, at.document);
  const answer = fieldsOf(await page.guard(within(deadline, page.send({ axlens: 'tools' }))));
  const tools = Array.isArray(answer.tools) ? answer.tools : [];
  const isText = (/** @type {unknown} */ text) =>
    typeof text === 'string' && text.length <= MAX_LISTED;
  return {
    document: at.document,
    url: withoutCredentials(at.url),
    world: typeof answer.world === 'number' && answer.world >= 0 ? answer.world : 0,
    supported: answer.supported === true,
    more: typeof answer.more === 'number' && answer.more > 0 ? Math.trunc(answer.more) : 0,
    tools: tools.filter(isText).slice(0, MAX_TOOLS),
  };
}
