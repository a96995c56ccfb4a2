//! May this agent act on this document? By the policy of the document's own site and the tab's, and
//! where that says so by asking the person. It acts on nothing itself.

import { EVERY_SITE } from '../shared/sites.js';
import { KINDS, ruling } from './act-rules.js';
import { askPerson } from './consent.js';
import { permissionDenied, staleUid } from './faults.js';
import { addInherited, allowedFrames, siteOfFrame } from './frames.js';
import { dropPermits, givePermit, usePermit } from './permits.js';
import { allowsUnattended, confirms, grant, levelForSite, levelOfSite } from './policy.js';
import { chooseTab } from './tabs.js';

/** @typedef {import('./deadline.js').Deadline} Deadline */
/** @typedef {import('./frames.js').FrameAt} FrameAt */
/** @typedef {import('../types/protocol').AskingAgent} AskingAgent */
/** @typedef {import('../types/protocol').AuditNote} AuditNote */
/** @typedef {import('../types/protocol').Consent} Consent */
/** @typedef {import('../types/protocol').InteractParams} InteractParams */
/**
 * Who asks, for what. `unattended`: nobody is there to be asked; `waiting`: tells the server
 * whether the query waits for a person; `signal`: nobody waits for the answer any more; `note`:
 * what the audit log is to say.
 * @typedef {{agent: AskingAgent, params: InteractParams, tab: number, deadline: Deadline,
 *   unattended: () => boolean, waiting: (waits: boolean) => void, signal: AbortSignal,
 *   note: (more: AuditNote) => void}} Wish
 */

const HOW =
  "Ask the user to allow it: Axlens's options have the policy of each site and the agents' tokens.";
const OF_TOKEN =
  'Ask the user for a token with the scope `act`, or leave the act to them; reading goes on.';

/**
 * Whether the wish may be done now. Where a person has to be asked, they are.
 * @param {Wish} wish
 * @returns {Promise<string | null>} a permit to come again with: the person has said yes, and time
 *   has passed. None: it may be done. Rejects with a fault where it may not.
 */
export async function permitToAct(wish) {
  const { agent, params, signal } = wish;
  const act = actOf(wish);
  const permit = params.consent ?? null;
  const permitted = permit !== null && usePermit(permit, act);
  const allowed = await mayActNow(wish);
  // Of what comes with a permit it was said when the person was asked.
  if (allowed && permit === null) wish.note({ consent: allowed });
  if (allowed || permitted) return null;
  // What comes with a permit has been asked already; a person is not asked twice for it.
  if (permit !== null) {
    const why = 'What the user has allowed was used before, is over, or is for another element.';
    throw permissionDenied(why, 'Ask for the action anew.');
  }
  const { frames } = await framesOf(wish);
  const at = documentIn(frames, wish);
  const site = siteOfFrame(at, frames) ?? '';
  const consent = await askMeanwhile(wish, at, site);
  if (signal.aborted) throw staleUid();
  if (consent === 'site') await grant(agent, site);
  if (consent === 'agent') await grant(agent, EVERY_SITE);
  // Time has passed: the document may be another one, and the user may have thought better of it.
  await mayActNow(wish);
  return givePermit(act);
}

/** Nobody may act any more on what was allowed before. */
export const forgetPermits = () => dropPermits();

/**
 * @param {Wish} wish
 * @returns {Promise<Consent | null>} why nobody has to be asked; null where a person has to.
 *   Rejects where it is forbidden, or the document is gone.
 */
export async function mayActNow(wish) {
  const { agent, params } = wish;
  const { frames, isIncognito } = await framesOf(wish);
  const own = siteOfFrame(documentIn(frames, wish), frames);
  const main = siteOfFrame(frames[0], frames);
  const noteSite = (/** @type {string | null} */ site) =>
    isIncognito || site === null || wish.note({ site });
  noteSite(own);
  const ruled = ruling({
    site: levelForSite(own, agent),
    top: levelForSite(main, agent),
    kind: KINDS[params.action],
    confirm: confirms(own),
    unattended: wish.unattended() && allowsUnattended(),
  });
  if (ruled === 'no_top') {
    noteSite(main);
    throw forbidden(agent, main);
  }
  if (ruled === 'no_site') throw forbidden(agent, own);
  if (ruled === 'ask') return null;
  if (ruled === 'unattended') return 'unattended';
  return levelOfSite(own) === 'ask' ? 'granted' : 'policy';
}

/** @param {Wish} wish @returns {Promise<{frames: FrameAt[], isIncognito: boolean}>} */
async function framesOf({ tab, agent }) {
  const chosen = await chooseTab(tab, agent);
  const frames = await allowedFrames(chosen);
  await addInherited(chosen.tab, frames[0]);
  return { frames, isIncognito: chosen.tab.incognito };
}

/**
 * @param {FrameAt[]} frames @param {Wish} wish
 * @returns {FrameAt} the document that is to be acted on, as Chrome lists it now
 */
function documentIn(frames, wish) {
  const { document } = wish.params.target;
  const at = frames.find((frame) => frame.document === document);
  if (!at) throw staleUid();
  if (at.refused) throw at.refused;
  return at;
}

/**
 * Asks the person; no time of the query passes meanwhile.
 * @param {Wish} wish @param {FrameAt} at @param {string} site
 */
async function askMeanwhile(wish, at, site) {
  const { agent, params, tab, deadline, waiting, signal, note } = wish;
  const act = {
    agent,
    site,
    action: params.action,
    line: params.line,
    tab,
    frame: at.frame,
    document: at.document,
  };
  deadline.hold();
  waiting(true);
  try {
    return await askPerson(act, {
      signal,
      onOpen: () => waiting(true),
      onAnswer: (how) => note({ consent: how }),
    });
  } finally {
    waiting(false);
    deadline.release();
  }
}

/** @param {Wish} wish */
const actOf = ({ agent, params }) => ({
  agent: agent.id,
  document: params.target.document,
  node: params.target.node,
  action: params.action,
});

/** @param {AskingAgent} agent @param {string | null} site */
const forbidden = (agent, site) =>
  agent.scope === 'read'
    ? permissionDenied(
        `The token of agent ${JSON.stringify(agent.name)} allows only to read.`,
        OF_TOKEN,
      )
    : permissionDenied(
        `The policy of this browser lets agent ${JSON.stringify(agent.name)} read ${site ?? 'it'}, but not act there.`,
        HOW,
      );
