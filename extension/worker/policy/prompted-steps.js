//! The steps of a consent prompt: the action that needs consent, and the next ones of its request.

import * as browserApi from '../../shared/browser-api.js';
import { argumentsOf, mayEnterSecret } from './action-arguments.js';
import { consequencesOf } from './consequences.js';

/** @typedef {import('./permission.js').ActionRequest} ActionRequest */
/**
 * A step that a prompt may show. `isSecret`: its text is for a secret field; `leavesText`: it
 * leaves a page with a text that was entered.
 * @typedef {{request: ActionRequest, isSecret: boolean, leavesText: boolean}} Step
 */
/**
 * A step as the window shows it. `line`: the element's line in a snapshot, `ontoLine` of the
 * element that it is dragged to, both empty without one; `times`: how often it is executed, one
 * after the other; `perhaps`: a condition decides whether it is.
 * @typedef {{action: string, arguments: import('./action-arguments.js').ActionArgument[],
 *   consequences: import('./consequences.js').Consequence[], line: string, ontoLine: string,
 *   times: number, perhaps: boolean}} PromptedStep
 */

/**
 * @param {ActionRequest} request that needs consent
 * @returns {Promise<Step[]>} it and the next actions, with what their page has to report of them
 */
export async function stepsOf(request) {
  const requests = [request, ...(await request.following())];
  const entersText = requests.map(({ params }) => mayEnterSecret(params.act));
  return await Promise.all(
    requests.map(async (each, index) => ({
      request: each,
      isSecret: entersText[index] && (await each.isSecret()),
      leavesText:
        each.effect.kind === 'leave' &&
        (entersText.slice(0, index).includes(true) || (await hasEnteredText(each.tab))),
    })),
  );
}

/**
 * @param {number} tab
 * @returns {Promise<boolean>} false also if the page cannot be examined
 */
const hasEnteredText = (tab) => browserApi.hasEnteredText(tab).catch(() => false);

/**
 * @param {Step[]} steps
 * @returns {PromptedStep[]} the answers to dialogs are shown once, and so is what the rounds of a
 *   loop do one after the other
 */
export function shownSteps(steps) {
  /** @type {PromptedStep[]} */
  const prompted = [];
  for (const [index, step] of steps.entries()) {
    const next = shownStep(step, index === 0);
    const last = prompted.at(-1);
    if (last && isRepeated(steps[index - 1], step) && isSame(last, next)) last.times += 1;
    else prompted.push(next);
  }
  return prompted;
}

/** @param {Step} before @param {Step} after @returns {boolean} they are one action in a loop */
function isRepeated({ request: { params: before } }, { request: { params: after } }) {
  const isInLoop = typeof before.repeated === 'string' && typeof after.repeated === 'string';
  const what = (/** @type {typeof before} */ { act, target }) => JSON.stringify([act, target]);
  return isInLoop && what(before) === what(after);
}

/** @param {Step} step @param {boolean} isFirst @returns {PromptedStep} */
function shownStep({ request: { effect, params }, isSecret, leavesText }, isFirst) {
  const dialogs = isFirst ? params.dialogs : null;
  return {
    action: params.act.action,
    arguments: argumentsOf(params.act, dialogs, isSecret),
    consequences: consequencesOf({ effect, params: { ...params, dialogs } }, leavesText),
    line: params.line,
    ontoLine: params.ontoLine ?? '',
    times: 1,
    perhaps: params.perhaps ?? false,
  };
}

/** @param {PromptedStep} a @param {PromptedStep} b @returns {boolean} without how often, and if */
const isSame = (a, b) =>
  JSON.stringify({ ...a, times: 0, perhaps: false }) ===
  JSON.stringify({ ...b, times: 0, perhaps: false });
