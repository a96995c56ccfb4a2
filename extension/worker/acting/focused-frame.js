//! Where keys go that name no element: into the innermost document that has the focus; and where
//! Tab goes on that leaves a document. It presses none, and looks into no document that this agent
//! may not read.

import { pause } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { PageDocument } from '../reading/documents.js';
import { allowedFrames } from '../browser/frames.js';

/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */

/** Frames in shadow roots are told apart by which has the focus; a busy one does not say. */
const TIMEOUT_MS = 300;

/**
 * @param {number} tab @param {string} document
 * @returns {Promise<browserApi.DocumentFocus | undefined>} none: it is gone, or no script may enter
 */
const focusIn = (tab, document) =>
  browserApi.getDocumentFocus(tab, document).catch(() => undefined);

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {NodeHandle} target the main document, and no element of it
 * @returns {Promise<NodeHandle>} the same, where none of its frames has the focus
 */
export async function focusedDocument(chosen, target) {
  const frames = await allowedFrames(chosen);
  let document = target.document;
  let at = frames.find((frame) => frame.document === document);
  while (at) {
    document = at.document;
    at = await focusedChild(chosen.id, frames, at);
  }
  if (document === target.document) return target;
  return (await nothingIn(chosen.id, document)) ?? target;
}

/**
 * Where Tab goes on that has left a document.
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {string} document
 * @param {import('./actor-port.js').Left} left
 * @returns {Promise<NodeHandle | null>} null: nobody can tell, or it may not be read
 */
export async function documentBeside(chosen, document, { way, frame: index }) {
  const frames = await allowedFrames(chosen);
  const here = frames.find((frame) => frame.document === document);
  if (!here) return null;
  const next =
    way === 'in'
      ? await childAt(chosen.id, frames, here, index)
      : frames.find((frame) => frame.frame === here.parent && !frame.refused);
  return next ? await nothingIn(chosen.id, next.document) : null;
}

/**
 * @param {number} tab @param {FrameInfo[]} frames @param {FrameInfo} here
 * @returns {Promise<FrameInfo | undefined>} the frame in it that has the focus
 */
async function focusedChild(tab, frames, here) {
  const focus = await focusIn(tab, here.document);
  return focus?.inFrame ? await childAt(tab, frames, here, focus.frame) : undefined;
}

/**
 * @param {number} tab @param {FrameInfo[]} frames @param {FrameInfo} here
 * @param {number} index of its window; -1: it has the focus, and is in a shadow root
 * @returns {Promise<FrameInfo | undefined>}
 */
async function childAt(tab, frames, here, index) {
  const inner = frames.filter((frame) => frame.parent === here.frame && !frame.refused);
  const asked = inner.map(async (frame) => ({ frame, focus: await focusIn(tab, frame.document) }));
  if (index < 0) return await childInShadow(asked);
  // As soon as it has answered itself: the others may be busy.
  const named = asked.map(async (one) => {
    const { frame, focus } = await one;
    if (focus?.index !== index) throw new Error('another frame');
    return frame;
  });
  return await Promise.any(named).catch(() => undefined);
}

/**
 * @param {Promise<{frame: FrameInfo, focus: browserApi.DocumentFocus | undefined}>[]} asked
 * @returns {Promise<FrameInfo | undefined>}
 */
async function childInShadow(asked) {
  const inTime = asked.map((one) => Promise.race([one, pause(TIMEOUT_MS)]));
  const told = (await Promise.all(inTime)).filter((one) => one !== undefined);
  const inShadow = told.filter(({ focus }) => focus?.index === -1);
  const focused = inShadow.filter(({ focus }) => focus?.has);
  // In a window that is not in front no document says that it has the focus.
  const [found, ...others] = focused.length > 0 ? focused : inShadow;
  return others.length === 0 ? found?.frame : undefined;
}

/**
 * @param {number} tab @param {string} document
 * @returns {Promise<NodeHandle | null>} the document, and no element of it
 */
async function nothingIn(tab, document) {
  const page = new PageDocument(tab, document);
  const there = (await page.ping()) ?? (await page.send({ axlens: 'ping' }));
  return there ? { document, world: Number(fieldsOf(there).world), node: 0 } : null;
}
