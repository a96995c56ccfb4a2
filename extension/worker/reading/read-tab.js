//! Reads the documents of a tab, the main frame first.

import { readBatch } from './batch.js';
import { injectEarly, DocumentLost, PageDocument, ScriptRefused } from './documents.js';
import { pause } from '../deadline.js';
import { staleUid } from '../faults.js';
import { placeFailed } from './frame-places.js';
import { access, allowedFrames, requestTabFacts } from '../browser/frames.js';
import { lastRead, rememberRead } from './last-read.js';
import { mayHide } from '../policy/policy.js';
import { childDeadline, readDocument, readPage } from './read-document.js';
import { readChild } from './read-frame.js';
import { mayBeBlank, nextChange, refreshTab, refusalFrom } from '../browser/tabs.js';
import { readKnownUnlisted, readUnlisted } from './unlisted-frames.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {import('./frame-places.js').FrameRead} FrameRead */
/** @typedef {import('./frame-places.js').FrameFailed} FrameFailed */
/** @typedef {import('./read-document.js').EarlyRead} EarlyRead */
/** @typedef {import('./read-document.js').ReadRequest} ReadRequest */

/** A page that is replaced more often than this while it is read is not read. */
const MAX_LOST = 3;
/** The time in which Chrome reports a new document after the old one is lost. */
const MAX_COMMIT_MS = 250;

/** The tab is blank, and no script may run in it. */
export class Blank extends Error {}

/**
 * Requests the tab's facts from Chrome, and already starts to read the documents that were last
 * read: usually they are still there. The result is used only if they are, and may be read.
 * @param {number} tab
 * @param {import('../browser/tabs.js').QueryAgent} agent for which nothing is started if the policy
 *   may hide sites from it
 * @param {ReadRequest} request
 * @param {Deadline} deadline
 * @returns {EarlyRead}
 */
export function startEarlyRead(tab, agent, request, deadline) {
  const facts = requestTabFacts(tab);
  const last = lastRead.get(tab);
  if (!access.everywhere || request.only || mayHide(agent))
    return { facts, reads: new Map(), injected: null };
  if (!last) return { facts, reads: new Map(), injected: injectEarly(tab) };
  const { main, unreached } = last;
  const inner =
    request.children && !request.inPage
      ? last.inner.filter((at) => !unreached.has(at.document))
      : [];
  const urls = new Map([main, ...inner].map((at) => [at.document, at.url]));
  const read = (/** @type {PageDocument} */ page) =>
    readPage(
      page,
      urls.get(page.id) ?? '',
      request,
      page.id === main.document ? deadline : childDeadline(deadline),
    );
  const pages = inner.map((at) => new PageDocument(tab, at.document));
  const reads = readBatch(new PageDocument(tab, main.document), pages, read, (ids) =>
    ids.forEach((id) => unreached.add(id)),
  );
  for (const started of reads.values()) started.catch(() => {});
  return { facts, reads, injected: null };
}

/**
 * Reads the frames of a tab, the main frame first.
 * @param {ChosenTab} chosen @param {ReadRequest} request @param {Deadline} deadline
 * @param {EarlyRead | null} early
 * @returns {Promise<(FrameRead | FrameFailed)[]>} rejects with `Blank`, or the fault that explains
 *   why the main frame can't be read
 */
export async function readTab(chosen, request, deadline, early) {
  for (let lost = 0; ; lost += 1) {
    const change = nextChange(chosen.id);
    try {
      return await readOnce(chosen, request, deadline, lost === 0 ? early : null);
    } catch (error) {
      if (!(error instanceof DocumentLost)) throw error;
      if (request.only) throw staleUid();
      if (lost === MAX_LOST) throw await refusalFrom(chosen.id, chosen.tab.url ?? '', error);
      // Chrome may list the replaced document for some time.
      await Promise.race([change.happened, pause(MAX_COMMIT_MS)]);
      chosen.tab = await refreshTab(chosen);
    } finally {
      change.forget();
    }
  }
}

/**
 * @param {ChosenTab} chosen @param {ReadRequest} request @param {Deadline} deadline
 * @param {EarlyRead | null} early
 */
async function readOnce(chosen, request, deadline, early) {
  const frames = await allowedFrames(chosen, early?.facts);
  const [main, ...children] = request.children ? frames : frames.slice(0, 1);
  const childLimit = childDeadline(deadline);
  const others = children.map((at) => readChild(chosen, at, request, childLimit, early));
  const unlisted = request.children ? readKnownUnlisted(chosen, request, childLimit, early) : [];
  const mainRead = await readMain(chosen, main, request, deadline, early);
  const read = [mainRead, ...(await Promise.all(others))];
  if (request.children)
    read.push(
      ...(await readUnlisted(chosen, read, await Promise.all(unlisted), request, childLimit)),
    );
  if (request.children || lastRead.get(chosen.id)?.main.document !== main.document)
    rememberRead(chosen.id, read);
  placeFailed(read);
  return read;
}

/**
 * @param {ChosenTab} chosen @param {FrameInfo} at @param {ReadRequest} request @param {Deadline}
 *   deadline @param
 * {EarlyRead | null} early
 */
async function readMain(chosen, at, request, deadline, early) {
  try {
    return {
      ...(await readDocument(chosen.id, at, request, deadline, early, early?.injected)),
      at,
    };
  } catch (error) {
    if (error instanceof DocumentLost || error instanceof Blank) throw error;
    if (error instanceof ScriptRefused && mayBeBlank({ ...chosen.tab, url: at.url }))
      throw new Blank();
    throw await refusalFrom(chosen.id, at.url, error);
  }
}
