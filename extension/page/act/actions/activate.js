//! `activate`: a click as assistive technology makes it, even on an element that is covered.

import { done, refuse } from '../action.js';
import { activationHint } from '../checks/activation-hint.js';
import { whyUnusable } from '../checks/checks.js';
import { isHtml } from '../dom-methods.js';
import { click, deviceFields, send } from '../events.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'activate'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function activate(element, _action, hooks) {
  const why = whyUnusable(element);
  if (why !== null) return refuse(why);
  await hooks.begin();
  if (isHtml(element)) click(/** @type {HTMLElement} */ (element));
  else send(element, new PointerEvent('click', deviceFields()));
  return done('activate', activationHint(element));
}
