//! Whether an agent may execute an action: by the policy of the document's site and of the tab's
//! site, and if the policy requires it, by the user's consent.

import { EVERY_SITE } from '../../shared/sites.js';
import { reachedSites, rulingOn } from './effect.js';
import { mayUseTab } from '../acting/claims.js';
import { requestConsent } from './consent.js';
import { permissionDenied, staleUid } from '../faults.js';
import { addInherited, allowedFrames, siteOfFrame } from '../browser/frames.js';
import { dropPermits, givePermit, usePermit } from './permits.js';
import { allowsUnattended, grant, levelOfSite } from './policy.js';
import { chooseTab } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../types/protocol').AuditNote} AuditNote */
/** @typedef {import('../../types/protocol').Consent} ConsentOutcome */
/** @typedef {import('../../types/protocol').InteractParams} InteractParams */
/** @typedef {import('./effect.js').ReachedSite} ReachedSite */
/**
 * The place of an action. `sites`: of the document and of the tab; `frame`: Chrome's id of the
 * frame that contains `document`.
 * @typedef {{sites: import('./effect.js').SitesOfPlace, frame: number, document: string,
 *   isIncognito: boolean}} Where
 */
/**
 * The context of a query. `unattended`: whether there is no user to prompt; `waiting`: tells the
 * server whether the query waits for the user; `signal`: aborted when no client waits for the
 * answer any more; `note`: adds to the audit log.
 * @typedef {{unattended: () => boolean, waiting: (isWaiting: boolean) => void,
 *   signal: AbortSignal, note: (more: AuditNote) => void}} QueryContext
 */
/**
 * An action and its context. `where`: determines the place each time it is called, and rejects if
 * the document was removed.
 * @typedef {QueryContext & {agent: QueryAgent, params: InteractParams, tab: number,
 *   deadline: Deadline, effect: import('./effect.js').Effect, where: () => Promise<Where>}}
 *   ActionRequest
 */
/** @typedef {ActionRequest & {target: import('../../types/protocol').NodeHandle}}
 *   ElementActionRequest */

const POLICY_HINT =
  "Ask the user to allow it: Axlens's options have the policy of each site and the agents' tokens.";
const TOKEN_HINT =
  'Ask the user for a token with the scope `act`, or leave the action to them. You can still read.';

/**
 * Checks whether an action is allowed. If it requires the user's consent, prompts the user.
 * @param {ActionRequest} request
 * @returns {Promise<string | null>} null: it is allowed now; otherwise the user has consented, but
 *   time has passed: a permit with which the action has to be requested again. Rejects with a fault
 *   if the action is not allowed.
 */
export async function permitToAct(request) {
  const { params, signal, note } = request;
  const action = permittedAction(request);
  const permit = params.consent ?? null;
  const isPermitted = permit !== null && usePermit(permit, action);
  const { allowed, where, undecided } = await ruleNow(request);
  // The outcome of the prompt for a permit is already in the audit log.
  if (allowed && permit === null) note({ consent: allowed });
  if (allowed || isPermitted) return null;
  // The user is not prompted twice for one action.
  if (permit !== null) throw permitRefused();
  // No `await` between the ruling and the prompt: the user could answer another prompt for the same
  // action in between.
  const scope = await promptUser(request, where, undecided);
  if (signal.aborted) throw staleUid();
  if (scope === 'site') for (const site of undecided) await grant(request.agent, site);
  if (scope === 'agent') await grant(request.agent, EVERY_SITE);
  // In the meantime the document or the policy may have changed.
  await mayActNow(request);
  return givePermit(action);
}

const permitRefused = () =>
  permissionDenied(
    'The action was not executed: the page has changed what it would do since the user allowed it, or the consent has expired.',
    'Read the page, then request the action again.',
  );

/**
 * @param {ActionRequest} request that was not executed, so that its permit was not used
 * @returns {{permit?: string}} another permit if the request had one
 */
export const permitAgain = (request) =>
  (request.params.consent ?? null) === null ? {} : { permit: givePermit(permittedAction(request)) };

/** Revokes all permits. */
export const forgetPermits = () => dropPermits();

/**
 * @param {ActionRequest} request
 * @returns {Promise<ConsentOutcome | null>} why no prompt is necessary; null if one is. Rejects if
 *   the action is forbidden, or the document was removed.
 */
export const mayActNow = async (request) => (await ruleNow(request)).allowed;

/**
 * `allowed`: why no prompt is necessary, null if one is; `undecided`: the sites that require one.
 * @typedef {{allowed: ConsentOutcome | null, undecided: string[]}} Permission
 */

/**
 * @param {ActionRequest} request
 * @returns {Promise<Permission & {where: Where}>}
 */
async function ruleNow(request) {
  await mayUseTab(request.tab, request.agent);
  const where = await request.where();
  return { ...permissionAt(request, where), where };
}

/**
 * @param {ActionRequest} request
 * @param {Where} where
 * @returns {Permission} throws if the action is forbidden there
 */
function permissionAt(request, { sites, isIncognito }) {
  const { agent, effect, params, note } = request;
  const reached = reachedSites(params.act.action, sites, effect);
  const unattended = request.unattended() && allowsUnattended();
  const ruled = rulingOn(reached, { agent, kind: effect.kind, unattended });
  const noted = ruled.rule === 'forbidden' ? ruled.at : mainSite(reached);
  if (!isIncognito && noted && noted.site !== null) note({ site: noted.site });
  switch (ruled.rule) {
    case 'forbidden':
      throw forbidden(agent, ruled.at);
    case 'ask':
      return { allowed: null, undecided: ruled.sites.map(({ site }) => site ?? '') };
    case 'unattended':
      return { allowed: 'unattended', undecided: [] };
    case 'act': {
      const isGranted = reached.some(({ site }) => levelOfSite(site) === 'ask');
      return { allowed: isGranted ? 'granted' : 'policy', undecided: [] };
    }
  }
}

/** @param {ReachedSite[]} reached @returns {ReachedSite | undefined} the one of the audit log */
const mainSite = (reached) =>
  reached.find(({ role }) => role === 'document') ??
  reached.find(({ role }) => role === 'destination') ??
  reached.at(0);

/**
 * @param {number} tab
 * @param {QueryAgent} agent
 * @param {string} document
 * @returns {Promise<Where>} according to Chrome's current list of documents
 */
export async function whereIs(tab, agent, document) {
  const chosen = await chooseTab(tab, agent);
  const frames = await allowedFrames(chosen);
  await addInherited(chosen.tab, frames[0]);
  const at = frames.find((frame) => frame.document === document);
  if (!at) throw staleUid();
  if (at.refused) throw at.refused;
  const [site, top] = [siteOfFrame(at, frames), siteOfFrame(frames[0], frames)];
  const place = { frame: at.frame, document, isIncognito: chosen.tab.incognito };
  return { ...place, sites: { document: site, tab: top } };
}

/**
 * Prompts the user. The time of the query stops in the meantime.
 * @param {ActionRequest} request
 * @param {Where} where
 * @param {string[]} sites that require consent
 */
async function promptUser(request, { frame, document, isIncognito }, sites) {
  const { agent, params, tab, deadline, waiting, signal, note } = request;
  const action = {
    agent,
    site: sites[0] ?? '',
    // Sites of incognito windows are not stored.
    mayKeepSite: !isIncognito,
    action: params.act.action,
    answers: params.dialogs !== undefined,
    line: params.line,
    tab,
    frame,
    document,
  };
  deadline.hold();
  waiting(true);
  try {
    return await requestConsent(action, {
      signal,
      onOpen: () => waiting(true),
      onOutcome: (outcome) => note({ consent: outcome }),
    });
  } finally {
    waiting(false);
    deadline.release();
  }
}

/** @param {ActionRequest} request @returns {import('./permits.js').PermittedAction} */
const permittedAction = ({ agent, params, tab, effect }) => ({
  agent: agent.id,
  tab,
  document: params.target?.document ?? '',
  node: params.target?.node ?? 0,
  act: JSON.stringify([params.act, params.dialogs, effect]),
});

/**
 * @param {QueryAgent} agent
 * @param {import('./effect.js').RuledSite} at the site that forbids the action
 */
function forbidden(agent, { role, site, level }) {
  const name = JSON.stringify(agent.name);
  if (agent.scope === 'read')
    return permissionDenied(`The token of agent ${name} allows only reading.`, TOKEN_HINT);
  if (role !== 'destination')
    return permissionDenied(
      `The policy of this browser allows agent ${name} to read ${site ?? 'the page'}, but not to act there.`,
      POLICY_HINT,
    );
  // An agent does not learn which sites are blocked.
  const page = level === 'block' || site === null ? 'a page' : site;
  return permissionDenied(
    `Nothing was sent: the action would load ${page} where the policy of this browser or the token of agent ${name} allows no actions.`,
    POLICY_HINT,
  );
}
