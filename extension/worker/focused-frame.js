//! Where keys go that name no element: into the innermost document that has the focus. It presses
//! none, and looks into no document that this agent may not read.

import * as ext from './ext.js';
import { PageDocument } from './documents.js';
import { allowedFrames } from './frames.js';

/** @typedef {import('../types/protocol').NodeHandle} NodeHandle */

/** A frame that is busy has nobody waiting for it. */
const PATIENCE_MS = 300;

/** @param {number} tab @param {string} document */
const focusIn = (tab, document) =>
  Promise.race([
    ext.focusIn(tab, document).catch(() => undefined),
    new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS)),
  ]);

/**
 * @param {import('./tabs.js').Chosen} chosen
 * @param {NodeHandle} target the main document, and no element of it
 * @returns {Promise<NodeHandle>} the same, where none of its frames has the focus
 */
export async function focusedDocument(chosen, target) {
  const frames = await allowedFrames(chosen);
  let at = frames.find((frame) => frame.document === target.document);
  for (;;) {
    const here = at;
    const focus = here && (await focusIn(chosen.id, here.document));
    if (!here || !focus?.inFrame) break;
    const inner = frames.filter((frame) => frame.parent === here.frame && !frame.refused);
    const focused = await Promise.all(inner.map((frame) => focusIn(chosen.id, frame.document)));
    const found = inner.filter((_, index) => focused[index]?.has);
    // In a window that is not in front no document says that it has the focus.
    const next = found.length === 1 ? found[0] : inner.length === 1 ? inner[0] : undefined;
    if (!next) break;
    at = next;
  }
  if (!at || at.document === target.document) return target;
  const page = new PageDocument(chosen.id, at.document);
  const there = (await page.ping()) ?? (await page.ask({ axlens: 'ping' }));
  return there ? { document: at.document, world: there.world, node: 0 } : target;
}
