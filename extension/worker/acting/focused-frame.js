//! Finds the document that has the focus, for keys without an element, and the document in which
//! Tab continues after it has left one. Documents that the agent may not read are skipped.

import { pause } from '../deadline.js';
import * as browserApi from '../../shared/browser-api.js';
import { fieldsOf } from '../../shared/fields.js';
import { PageDocument } from '../reading/documents.js';
import { allowedFrames } from '../browser/frames.js';

/** @typedef {import('../../types/protocol').NodeHandle} NodeHandle */
/** @typedef {import('../browser/frames.js').FrameInfo} FrameInfo */
/** @typedef {browserApi.DocumentFocus | undefined} Focus undefined: no script may run there */

/** How long to wait for the focus of frames in shadow roots: a busy frame does not respond. */
const TIMEOUT_MS = 300;

/** @param {number} tab @param {string} document @returns {Promise<Focus>} */
const focusOf = (tab, document) =>
  browserApi.getDocumentFocus(tab, document).catch(() => undefined);

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {NodeHandle} target the main document
 * @returns {Promise<NodeHandle>} the innermost document that has the focus; `target` if no frame in
 *   it has the focus
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
  return (await documentHandle(chosen.id, document)) ?? target;
}

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {string} document that Tab has left
 * @param {import('../../page/act/action.js').RemainingKeys} remaining
 * @returns {Promise<NodeHandle | null>} the document in which Tab continues; null if it is unknown,
 *   or the agent may not read it
 */
export async function nextDocument(chosen, document, { way, frame: index }) {
  const frames = await allowedFrames(chosen);
  const left = frames.find((frame) => frame.document === document);
  if (!left) return null;
  const next =
    way === 'in'
      ? await childAt(chosen.id, frames, left, index)
      : frames.find((frame) => frame.frame === left.parent && !frame.refused);
  return next ? await documentHandle(chosen.id, next.document) : null;
}

/**
 * @param {number} tab
 * @param {FrameInfo[]} frames
 * @param {FrameInfo} parent
 * @returns {Promise<FrameInfo | undefined>} the child frame that has the focus
 */
async function focusedChild(tab, frames, parent) {
  const focus = await focusOf(tab, parent.document);
  return focus?.inFrame ? await childAt(tab, frames, parent, focus.frame) : undefined;
}

/**
 * @param {number} tab
 * @param {FrameInfo[]} frames
 * @param {FrameInfo} parent
 * @param {number} index of the child's window; -1: the focused child, which is in a shadow root
 * @returns {Promise<FrameInfo | undefined>}
 */
async function childAt(tab, frames, parent, index) {
  const children = frames.filter((frame) => frame.parent === parent.frame && !frame.refused);
  const withFocus = children.map(async (frame) => ({
    frame,
    focus: await focusOf(tab, frame.document),
  }));
  if (index < 0) return await focusedInShadow(withFocus);
  // Only this child has to respond: the others may be busy.
  const matching = withFocus.map(async (child) => {
    const { frame, focus } = await child;
    if (focus?.index !== index) throw new Error('another frame');
    return frame;
  });
  return await Promise.any(matching).catch(() => undefined);
}

/**
 * @param {Promise<{frame: FrameInfo, focus: Focus}>[]} children
 * @returns {Promise<FrameInfo | undefined>}
 */
async function focusedInShadow(children) {
  const inTime = children.map((child) => Promise.race([child, pause(TIMEOUT_MS)]));
  const responses = (await Promise.all(inTime)).filter((child) => child !== undefined);
  const inShadow = responses.filter(({ focus }) => focus?.index === -1);
  const focused = inShadow.filter(({ focus }) => focus?.has);
  // In a window without the focus, no document reports that it has the focus.
  const [found, ...others] = focused.length > 0 ? focused : inShadow;
  return others.length === 0 ? found?.frame : undefined;
}

/**
 * @param {number} tab
 * @param {string} document
 * @returns {Promise<NodeHandle | null>} the document without an element
 */
async function documentHandle(tab, document) {
  const page = new PageDocument(tab, document);
  const response = (await page.ping()) ?? (await page.send({ axlens: 'ping' }));
  return response ? { document, world: Number(fieldsOf(response).world), node: 0 } : null;
}
