//! Whether an agent may execute an action: by the policy of the document's site and of the tab's
//! site, and if the policy requires it, by the user's consent.

import { EVERY_SITE } from '../../shared/sites.js';
import { forgetDenials, isBanned, pauseFor } from './denials.js';
import { reachedSites, rulingOn } from './effect.js';
import { grant, noteUse } from './grants.js';
import { mayUseTab } from '../acting/claims.js';
import { contextsNamed } from './named-contexts.js';
import { requestConsent } from './consent.js';
import { shownSteps, stepsOf } from './prompted-steps.js';
import { agentLabel, permissionDenied, staleUid } from '../faults.js';
import { addInherited, siteOfFrame } from '../browser/frames.js';
import { knownFrames } from '../reading/last-read.js';
import { dropPermits, givePermit, isPermittedById, permitById, usePermit } from './permits.js';
import { allowsUnattended, levelOfSite } from './policy.js';
import { chooseTab } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../types/protocol').AuditNote} AuditNote */
/** @typedef {import('../../types/protocol').Consent} ConsentOutcome */
/** @typedef {import('../../types/protocol').InteractParams} InteractParams */
/** @typedef {import('./effect.js').ReachedSite} ReachedSite */
/** @typedef {import('../../shared/effects.js').Effect} Effect */
/** `tabs`: the other tabs that its names mean.
 * @typedef {Effect & {tabs: number[]}} PermittedEffect */
/**
 * The place of an action. `sites`: of the document and of the tab; `frame`: Chrome's id of the
 * frame that contains `document`; `named`: the names whose sites are among them, in these `tabs`.
 * @typedef {{sites: import('./effect.js').SitesOfPlace, frame: number, document: string,
 *   isIncognito: boolean, named?: string[], tabs?: number[]}} Where
 */
/**
 * The context of a query. `unattended`: whether there is no user to prompt; `waiting`: tells the
 * server whether the query waits for the user; `signal`: aborted when no client waits for the
 * answer any more; `note`: adds to the audit log.
 * @typedef {{unattended: () => boolean, waiting: (isWaiting: boolean) => void,
 *   signal: AbortSignal, note: (more: AuditNote) => void}} QueryContext
 */
/**
 * An action and its context. `isSecret`: whether the action enters text into a secret field, also
 * if this is unknown; `where`: determines the place each time it is called, and rejects if the
 * document was removed; `following`: the next actions of the same request, with their effects.
 * @typedef {QueryContext & {agent: QueryAgent, params: InteractParams, tab: number,
 *   deadline: Deadline, effect: Effect, isSecret: () => Promise<boolean>,
 *   where: () => Promise<Where>, following: () => Promise<ActionRequest[]>}} ActionRequest
 */
/** @typedef {ActionRequest & {target: import('../../types/protocol').NodeHandle}}
 *   ElementActionRequest */

const POLICY_HINT =
  "Ask the user to allow it: Axlens's options have the policy of each site and the agents' tokens.";
const TOKEN_HINT =
  'Ask the user for a token with the scope `act`, or leave the action to them. You can still read.';
const BAN_HINT =
  "Do not repeat the action. Tell the user that Axlens's popup and options list this denial, and that they can lift it there. You can still read.";
const PAUSE_HINT =
  "Do not repeat the action before. Tell the user what you want to do there and why: they can end the pause in Axlens's popup or options.";

/**
 * Why an action is not executed now. `consented`: the user has consented, but time has passed: a
 * permit with which the action has to be requested again; `unlisted`: the user has to be prompted,
 * and the query has to list the next actions for that.
 * @typedef {{consented: string} | {unlisted: {}}} NotNow
 */

/**
 * Checks whether an action is allowed. If it requires the user's consent, prompts the user.
 * @param {ActionRequest} request
 * @returns {Promise<NotNow | null>} null: it is allowed now. Rejects with a fault if the action is
 *   not allowed.
 */
export async function permitToAct(request) {
  const permit = request.params.consent ?? null;
  if (permit !== null) return await checkPermit(request, permit);
  const permission = await ruleNow(request);
  const allowed = permission.allowed ?? outcomeById(request, permission);
  if (allowed) return noteAllowed(request, { ...permission, allowed });
  if (request.params.unlisted) return { unlisted: {} };
  const consented = await requestPermit(request);
  return consented === null ? null : { consented };
}

/**
 * As `permitToAct`, but never prompts the user.
 * @param {ActionRequest} request without a permit
 * @returns {Promise<PermittedEffect | null>} the effect that its events may have, see
 *   `permittedEffect`; null: the user would have to be prompted. Rejects with a fault if the action
 *   is not allowed.
 */
export async function permitWithoutPrompt(request) {
  const permission = await ruleNow(request);
  const allowed = permission.allowed ?? outcomeById(request, permission);
  if (!allowed) return null;
  noteAllowed(request, { ...permission, allowed });
  return permittedEffectAt(request, permission.where);
}

/**
 * @param {ActionRequest} request
 * @param {PermissionThere} permission
 * @returns {ConsentOutcome | null} of the prompt for its request
 */
function outcomeById(request, { undecided, where }) {
  const action = permittedLater(request, where);
  return isPermittedById(request.params.id, action, undecided) ? 'allowed_once' : null;
}

/**
 * @param {ActionRequest} request
 * @param {string} permit
 * @returns {Promise<null>} rejects unless the permit is valid, or none is required any more
 */
async function checkPermit(request, permit) {
  const isPermitted = usePermit(permit, permittedAction(request));
  const allowed = await mayActNow(request);
  // The user is not prompted twice for one action. The outcome of the prompt for this permit is
  // already in the audit log.
  if (!allowed && !isPermitted) throw permitRefused();
  return null;
}

/** @param {ActionRequest} request @param {Permission} permission which requires no prompt */
function noteAllowed({ agent, note }, { allowed, granted }) {
  if (allowed) note({ consent: allowed });
  if (granted.length) void noteUse(granted, agent);
  return null;
}

/**
 * @param {ActionRequest} request that requires the user's consent
 * @returns {Promise<string | null>} a permit; null: the action is allowed in the meantime
 */
async function requestPermit(request) {
  const { agent, signal, deadline } = request;
  const known = await stepsOf(request);
  const { where, ...permission } = await ruleNow(request);
  if (permission.allowed) return noteAllowed(request, permission);
  // No `await` between the ruling and the prompt: the user could answer another prompt for the same
  // action in between.
  const sites = permission.undecided;
  ensureNoPause(request, sites);
  const [first, ...next] = known;
  const steps = [first, ...next.filter(({ request: each }) => asksFor(each, where, sites))];
  const scope = await promptUser(request, where, sites, steps);
  await forgetDenials(agent, sites);
  if (signal.aborted) throw staleUid();
  if (scope === 'site') for (const site of sites) await grant(agent, site);
  if (scope === 'agent') await grant(agent, EVERY_SITE);
  // In the meantime the document or the policy may have changed.
  await mayActNow(request);
  // A grant already covers the others, until the user revokes it.
  const others = scope === 'once' ? steps.slice(1) : [];
  for (const { request: each } of others)
    permitById(each.params.id, permittedLater(each, where), sites, deadline.left());
  return givePermit(permittedAction(request));
}

/**
 * @param {ActionRequest} request
 * @param {Where} where
 * @param {string[]} sites
 * @returns {boolean} whether it requires consent for no other sites than these
 */
function asksFor(request, where, sites) {
  const { named = [] } = where;
  if (!request.effect.targets.every((name) => named.includes(name))) return false;
  try {
    const { undecided } = permissionAt({ ...request, note: () => {} }, where);
    return undecided.every((site) => sites.includes(site));
  } catch {
    // It is forbidden, which its own request reports.
    return false;
  }
}

/**
 * Throws if the user is not prompted at present, because they have denied other actions.
 * @param {ActionRequest} request
 * @param {string[]} sites
 */
function ensureNoPause({ agent, note }, sites) {
  const pause = pauseFor(agent, sites);
  if (!pause) return;
  note({ consent: 'denied_before' });
  const where = pause.site === EVERY_SITE ? 'several sites' : pause.site;
  const seconds = Math.ceil((pause.until - Date.now()) / 1000);
  throw permissionDenied(
    `The user has repeatedly denied or not answered requests of ${agentLabel(agent)} to act on ${where}. They are denied without a prompt until ${new Date(pause.until).toISOString()}, in ${seconds} s.`,
    PAUSE_HINT,
  );
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
 * @param {ActionRequest} request
 * @returns {Promise<PermittedEffect>} the effect that its events may have:
 *   the one that was ruled, and if that requires no consent, also that of a form of the same sites.
 *   Which elements some actions click is known only when a list is open. Rejects if the action is
 *   forbidden, or the document was removed.
 */
export async function permittedEffect(request) {
  const { where } = await ruleNow(request);
  return permittedEffectAt(request, where);
}

/** @param {ActionRequest} request @param {Where} where @returns {PermittedEffect} */
function permittedEffectAt(request, where) {
  const effect = { ...request.effect, kind: /** @type {const} */ ('submit') };
  const { allowed } = permissionAt({ ...request, effect, note: () => {} }, where);
  return { ...(allowed === null ? request.effect : effect), tabs: where.tabs ?? [] };
}

/**
 * `allowed`: why no prompt is necessary, null if one is; `undecided`: the sites that require one;
 * `granted`: those for which a grant is used.
 * @typedef {{allowed: ConsentOutcome | null, undecided: string[], granted: string[]}} Permission
 */

/** @typedef {Permission & {where: Where}} PermissionThere */

/**
 * @param {ActionRequest} request
 * @returns {Promise<PermissionThere>}
 */
async function ruleNow(request) {
  await mayUseTab(request.tab, request.agent);
  const where = await withNamed(request, await request.where());
  return { ...permissionAt(request, where), where };
}

/**
 * @param {ActionRequest} request
 * @param {Where} where
 * @returns {Promise<Where>} with the sites of the tabs and frames that its effect names. Rejects if
 *   another agent has claimed one of these tabs.
 */
async function withNamed({ effect, tab, agent }, where) {
  const named = effect.targets;
  if (!named.length) return where;
  const { sites, tabs } = await contextsNamed(named, { tab, document: where.document });
  await Promise.all(tabs.map((each) => mayUseTab(each, agent)));
  return { ...where, named, tabs, sites: { ...where.sites, targets: sites } };
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
  if (ruled.rule !== 'forbidden') ensureNotBanned(request, reached);
  switch (ruled.rule) {
    case 'forbidden':
      throw forbidden(agent, ruled.at);
    case 'ask':
      return { allowed: null, undecided: ruled.sites.map(({ site }) => site ?? ''), granted: [] };
    case 'unattended':
      return { allowed: 'unattended', undecided: [], granted: [] };
    case 'act': {
      const granted = reached.filter(({ site }) => levelOfSite(site) === 'ask');
      const allowed = granted.length ? 'granted' : 'policy';
      return { allowed, undecided: [], granted: granted.map(({ site }) => site ?? '') };
    }
  }
}

/**
 * Throws if the user has denied all actions of the agent on one of the sites.
 * @param {ActionRequest} request
 * @param {ReachedSite[]} reached
 */
function ensureNotBanned({ agent, note }, reached) {
  const banned = reached.find(({ site }) => isBanned(agent, site));
  if (!banned) return;
  note({ consent: 'denied_before' });
  throw permissionDenied(
    `The user has denied all actions of ${agentLabel(agent)} on ${banned.site}.`,
    BAN_HINT,
  );
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
 * @returns {Promise<Where>} according to Chrome's current list of documents. A frame that is not
 *   listed has the site of its origin, or of the document around it.
 */
export async function whereIs(tab, agent, document) {
  const chosen = await chooseTab(tab, agent);
  const frames = await knownFrames(chosen);
  await addInherited(chosen.tab, frames[0]);
  const at = frames.find((frame) => frame.document === document);
  if (!at) throw staleUid();
  if (at.refused) throw at.refused;
  const [site, top] = [siteOfFrame(at, frames), siteOfFrame(frames[0], frames)];
  // A frame that Chrome does not list, of which not even the place is known.
  if (site === null && at !== frames[0]) throw staleUid();
  const place = { frame: at.frame, document, isIncognito: chosen.tab.incognito };
  return { ...place, sites: { document: site, tab: top } };
}

/**
 * Prompts the user. The time of the query stops in the meantime.
 * @param {ActionRequest} request
 * @param {Where} where
 * @param {string[]} sites that require consent
 * @param {import('./prompted-steps.js').Step[]} steps the action, and the next ones of its request
 */
async function promptUser(request, { frame, document, isIncognito }, sites, steps) {
  const { agent, params, tab, deadline, waiting, signal, note } = request;
  const action = {
    agent,
    sites,
    // Sites of incognito windows are not stored.
    mayKeepSites: !isIncognito && sites.every((site) => site !== ''),
    steps: shownSteps(steps),
    later: (params.next ?? []).length + (params.later ?? 0) - (steps.length - 1),
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
  element: JSON.stringify([params.target?.document, params.target?.node]),
  act: JSON.stringify([params.act, params.dialogs]),
  isExact: true,
  effect,
});

/**
 * @param {ActionRequest} request after the one that the user was prompted for
 * @param {Where} where
 * @returns {import('./permits.js').PermittedAction} in a loop, the page may have replaced the
 *   element. What a tab shows before it loads a page can be another page then.
 */
function permittedLater(request, { sites }) {
  const exact = permittedAction(request);
  const { target, repeated } = request.params;
  if (!target) return { ...exact, isExact: false };
  if (typeof repeated !== 'string') return exact;
  const element = JSON.stringify([repeated, sites.document, sites.tab]);
  return { ...exact, element, isExact: false };
}

/**
 * @param {QueryAgent} agent
 * @param {import('./effect.js').RuledSite} at the site that forbids the action
 */
function forbidden(agent, { role, site, level }) {
  const name = agentLabel(agent);
  if (agent.scope === 'read')
    return permissionDenied(`The token of ${name} allows only reading.`, TOKEN_HINT);
  if (role === 'target')
    return permissionDenied(
      `Nothing was sent: the action would load a page in another tab or frame, where the policy of this browser or the token of ${name} allows no actions.`,
      POLICY_HINT,
    );
  if (role !== 'destination')
    return permissionDenied(
      `The policy of this browser allows ${name} to read ${site ?? 'the page'}, but not to act there.`,
      POLICY_HINT,
    );
  // An agent does not learn which sites are blocked.
  const page = level === 'block' || site === null ? 'a page' : site;
  return permissionDenied(
    `Nothing was sent: the action would load ${page} where the policy of this browser or the token of ${name} allows no actions.`,
    POLICY_HINT,
  );
}
