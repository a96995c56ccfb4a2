//! The registry of the actions that are executed in the page, one file each, and `perform`, which
//! runs one: checks, events, and a function that reads the result back. Messages, ids and the
//! worker are handled by action-run.js.

import { ACTIONS_WITHOUT_ELEMENT } from '../../shared/actions.js';
import { activate } from './actions/activate.js';
import { callTool } from './actions/call-tool.js';
import { check } from './actions/check.js';
import { clear } from './actions/clear.js';
import { click } from './actions/click.js';
import { drag } from './actions/drag.js';
import { fill } from './actions/fill.js';
import { fillSecret } from './actions/fill-secret.js';
import { focus } from './actions/focus.js';
import { highlight } from './actions/highlight.js';
import { hover } from './actions/hover.js';
import { press } from './actions/press.js';
import { scroll } from './actions/scroll.js';
import { selectText } from './actions/select-text.js';
import { select } from './actions/select.js';
import { set } from './actions/set.js';
import { submit } from './actions/submit.js';
import { type } from './actions/type.js';
import { uncheck } from './actions/uncheck.js';
import { upload } from './actions/upload.js';
import { refuse } from './action.js';

/** @typedef {import('./action.js').PageActionName} PageActionName */
/** @typedef {import('./action.js').PageAction} PageAction */
/** @typedef {import('./action.js').ActionHooks} ActionHooks */
/** @typedef {import('./action.js').ActionResult} ActionResult */

/** @typedef {import('../../types/protocol').UntargetedActionName} UntargetedActionName */
/**
 * @template {PageActionName} Name
 * @typedef {Name extends UntargetedActionName ? Element | null : Element} TargetOf
 */
/**
 * @template {PageActionName} Name
 * @typedef {(target: TargetOf<Name>, action: import('./action.js').PageAction<Name>,
 *   hooks: ActionHooks) => Promise<ActionResult>} ActionFunction
 */

/**
 * A page action without a function, or a function without a row in the server's table of actions,
 * is a type error.
 * @type {{[Name in PageActionName]: ActionFunction<Name>}}
 */
const ACTIONS = {
  click,
  hover,
  focus,
  activate,
  fill,
  fill_secret: fillSecret,
  clear,
  set,
  type,
  press,
  select,
  check,
  uncheck,
  scroll,
  submit,
  highlight,
  drag,
  select_text: selectText,
  upload,
  call_tool: callTool,
};

/**
 * @param {Element | null} target null: what has the focus, or the page
 * @param {PageAction} action
 * @param {ActionHooks} hooks
 * @returns {Promise<ActionResult>}
 */
export async function perform(target, action, hooks) {
  const name = action.action;
  if (!Object.hasOwn(ACTIONS, name)) return refuse('bad_value', { detail: 'no such action' });
  if (target === null && !ACTIONS_WITHOUT_ELEMENT.has(name)) return refuse('removed');
  const run = /** @type {(target: Element | null, action: PageAction, hooks: ActionHooks) =>
    Promise<ActionResult>} */ (ACTIONS[name]);
  return run(target, action, hooks);
}
