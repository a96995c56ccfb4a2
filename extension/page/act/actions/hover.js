//! `hover`: moves the pointer to an element.

import { done } from '../action.js';
import { hidesUntilHover } from '../checks/hover-rules.js';
import { reachAndBegin } from '../checks/reach.js';
import { movePointer } from '../pointer/pointer.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'hover'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function hover(element, { modifiers = [], position }, hooks) {
  const reached = await reachAndBegin(element, hooks, position);
  if ('refused' in reached) return reached;
  await movePointer(reached.clickPoint, hooks, modifiers);
  return done(reached.via, hidesUntilHover(element) ? { hint: 'hover_only_css' } : {});
}
