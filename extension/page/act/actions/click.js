//! `click`: moves the pointer to an element and presses a mouse button once or several times.

import { done } from '../action.js';
import { activationHint } from '../checks/activation-hint.js';
import { reachAndBegin } from '../checks/reach.js';
import { clickAt } from '../pointer/pointer.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'click'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function click(element, action, hooks) {
  const { button = 'left', count = 1, modifiers = [], position, hold: holdMs = 0 } = action;
  const reached = await reachAndBegin(element, hooks, position);
  if ('refused' in reached) return reached;
  await clickAt(reached.clickPoint, hooks, { button, count, modifiers, holdMs });
  return done(reached.via, activationHint(element));
}
