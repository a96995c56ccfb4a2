//! Checks or unchecks a control: at most one click, and none if the state is already as requested.

import { done, refuse } from '../action.js';
import {
  getAttribute,
  inputChecked,
  inputIndeterminate,
  labelControl,
  localName,
} from '../../dom/dom.js';
import { click } from '../actions/click.js';
import { whyUnusable } from '../checks/checks.js';
import { readerOf } from '../checks/read-back.js';
import { ownRole } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';

const ROLES = new Set([
  'checkbox',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'switch',
  'treeitem',
]);

/** @param {Element} element @returns {boolean | 'mixed' | null} null: it can't be checked */
function checkedState(element) {
  const type = typeOf(element);
  if (type === 'checkbox' && inputIndeterminate.call(element)) return 'mixed';
  if (type === 'checkbox' || type === 'radio') return inputChecked.call(element);
  if (!ROLES.has(ownRole(element))) return null;
  const attribute =
    getAttribute.call(element, 'aria-checked') ?? getAttribute.call(element, 'aria-selected');
  return attribute === 'mixed' ? 'mixed' : attribute === 'true';
}

/** @param {Element} element */
const isRadio = (element) => typeOf(element) === 'radio' || /radio$/.test(ownRole(element));

/**
 * @param {Element} element
 * @param {boolean} checked the requested state
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function setChecked(element, checked, hooks) {
  const control = localName.call(element) === 'label' ? labelControl.call(element) : null;
  if (control && checkedState(control) !== null) return setChecked(control, checked, hooks);
  const why = whyUnusable(element);
  if (why !== null) return refuse(why);
  const state = checkedState(element);
  if (state === null) return refuse('not_checkable');
  if (state === checked) return done('pointer', { already: true });
  if (!checked && isRadio(element))
    return refuse('not_checkable', { detail: 'check another radio button of its group' });
  const verify = readerOf(element, hooks, (current) => difference(current, checked));
  const result = await click(element, { action: 'click' }, hooks);
  return 'refused' in result ? result : done(result.done.via, { verify });
}

/**
 * @param {Element} element
 * @param {boolean} checked
 * @returns {import('../action.js').ReadBack | null}
 */
function difference(element, checked) {
  const state = checkedState(element);
  if (state === checked) return null;
  const now = state === 'mixed' ? 'mixed' : state ? 'checked' : 'unchecked';
  return { outcome: 'reverted', now };
}
