//! `focus`: gives an element the focus.

import { done, refuse } from '../action.js';
import { whyUnwritable } from '../checks/checks.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'focus'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function focus(element, _action, hooks) {
  const why = whyUnwritable(element);
  if (why !== null) return refuse(why);
  if (hasFocusWithin(element)) return done('script', { already: true });
  await hooks.begin();
  return focusElement(element) ? done('script') : refuse('not_focusable');
}
