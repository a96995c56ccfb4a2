//! Does one thing to an element: from the element and the action to the checks, the events and the
//! reading back. It knows no messages, no ids and no worker; actor.js does.

import { check, uncheck } from './actions/check.js';
import { activate, click, hover } from './actions/click.js';
import { drag } from './actions/drag.js';
import { clear, fill, type } from './actions/fill.js';
import { outline } from './pointer/outline.js';
import { focus, press } from './actions/press.js';
import { done, refuse } from './results.js';
import { scroll } from './actions/scroll.js';
import { select } from './actions/select.js';
import { set } from './actions/set-value.js';
import { submit } from './actions/submit.js';
import { upload } from './actions/upload.js';

/** @typedef {import('./results.js').Act} Act */
/** @typedef {import('./results.js').Refusal} Refusal */
/** @typedef {import('./results.js').Done} Done */
/** @typedef {import('./results.js').Result} Result */
/** @typedef {import('./events.js').Hooks} Hooks */

/** Milliseconds that the outline of `highlight` is there. */
const HIGHLIGHT_MS = 2000;

/** @param {Element} element @param {unknown} _act @param {Hooks} hooks */
async function highlight(element, _act, hooks) {
  await hooks.begin();
  return outline(element, HIGHLIGHT_MS) ? done('script') : refuse('no_box');
}

/** @type {Record<Act['do'], (element: any, act: any, hooks: Hooks) => Promise<Result>>} */
const ACTIONS = {
  click,
  hover,
  focus,
  activate,
  fill,
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
  upload,
};

/** What can be done without naming an element. */
const ANYWHERE = new Set(['press', 'type', 'scroll']);

/**
 * @param {Element | null} element null: `press`, `type` and `scroll` act on what has the focus, or
 *   on the page
 * @param {Act} act
 * @param {Hooks} hooks
 * @returns {Promise<Result>}
 */
export async function perform(element, act, hooks) {
  if (!Object.hasOwn(ACTIONS, act.do)) return refuse('bad_value', { detail: 'no such action' });
  if (element === null && !ANYWHERE.has(act.do)) return refuse('gone');
  return ACTIONS[act.do](element, act, hooks);
}
