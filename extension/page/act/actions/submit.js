//! `submit`: submits a form with its default button.

import { done, refuse } from '../action.js';
import { matches } from '../../dom/dom.js';
import { whyUnusable } from '../checks/checks.js';
import { defaultButton, ownerForm } from '../checks/form-controls.js';
import { formNoValidate } from '../dom-methods.js';
import { requestSubmit } from '../events.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'submit'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function submit(element, _action, hooks) {
  const why = whyUnusable(element);
  if (why !== null) return refuse(why);
  const form = ownerForm(element);
  if (form === null) return refuse('no_form');
  await hooks.begin();
  const button = defaultButton(form);
  const isUsable = button !== null && !matches.call(button, ':disabled');
  const isChecked =
    !formNoValidate.call(form) && !(isUsable && matches.call(button, '[formnovalidate]'));
  const isInvalid = isChecked && matches.call(form, ':invalid');
  requestSubmit(form, isUsable ? /** @type {HTMLElement} */ (button) : null);
  return done('script', isInvalid ? { hint: 'invalid' } : {});
}
