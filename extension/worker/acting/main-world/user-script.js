//! Executes a script of an agent in the world of the page's scripts, where it has the rights of the
//! page. The user has to allow that in the options, and with a switch of Chrome.

import * as browserApi from '../../../shared/browser-api.js';
import { fieldsOf } from '../../../shared/fields.js';
import { Fault } from '../../faults.js';

/** Longer values are truncated, in characters of their JSON. */
const MAX_VALUE_LEN = 20_000;
const MAX_ERROR_LEN = 500;
/** The time reserved for the report after the script, if the deadline allows it. */
const MAX_REPORT_MS = 500;

/** @typedef {{value?: string, length?: number, threw?: string}} ScriptResult */

/** @param {string} script @returns {string} the body of a function; an expression is returned */
function bodyOf(script) {
  const expression = script.trim().replace(/;$/, '');
  return /[;\n]|^(return|throw|if|for|while|const|let|var)\b/.test(expression)
    ? script
    : `return (${expression}\n);`;
}

/** @param {string} script @returns {string} */
const codeOf = (script) => `(async () => {
  const value = await (async () => {${bodyOf(script)}
})();
  const json = JSON.stringify(value) ?? 'null';
  return { json: json.slice(0, ${MAX_VALUE_LEN}), length: json.length };
})().catch((error) => ({ threw: String(error).slice(0, ${MAX_ERROR_LEN}) }))`;

const disabled = () =>
  new Fault(
    'user_scripts_disabled',
    "Scripts of agents are disabled: in Axlens's options, or in Chrome by the switch “Allow user scripts”.",
  );

/**
 * @param {number} tab
 * @param {string} document
 * @param {string} script the body of a function, or one expression
 * @param {() => Promise<void>} begin called right before the script is executed
 * @param {import('../../deadline.js').Deadline} deadline
 * @returns {Promise<ScriptResult>} `value`: JSON; `length`: of the whole JSON if it was truncated
 */
export async function runScript(tab, document, script, begin, deadline) {
  if (!(await browserApi.scriptsPermission.has())) throw disabled();
  await begin();
  const left = deadline.left();
  const timeoutMs = left - Math.min(MAX_REPORT_MS, left / 4);
  const timeout = new Promise((resolve) => setTimeout(() => resolve('timeout'), timeoutMs));
  const execution = browserApi.runUserScript(tab, document, codeOf(script));
  const response = await Promise.race([execution, timeout]);
  if (response === null) throw disabled();
  if (response === 'timeout')
    return { threw: 'The script did not end in time, and continues in the page.' };
  return resultOf(/** @type {{error?: string, result?: unknown}} */ (response));
}

/** @param {{error?: string, result?: unknown}} response @returns {ScriptResult} */
function resultOf({ error, result }) {
  if (error !== undefined) return { threw: error.slice(0, MAX_ERROR_LEN) };
  const { json, length, threw } = fieldsOf(result);
  if (threw !== undefined) return { threw: String(threw) };
  // Chrome does not report the position of a syntax error.
  if (typeof json !== 'string') return { threw: 'SyntaxError: the script was not executed.' };
  return Number(length) > MAX_VALUE_LEN ? { value: json, length: Number(length) } : { value: json };
}
