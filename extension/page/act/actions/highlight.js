//! `highlight`: draws an outline around an element for two seconds.

import { done, refuse } from '../action.js';
import { outline } from '../pointer/outline.js';

const DURATION_MS = 2000;

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'highlight'>} _action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function highlight(element, _action, hooks) {
  await hooks.begin();
  return outline(element, DURATION_MS) ? done('script') : refuse('no_box');
}
