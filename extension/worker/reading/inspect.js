//! Properties of an element that are not in a record: requests them from the inspector script,
//! which is injected if necessary.

import { fieldsOf } from '../../shared/fields.js';
import { badRequest, staleUid } from '../faults.js';
import { inDocument } from './read-document.js';

/** @typedef {import('../../types/protocol').InspectParams} InspectParams */

const SCRIPT = ['page/inspect/inspector.js'];

/**
 * @param {import('../browser/tabs.js').ChosenTab} chosen
 * @param {InspectParams} params
 * @param {import('../deadline.js').Deadline} deadline
 * @returns {Promise<Record<string, unknown>>} rejects with a fault
 */
export async function inspect(chosen, { target, what }, deadline) {
  const only = { document: target.document, world: target.world };
  const response = await inDocument(chosen, only, deadline, async (page) => {
    const message = { axlensInspect: { node: target.node, what, left: deadline.left() } };
    const answer = await page.sendIfInjected(message);
    if (answer) return answer;
    await page.inject(SCRIPT);
    return await page.sendIfInjected(message);
  });
  const result = fieldsOf(response);
  if (!response || result.removed) throw staleUid();
  if (result.unknown !== undefined) throw badRequest(`'${result.unknown}' is not a CSS property.`);
  return result;
}
