//! May this agent act there? By the policy of the document's own site and the tab's, and where that
//! says so by asking the person. It acts on nothing itself.

import { EVERY_SITE } from '../../shared/sites.js';
import { ruling } from './act-rules.js';
import { mayUseTab } from '../acting/claims.js';
import { askPerson } from './consent.js';
import { permissionDenied, staleUid } from '../faults.js';
import { addInherited, allowedFrames, siteOfFrame } from '../browser/frames.js';
import { dropPermits, givePermit, usePermit } from './permits.js';
import { allowsUnattended, confirms, grant, levelForSite, levelOfSite } from './policy.js';
import { chooseTab } from '../browser/tabs.js';

/** @typedef {import('../deadline.js').Deadline} Deadline */
/** @typedef {import('../../types/protocol').QueryAgent} QueryAgent */
/** @typedef {import('../../types/protocol').AuditNote} AuditNote */
/** @typedef {import('../../types/protocol').Consent} Consent */
/** @typedef {import('../../types/protocol').InteractParams} InteractParams */
/**
 * Where it would be done. `site`: of the document, or of the address that a tab is to show; `top`:
 * of the tab; `frame`: Chrome's id of the frame that `document` is in.
 * @typedef {{site: string | null, top: string | null, frame: number, document: string,
 *   isIncognito: boolean}} Where
 */
/**
 * Who asks, for what. `kind`: what it does that can't be taken back; `where`: looked at anew each
 * time, rejects where it is gone; `unattended`: nobody is there to be asked; `waiting`: tells the
 * server whether the query waits for a person; `signal`: nobody waits for the answer any more;
 * `note`: what the audit log is to say.
 * @typedef {{agent: QueryAgent, params: InteractParams, tab: number, deadline: Deadline,
 *   kind: import('./act-rules.js').Kind, where: () => Promise<Where>,
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
  const { allowed, where } = await ruledNow(wish);
  // Of what comes with a permit it was said when the person was asked.
  if (allowed && permit === null) wish.note({ consent: allowed });
  if (allowed || permitted) return null;
  // What comes with a permit has been asked already; a person is not asked twice for it.
  if (permit !== null) {
    const why = 'What the user has allowed was used before, is over, or is for another element.';
    throw permissionDenied(why, 'Ask for the action anew.');
  }
  // Without a pause since the ruling: in one, a person may have answered the same question.
  const site = where.site ?? '';
  const consent = await askMeanwhile(wish, where, site);
  if (signal.aborted) throw staleUid();
  if (consent === 'site') await grant(agent, site);
  if (consent === 'agent') await grant(agent, EVERY_SITE);
  // Time has passed: the document may be another one, and the user may have thought better of it.
  await mayActNow(wish);
  return givePermit(act);
}

/**
 * What a person has allowed was not used: nothing was done.
 * @param {Wish} wish
 * @returns {{permit?: string}} another permit, where there was one
 */
export const permitAgain = (wish) =>
  (wish.params.consent ?? null) === null ? {} : { permit: givePermit(actOf(wish)) };

/** Nobody may act any more on what was allowed before. */
export const forgetPermits = () => dropPermits();

/**
 * @param {Wish} wish
 * @returns {Promise<Consent | null>} why nobody has to be asked; null where a person has to.
 *   Rejects where it is forbidden, or the document is gone.
 */
export const mayActNow = async (wish) => (await ruledNow(wish)).allowed;

/**
 * @param {Wish} wish
 * @returns {Promise<{allowed: Consent | null, where: Where}>} as `mayActNow`, and where that was
 */
async function ruledNow(wish) {
  await mayUseTab(wish.tab, wish.agent);
  const where = await wish.where();
  return { allowed: allowedAt(wish, where), where };
}

/**
 * @param {Wish} wish @param {Where} where
 * @returns {Consent | null} throws where it is forbidden
 */
function allowedAt(wish, { site, top, isIncognito }) {
  const { agent, kind } = wish;
  const noteSite = (/** @type {string | null} */ noted) =>
    isIncognito || noted === null || wish.note({ site: noted });
  noteSite(site);
  const ruled = ruling({
    site: levelForSite(site, agent),
    top: levelForSite(top, agent),
    kind,
    confirm: confirms(site),
    unattended: wish.unattended() && allowsUnattended(),
  });
  if (ruled === 'no_top') {
    noteSite(top);
    throw forbidden(agent, top);
  }
  if (ruled === 'no_site') throw forbidden(agent, site);
  if (ruled === 'ask') return null;
  if (ruled === 'unattended') return 'unattended';
  return levelOfSite(site) === 'ask' ? 'granted' : 'policy';
}

/**
 * @param {number} tab @param {QueryAgent} agent @param {string} document
 * @returns {Promise<Where>} as Chrome lists the document now
 */
export async function whereIs(tab, agent, document) {
  const chosen = await chooseTab(tab, agent);
  const frames = await allowedFrames(chosen);
  await addInherited(chosen.tab, frames[0]);
  const at = frames.find((frame) => frame.document === document);
  if (!at) throw staleUid();
  if (at.refused) throw at.refused;
  const [site, top] = [siteOfFrame(at, frames), siteOfFrame(frames[0], frames)];
  return { site, top, frame: at.frame, document, isIncognito: chosen.tab.incognito };
}

/**
 * Asks the person; no time of the query passes meanwhile.
 * @param {Wish} wish @param {Where} where @param {string} site
 */
async function askMeanwhile(wish, { frame, document, isIncognito }, site) {
  const { agent, params, tab, deadline, waiting, signal, note } = wish;
  const act = {
    agent,
    site,
    // Of an incognito window no site is kept.
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
const actOf = ({ agent, params, tab }) => ({
  agent: agent.id,
  tab,
  document: params.target?.document ?? '',
  node: params.target?.node ?? 0,
  act: JSON.stringify([params.act, params.dialogs]),
});

/** @param {QueryAgent} agent @param {string | null} site */
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
