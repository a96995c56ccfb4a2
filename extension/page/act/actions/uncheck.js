//! `uncheck`: unchecks a checkbox or a switch.

import { setChecked } from '../widgets/set-checked.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'uncheck'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 */
export const uncheck = (element, _action, hooks) => setChecked(element, false, hooks);
