//! `clear`: empties a field or editable text.

import { canBeEmpty, set } from './set.js';
import { isChosen } from '../editing/fields.js';
import { replaceText } from '../editing/replace-text.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'clear'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 */
export const clear = (element, _action, hooks) =>
  isChosen(element) && canBeEmpty(element)
    ? set(element, { value: '' }, hooks)
    : replaceText(element, '', hooks);
