//! `call_tool`: calls a tool that the page has registered for agents, if it is still the one that
//! was listed. A form that is a tool is filled in, and waits for the user unless it submits itself.

import { done, refuse } from '../action.js';
import { fieldGetters, hasAttribute, querySelectorAll } from '../../dom/dom.js';
import { modelContext, ownTools } from '../../tools/page-tools.js';
import { isSecret } from '../checks/secrets.js';
import { formElements } from '../dom-methods.js';
import { isTextField } from '../editing/fields.js';

/** The time for an answer of the tool. */
const TIMEOUT_MS = 10_000;
/** The time in which a form is filled in. */
const FILLED_MS = 300;
/** Longer results are cut, in characters. */
const MAX_RESULT = 20_000;
/** A shorter secret is part of too many other texts. */
const MIN_SECRET = 4;

/**
 * @param {Element | null} _target
 * @param {import('../action.js').PageAction<'call_tool'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function callTool(_target, { arguments: args = {} }, hooks) {
  const { listed } = hooks;
  const found = (await ownTools()).find((each) => each.listed === listed);
  const context = modelContext();
  if (!found || context === null) return refuse('tool_changed');
  const secret = found.form && secretFieldOf(found.form, args);
  if (secret) return refuse('bad_value', { detail: `“${secret}” is a secret field of its form` });
  await hooks.begin();
  const aborts = new AbortController();
  const called = context.executeTool(found.tool, args, { signal: aborts.signal }).then(
    (result) => ({ result }),
    (error) => ({ threw: String(error).slice(0, MAX_RESULT) }),
  );
  const waitsForUser = found.form !== null && !hasAttribute.call(found.form, 'toolautosubmit');
  const limit = hooks.hold(waitsForUser ? FILLED_MS : TIMEOUT_MS).then(() => null);
  const ended = await Promise.race([called, limit]);
  if (ended === null && waitsForUser) return done('script', { hint: 'awaits_user' });
  if (ended === null) {
    aborts.abort();
    const threw = `no answer within ${TIMEOUT_MS / 1000} s; the page may go on with it`;
    return done('script', { threw });
  }
  return done('script', 'threw' in ended ? { threw: ended.threw } : valueOf(ended.result));
}

/**
 * @param {Element} form
 * @param {object} args by the names of its fields
 * @returns {string | undefined} the name of the first secret field that they would fill
 */
function secretFieldOf(form, args) {
  const fields = [...formElements.call(/** @type {HTMLFormElement} */ (form))];
  const named = /** @type {{name?: string}[]} */ (fields);
  const index = fields.findIndex(
    (field, at) => Object.hasOwn(args, named[at].name ?? '') && isSecret(field),
  );
  return named.at(index)?.name === undefined || index < 0 ? undefined : named[index].name;
}

/** @param {string | null} result @returns {{value: string, length?: number}} as JSON */
function valueOf(result) {
  const json = JSON.stringify(withoutSecrets(result ?? null));
  return json.length > MAX_RESULT
    ? { value: json.slice(0, MAX_RESULT), length: json.length }
    : { value: json };
}

/** @param {string | null} result @returns {string | null} */
function withoutSecrets(result) {
  if (result === null) return null;
  const fields = [...querySelectorAll.document.call(document, 'input, textarea')];
  const values = fields
    .filter((field) => isTextField(field) && isSecret(field))
    .map((field) => fieldGetters(field).value.call(field))
    .filter((value) => value.length >= MIN_SECRET);
  return values.reduce((text, value) => text.replaceAll(value, '[REDACTED]'), result);
}
