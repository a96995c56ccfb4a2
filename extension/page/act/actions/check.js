//! Checks and unchecks: a click, and only where it is needed, and never a second one.

import { getAttribute, inputChecked, inputIndeterminate, isConnected } from '../../dom/dom.js';
import { whyUnusable } from '../checks/checks.js';
import { click } from './click.js';
import { ownRole } from '../dom-methods.js';
import { typeOf } from '../editing/fields.js';
import { done, refuse } from '../results.js';

/** @typedef {import('../events.js').Hooks} Hooks */
/** @typedef {import('../results.js').Result} Result */

const ROLES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

/** @param {Element} element @returns {boolean | 'mixed' | null} null: it can't be checked */
function stateOf(element) {
  const type = typeOf(element);
  if (type === 'checkbox' && inputIndeterminate.call(element)) return 'mixed';
  if (type === 'checkbox' || type === 'radio') return inputChecked.call(element);
  if (!ROLES.has(ownRole(element))) return null;
  const written = getAttribute.call(element, 'aria-checked');
  return written === 'mixed' ? 'mixed' : written === 'true';
}

/** @param {Element} element */
const isRadio = (element) => typeOf(element) === 'radio' || /radio$/.test(ownRole(element));

/**
 * @param {Element} element
 * @param {boolean} wanted
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
async function bringTo(element, wanted, hooks) {
  const why = whyUnusable(element);
  if (why !== null) return refuse(why);
  const state = stateOf(element);
  if (state === null) return refuse('not_checkable');
  if (state === wanted) return done('pointer', { already: true });
  if (!wanted && isRadio(element))
    return refuse('not_checkable', { detail: 'check another radio button of its group' });
  const came = await click(element, {}, hooks);
  if ('refused' in came) return came;
  return done(came.done.via, { verify: () => difference(element, wanted) });
}

/**
 * @param {Element} element
 * @param {boolean} wanted
 * @returns {import('../results.js').Difference | null}
 */
function difference(element, wanted) {
  const state = stateOf(element);
  if (!isConnected.call(element) || state === wanted) return null;
  const now = state === 'mixed' ? 'mixed' : state ? 'checked' : 'unchecked';
  return { outcome: 'reverted', now };
}

/**
 * @param {Element} element
 * @param {unknown} _act
 * @param {Hooks} hooks
 */
export const check = (element, _act, hooks) => bringTo(element, true, hooks);

/**
 * @param {Element} element
 * @param {unknown} _act
 * @param {Hooks} hooks
 */
export const uncheck = (element, _act, hooks) => bringTo(element, false, hooks);
