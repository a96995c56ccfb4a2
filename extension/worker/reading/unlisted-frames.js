//! Reads the frames that Chrome does not list: those with `blob:` URLs.

import { within } from '../deadline.js';
import { siteOf } from '../../shared/sites.js';
import * as browserApi from '../../shared/browser-api.js';
import { frameHidden } from '../faults.js';
import { areAllMissing, incompleteFrames, parentOf } from './frame-places.js';
import { lastUnlisted, readableUnlisted } from './last-read.js';
import { levelForSite, mayHide } from '../policy/policy.js';
import { readDocument } from './read-document.js';
import { readChild } from './read-frame.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').EarlyRead} EarlyRead */
/** @typedef {import('./read-document.js').ReadRequest} ReadRequest */

const PROBE_TIMEOUT_MS = 500;

/**
 * Reads the unlisted frames of the last read again, because usually they are still there.
 * @param {ChosenTab} chosen
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @param {EarlyRead | null} early
 * @returns {Promise<FrameRead | null>[]} null for a frame that does not exist any more
 */
export function readKnownUnlisted(chosen, request, deadline, early) {
  return readableUnlisted(chosen).map((at) =>
    readDocument(chosen.id, at, request, deadline, early).then(
      (read) => ({ ...read, at: { ...at, parent: -1 } }),
      () => null,
    ),
  );
}

/**
 * Reads the frames that Chrome does not list. If a document has more frames than were read, a
 * script in all frames finds the missing ones, unless the frames of the last read are all of them.
 * @param {ChosenTab} chosen
 * @param {(FrameRead | FrameFailed)[]} read
 * @param {(FrameRead | null)[]} before the unlisted frames of the last read
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 */
export async function readUnlisted(chosen, read, before, request, deadline) {
  const incomplete = incompleteFrames(read);
  lastUnlisted.delete(chosen.id);
  if (!incomplete.length) return [];
  const listed = new Set(read.map((each) => each.at.frame));
  const still = before.filter((each) => each !== null).filter((each) => !listed.has(each.at.frame));
  const answers = areAllMissing(still, incomplete, read)
    ? still
    : await findUnlisted(chosen, listed, request, deadline);
  const found = answers.filter((answer) => 'recorded' in answer);
  lastUnlisted.set(
    chosen.id,
    found.map((answer) => answer.at),
  );
  for (const answer of found) {
    answer.at.parent = parentOf(answer, incomplete, read)?.frame ?? answer.at.parent;
  }
  return answers;
}

/**
 * Whether the policy hides a document. A document with an opaque origin counts as hidden.
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
 * @returns {Promise<(FrameRead | FrameFailed)[]>} all other frames in which scripts run
 */
async function findUnlisted(chosen, listed, request, deadline) {
  const found = await within(
    deadline.atMost(PROBE_TIMEOUT_MS),
    browserApi.probeFrames(chosen.id),
  ).catch(() => []);
  const more = found
    .filter((each) => !listed.has(each.frameId))
    .map(({ frameId, documentId, result }) => ({
      frame: frameId,
      parent: -1,
      document: documentId,
      url: '',
      inherited: siteOf(String(result)),
      ...(isHidden(result, chosen) ? { refused: frameHidden() } : {}),
    }));
  return await Promise.all(more.map((at) => readChild(chosen, at, request, deadline, null)));
}
