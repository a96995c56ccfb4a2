//! `clear`: empties a field or editable text.

import { replaceText } from '../editing/replace-text.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'clear'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 */
export const clear = (element, _action, hooks) => replaceText(element, '', hooks);
