//! `call_tool`: calls a tool that the page has registered for agents, if it is still the one that
//! was listed. A form that is a tool is filled in, and waits for the user unless it submits itself.

import { done, refuse } from '../action.js';
import { getAttribute, inputType, localName, matches } from '../../dom/dom.js';
import { modelContext, ownTools } from '../../tools/page-tools.js';
import { secretFields, secretValues, withoutValues } from '../checks/tool-secrets.js';
import { formElements } from '../dom-methods.js';

/** The time for an answer of the tool. */
const TIMEOUT_MS = 10_000;
/** The time after which a form is filled in. */
const FILLED_MS = 300;
/** Longer results are cut, in characters. */
const MAX_RESULT = 20_000;

/** @typedef {import('../action.js').ActionHooks} ActionHooks */
/** @typedef {import('../../tools/page-tools.js').OwnTool} OwnTool */

/**
 * @param {Element | null} _target
 * @param {import('../action.js').PageAction<'call_tool'>} action
 * @param {ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function callTool(_target, { arguments: args = {} }, hooks) {
  const before = await findTool(args, hooks);
  if ('refused' in before) return before;
  await hooks.begin();
  // The browser calls a tool by its name: the page may have exchanged it in the meantime.
  const found = await findTool(args, hooks);
  const context = modelContext();
  if ('refused' in found) return found;
  if (context === null) return refuse('tool_changed');
  const secrets = secretValues(hooks.roots());
  const aborts = new AbortController();
  const called = context.executeTool(found.tool, args, { signal: aborts.signal }).then(
    (result) => ({ result }),
    (error) => ({ threw: String(error) }),
  );
  const wait = (/** @type {number} */ milliseconds) =>
    hooks.hold(milliseconds).then(
      () => null,
      (error) => {
        aborts.abort();
        throw error;
      },
    );
  const early = await Promise.race([called, wait(FILLED_MS)]);
  if (early === null && found.forms.some(isFilledIn))
    return done('script', { hint: 'awaits_user' });
  const ended = early ?? (await Promise.race([called, wait(TIMEOUT_MS - FILLED_MS)]));
  if (ended === null) aborts.abort();
  const values = [...secrets, ...secretValues(hooks.roots())];
  return done('script', endOf(ended, values));
}

/**
 * @param {object} args
 * @param {ActionHooks} hooks
 * @returns {Promise<OwnTool | import('../action.js').RefusedResult>} the listed tool
 */
async function findTool(args, hooks) {
  const found = (await ownTools(hooks.roots())).find((each) => each.listed === hooks.listed);
  if (!found) return refuse('tool_changed');
  const secrets = found.forms.length ? secretFields(hooks.roots()) : [];
  const isRefused = found.forms
    .flatMap((form) => [...formElements.call(/** @type {HTMLFormElement} */ (form))])
    .filter((field) => Object.hasOwn(args, getAttribute.call(field, 'name')?.trim() ?? ''))
    .some((field) => secrets.includes(field) || isFileField(field));
  const detail = 'its form would fill a secret field or a file field';
  return isRefused ? refuse('bad_value', { detail }) : found;
}

/** @param {Element} field */
const isFileField = (field) =>
  localName.call(field) === 'input' && inputType.call(field) === 'file';

/** @param {Element} form @returns {boolean} a call has filled it in, and waits for the user */
function isFilledIn(form) {
  try {
    return matches.call(form, ':tool-form-active');
  } catch {
    return getAttribute.call(form, 'toolautosubmit') === null;
  }
}

/**
 * @param {{result: string | null} | {threw: string} | null} ended null: not in time
 * @param {string[]} secrets that the result must not have
 * @returns {{value?: string, length?: number, threw?: string}} `value`: as JSON
 */
function endOf(ended, secrets) {
  if (ended === null)
    return { threw: `no answer within ${TIMEOUT_MS / 1000} s; the page may go on with it` };
  if ('threw' in ended) return { threw: withoutValues(ended.threw, secrets).slice(0, MAX_RESULT) };
  const { result } = ended;
  const json = JSON.stringify(result === null ? null : withoutValues(result, secrets));
  return json.length > MAX_RESULT
    ? { value: json.slice(0, MAX_RESULT), length: json.length }
    : { value: json };
}
