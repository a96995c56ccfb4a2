//! Reads the frames that Chrome does not list: those of `blob:` addresses. Which document lacks
//! frames, frame-places.js counts.

import { within } from '../deadline.js';
import { siteOf } from '../../shared/sites.js';
import * as browserApi from '../../shared/browser-api.js';
import { frameHidden } from '../faults.js';
import { areAllMissing, lackingFrames, parentOf } from './frame-places.js';
import { access } from '../browser/frames.js';
import { lastUnlisted } from './last-read.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { readDocument } from './read-document.js';
import { readChild } from './read-frame.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').Early} Early */
/** @typedef {import('./read-document.js').ReadRequest} ReadRequest */

const FIND_UNLISTED = 500;

/**
 * Reads the frames that Chrome did not list last time either; most often they are there still.
 * @param {ChosenTab} chosen
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {Early | null} early
 * @returns {Promise<FrameRead | null>[]} null of one that is gone
 */
export function readKnownUnlisted(chosen, request, deadline, early) {
  // Where access is withheld from some sites, only running a script shows whether this one is
  // among them; and nothing tells whether the policy hides it.
  const open = access.everywhere && !mayHide(chosen.agent);
  const known = (open && lastUnlisted.get(chosen.id)) || [];
  return known.map((at) =>
    readDocument(chosen.id, at, request, deadline, early).then(
      (read) => ({ ...read, at: { ...at, parent: -1 } }),
      () => null,
    ),
  );
}

/**
 * Chrome does not list every frame (it leaves out those of `blob:` addresses). Where a document has
 * more frames than were read, the ones left out are looked for by running a script everywhere; not
 * where those that were found last time are all.
 * @param {ChosenTab} chosen
 * @param {(FrameRead | FrameFailed)[]} read
 * @param {(FrameRead | null)[]} before those that were found last time
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 */
export async function readUnlisted(chosen, read, before, request, deadline) {
  const lacking = lackingFrames(read);
  lastUnlisted.delete(chosen.id);
  if (!lacking.length) return [];
  const listed = new Set(read.map((each) => each.at.frame));
  const still = before.filter((each) => each !== null).filter((each) => !listed.has(each.at.frame));
  const answers = areAllMissing(still, lacking, read)
    ? still
    : await findUnlisted(chosen, listed, request, deadline);
  const found = answers.filter((answer) => 'recorded' in answer);
  lastUnlisted.set(
    chosen.id,
    found.map((answer) => answer.at),
  );
  for (const answer of found) {
    answer.at.parent = parentOf(answer, lacking, read)?.frame ?? answer.at.parent;
  }
  return answers;
}

/**
 * Of an origin that is none, the policy can't tell whose it is.
 * @param {unknown} origin of a document
 * @param {ChosenTab} chosen
 */
function isHidden(origin, { agent }) {
  if (!mayHide(agent)) return false;
  const site = siteOf(String(origin));
  return site === null || levelForSite(site, agent) === 'block';
}

/**
 * @param {ChosenTab} chosen
 * @param {Set<number>} listed frames that are read
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @returns {Promise<(FrameRead | FrameFailed)[]>} all others in which a script may run
 */
async function findUnlisted(chosen, listed, request, deadline) {
  const found = await within(
    deadline.atMost(FIND_UNLISTED),
    browserApi.probeFrames(chosen.id),
  ).catch(() => []);
  const more = found
    .filter((each) => !listed.has(each.frameId))
    .map(({ frameId, documentId, result }) => ({
      frame: frameId,
      parent: -1,
      document: documentId,
      url: '',
      ...(isHidden(result, chosen) ? { refused: frameHidden() } : {}),
    }));
  return await Promise.all(more.map((at) => readChild(chosen, at, request, deadline, null)));
}
