//! Executes actions on elements: consent, and the turn in the tab. Lists of actions are executed
//! only as far as the user need not be prompted.

import {
  ACTIONS_THAT_MAY_COMMIT,
  ACTIONS_THAT_SUBMIT,
  ACTIONS_THAT_UPLOAD,
} from '../../shared/actions.js';
import { ActorPort } from './actor-port.js';
import { documentOf, ElementActions } from './element-actions.js';
import { runActionsInTab } from './running-actions.js';
import { nextRequest } from './tab-effects.js';
import { mayEnterSecret } from '../policy/action-arguments.js';
import { HARMLESS } from '../../shared/effects.js';
import { permittedEffect, permitToAct, permitWithoutPrompt } from '../policy/permission.js';
import { inDocument } from '../reading/read-document.js';

/** @typedef {import('./element-actions.js').ActionAnswer} ActionAnswer */
/** @typedef {import('./element-actions.js').RuledAction} RuledAction */
/** @typedef {import('../../page/act/action.js').WirePageAction} WirePageAction */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/** @typedef {import('../policy/permission.js').ActionRequest} ActionRequest */
/** @typedef {import('../policy/permission.js').ElementActionRequest} ElementActionRequest */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/**
 * Runs work with a port to the element's document.
 * @typedef {<T>(work: (port: ActorPort) => Promise<T>) => Promise<T>} WithPort
 */

/**
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @returns {Promise<object>} the answer; rejects with a fault if nothing was executed
 */
export async function actOnElement(request, chosen) {
  const { consent = null, dryRun } = request.params;
  const [unprompted] = consent === null && !dryRun ? await execute([request], chosen) : [];
  if (unprompted) return answerOf(unprompted);
  const withPort = portOpener(request, chosen);
  const classified = {
    ...(await classify(request, withPort)),
    following: () => withPort((port) => followingOf(request, chosen, port)),
  };
  // A dry run executes nothing that the user could be asked for.
  const notNow = dryRun ? null : await permitToAct(classified);
  if (notNow !== null) return notNow;
  const [ended] = await execute([classified], chosen, true);
  return answerOf(ended);
}

/** @param {ActionAnswer} ended @returns {object} throws its fault */
function answerOf(ended) {
  if ('fault' in ended) throw ended.fault;
  return ended.answer;
}

/**
 * Executes a list of actions in one document, up to the first one that requires the user's consent
 * or is not executed.
 * @param {ElementActionRequest[]} requests
 * @param {ChosenTab} chosen
 * @returns {Promise<ActionAnswer[]>} of those that were executed, and of the first one and of the
 *   one that ended the list if it had begun; none if the first one requires consent. Rejects with a
 *   fault if the first one was not executed.
 */
export const actOnFields = (requests, chosen) => execute(requests, chosen);

/**
 * @param {ElementActionRequest[]} requests
 * @param {ChosenTab} chosen
 * @param {boolean} [isPermitted] the first one is permitted and has its effect; otherwise it is
 *   ruled on like the others
 * @returns {Promise<ActionAnswer[]>} none if the user would have to be prompted for the first one
 */
async function execute(requests, chosen, isPermitted = false) {
  const actions = new ElementActions(requests, chosen, (request, port) =>
    isPermitted && request === requests[0]
      ? permittedNow(request)
      : permittedUnprompted(request, port),
  );
  const ids = requests.map(({ params }) => params.id);
  return await runActionsInTab(ids, chosen.id, () => actions.run());
}

/**
 * @param {ElementActionRequest} request that was permitted. The policy may have changed while it
 *   waited for its turn.
 * @returns {Promise<RuledAction>}
 */
const permittedNow = async (request) => ({ request, allowed: await permittedEffect(request) });

/**
 * @param {ElementActionRequest} request
 * @param {ActorPort} port
 * @returns {Promise<RuledAction | null>} null: the user would have to be prompted. Rejects if the
 *   action is forbidden.
 */
async function permittedUnprompted(request, port) {
  const classified = await classify(request, (work) => work(port));
  const allowed = await permitWithoutPrompt(classified);
  return allowed && { request: classified, allowed };
}

/**
 * @param {ElementActionRequest} request
 * @param {WithPort} withPort
 * @returns {Promise<ElementActionRequest>} with its effect
 */
async function classify(request, withPort) {
  const { node } = request.target;
  return {
    ...request,
    effect: await effectOf(request, withPort),
    // A field is secret also if the document does not respond.
    isSecret: () => withPort((port) => port.isSecret(node)).catch(() => true),
  };
}

/**
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @param {ActorPort} port to its document
 * @returns {Promise<ActionRequest[]>} the next actions of its request with their effects
 */
async function followingOf(request, chosen, port) {
  /** @type {ActionRequest[]} */
  const following = [];
  // Rounds of a loop often have the same action on the same element.
  /** @type {Map<string, ElementActionRequest>} */
  const classified = new Map();
  for (const params of request.params.next ?? []) {
    const { act, target } = params;
    if (!target) {
      const onTab = await nextRequest(request, params, chosen);
      if (onTab) following.push(onTab);
      continue;
    }
    const same = JSON.stringify([act, target]);
    const next =
      classified.get(same) ??
      (await withSecrecy(await classify({ ...request, params, target }, (work) => work(port))));
    classified.set(same, next);
    following.push({ ...next, params });
  }
  return following;
}

/**
 * @param {ElementActionRequest} request
 * @returns {Promise<ElementActionRequest>} for which it is determined whether its field is secret
 */
async function withSecrecy(request) {
  const isSecret = mayEnterSecret(request.params.act) && (await request.isSecret());
  return { ...request, isSecret: async () => isSecret };
}

/**
 * @param {ElementActionRequest} request
 * @param {WithPort} withPort
 * @returns {Promise<Effect>} for some actions the document determines it
 */
async function effectOf({ params: { act }, target }, withPort) {
  if (ACTIONS_THAT_UPLOAD.has(act.action)) return { ...HARMLESS, kind: 'upload' };
  if (ACTIONS_THAT_SUBMIT.has(act.action)) return { ...HARMLESS, kind: 'submit' };
  if (!ACTIONS_THAT_MAY_COMMIT.has(act.action)) return HARMLESS;
  return await withPort((port) => port.effect(/** @type {WirePageAction} */ (act), target.node));
}

/**
 * @param {ElementActionRequest} request
 * @param {ChosenTab} chosen
 * @returns {WithPort} with a port of its own
 */
const portOpener =
  ({ target, deadline }, chosen) =>
  (work) =>
    inDocument(chosen, documentOf(target), deadline, async (page) => {
      const port = await ActorPort.open(page);
      try {
        return await work(port);
      } finally {
        port.close();
      }
    });
