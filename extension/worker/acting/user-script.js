//! Runs a script of an agent's in the page's own world, where the user has allowed that: in the
//! options, and by a switch of Chrome's. It can do and read whatever the page can.

import * as browserApi from '../../shared/browser-api.js';
import { Fault } from '../faults.js';

/** Longer values are cut, in characters of their JSON. */
const MAX_VALUE_LEN = 20_000;
const MAX_ERROR_LEN = 500;
/** Milliseconds left for the look at the page afterwards, and for the answer's way: at most. */
const AFTERWARDS = 500;

/** @param {string} script @returns {string} what stands alone is what is asked for */
function bodyOf(script) {
  const alone = script.trim().replace(/;$/, '');
  return /[;\n]|^(return|throw|if|for|while|const|let|var)\b/.test(alone)
    ? script
    : `return (${alone}\n);`;
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
    "Scripts of agents are switched off: in Axlens's options, or in Chrome by “Allow user scripts”.",
  );

/**
 * @param {number} tab
 * @param {string} document
 * @param {string} script the body of a function, or one expression
 * @param {() => Promise<void>} begin called right before it is run
 * @param {import('../deadline.js').Deadline} deadline
 * @returns {Promise<{value?: string, length?: number, threw?: string}>} `value`: JSON; `length`: of
 *   all of it, where it was cut
 */
export async function runScript(tab, document, script, begin, deadline) {
  if (!(await browserApi.hasScriptsPermission())) throw disabled();
  await begin();
  const left = deadline.left();
  const patience = left - Math.min(AFTERWARDS, left / 4);
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), patience));
  const came = await Promise.race([browserApi.runUserScript(tab, document, codeOf(script)), late]);
  if (came === null) throw disabled();
  if (came === 'late') return { threw: 'It had not ended in time, and goes on in the page.' };
  const { error, result } = /** @type {{error?: string, result?: any}} */ (came);
  if (error !== undefined) return { threw: error.slice(0, MAX_ERROR_LEN) };
  if (result?.threw !== undefined) return { threw: String(result.threw) };
  // Chrome does not say what is wrong with one that it can't read.
  if (typeof result?.json !== 'string') return { threw: 'SyntaxError: nothing of it was run.' };
  const { json, length } = result;
  return length > MAX_VALUE_LEN ? { value: json, length } : { value: json };
}
