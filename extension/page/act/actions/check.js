//! `check`: checks a checkbox, a radio button or a switch.

import { setChecked } from '../widgets/set-checked.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'check'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 */
export const check = (element, _action, hooks) => setChecked(element, true, hooks);
