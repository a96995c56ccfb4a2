//! What a record does not hold of one element: asks the script that answers it, injecting it where
//! it is not yet there. It passes on what that answers.

import { badRequest, staleUid } from '../faults.js';
import { inDocument } from './read-document.js';

/** @typedef {import('../../types/protocol').InspectParams} InspectParams */

const SCRIPT = ['page/inspect/inspector.js'];

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {InspectParams} params
 * @param {import('../deadline.js').Deadline} deadline
 * @returns {Promise<object>} rejects with a fault
 */
export async function inspect(chosen, { target, what }, deadline) {
  const only = { document: target.document, world: target.world };
  const found = await inDocument(chosen, only, deadline, async (page) => {
    const question = { axlensInspect: { node: target.node, what } };
    const answer = await page.sendIfInjected(question);
    if (answer) return answer;
    await page.inject(SCRIPT);
    return await page.sendIfInjected(question);
  });
  if (!found || found.removed) throw staleUid();
  if (found.unknown !== undefined) throw badRequest(`'${found.unknown}' is no CSS property.`);
  return found;
}
