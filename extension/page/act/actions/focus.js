//! `focus`: gives an element the focus.

import { done, refuse } from '../action.js';
import { checkVisibility } from '../../dom/dom.js';
import { isOnCanvas, whyUnusable } from '../checks/checks.js';
import { focusElement, hasFocusWithin } from '../keyboard/focus.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'focus'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function focus(element, _action, hooks) {
  // An element without an area may have the focus, such as a field behind a drawn control.
  const isRendered = checkVisibility.call(element) || isOnCanvas(element);
  const why = whyUnusable(element) ?? (isRendered ? null : 'no_box');
  if (why !== null) return refuse(why);
  if (hasFocusWithin(element)) return done('script', { already: true });
  await hooks.begin();
  return focusElement(element) ? done('script') : refuse('not_focusable');
}
