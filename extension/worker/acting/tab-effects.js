//! What an action on a tab would do, for the policy.

import * as browserApi from '../../shared/browser-api.js';
import { ACTIONS_THAT_LEAVE } from '../../shared/actions.js';
import { HARMLESS } from '../../shared/effects.js';
import { siteOf } from '../../shared/sites.js';
import { badRequest } from '../faults.js';
import { chooseTab, mayBeBlank, siteOfBlank } from '../browser/tabs.js';

/** @typedef {import('../policy/permission.js').ActionRequest} ActionRequest */
/** @typedef {import('../../types/protocol').Action} Action */
/** @typedef {import('../../types/protocol').InteractParams} InteractParams */
/** @typedef {import('../browser/tabs.js').ChosenTab} ChosenTab */
/** @typedef {Omit<ActionRequest, 'tab' | 'effect' | 'isSecret' | 'where' | 'following'>} Query */

/** The address of an empty page. */
export const BLANK = 'about:blank';

/**
 * @param {Query} query of an action on a tab
 * @param {ChosenTab} chosen
 * @returns {Promise<ActionRequest>} with its effect. The actions on elements after it are on
 *   another page.
 */
export async function tabRequest(query, chosen) {
  const { act, next = [] } = query.params;
  return {
    ...query,
    tab: chosen.id,
    effect: effectOnTab(act, addressOf(act), await whereOf(chosen, act)),
    isSecret: async () => false,
    where: () => whereOf(chosen, act),
    following: async () => {
      const all = await Promise.all(next.map((params) => nextRequest(query, params, chosen)));
      return all.filter((request) => request !== null);
    },
  };
}

/**
 * @param {Query} query of an action that opens a tab
 * @returns {ActionRequest} with its effect
 */
export function newTabRequest(query) {
  const where = { sites: {}, frame: -1, document: '', isIncognito: false };
  return {
    ...query,
    tab: -1,
    effect: { ...HARMLESS, destinations: [addressOf(query.params.act) ?? BLANK] },
    isSecret: async () => false,
    where: async () => where,
    following: async () => [],
  };
}

/**
 * @param {Query} query
 * @param {InteractParams} params of a later action of the same request
 * @param {ChosenTab} chosen
 * @returns {Promise<ActionRequest | null>} null for one on an element, and for one that is invalid,
 *   which its own query reports
 */
export async function nextRequest(query, params, chosen) {
  if (params.target) return null;
  const next = { ...query, params };
  try {
    return params.act.action === 'new_tab' ? newTabRequest(next) : await tabRequest(next, chosen);
  } catch {
    return null;
  }
}

/**
 * @param {Action} act
 * @returns {string | null} the URL to load; null for none
 */
export function addressOf(act) {
  if (act.action !== 'navigate' && act.action !== 'new_tab') return null;
  const { url } = act;
  if (act.action === 'new_tab' && (url === undefined || url === null)) return null;
  const parsed = URL.canParse(url ?? '') ? new URL(url ?? '') : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw badRequest(
      '`url` must be an absolute address that begins with http:// or https://.',
      wholeAddress(url ?? ''),
    );
  if (parsed.username || parsed.password)
    throw badRequest('`url` must not have a user name or a password.');
  return parsed.href;
}

/**
 * @param {string} url without a scheme
 * @returns {string | undefined} a hint; undefined if the text is no address either
 */
function wholeAddress(url) {
  const whole = `https://${url}`;
  const isHost = /^[\w.-]+(:\d+)?([/?#]|$)/.test(url) && URL.canParse(whole);
  return isHost ? `Write the whole address: ${new URL(whole).href}` : undefined;
}

/**
 * @param {ChosenTab} chosen
 * @param {Action} act
 * @returns {Promise<import('../policy/permission.js').Where>}
 */
async function whereOf(chosen, act) {
  const { tab } = await chooseTab(chosen.id, chosen.agent);
  const site = mayBeBlank(tab) ? await siteOfBlank(tab) : siteOf(tab.url ?? '');
  const main = (await browserApi.listFrames(chosen.id)).find((frame) => frame.frameId === 0);
  const place = { frame: 0, document: main?.documentId ?? '', isIncognito: chosen.tab.incognito };
  // Nothing is lost when the tab leaves a page that belongs to no site.
  const isLeftEmpty = site === null && ACTIONS_THAT_LEAVE.has(act.action);
  return { ...place, sites: isLeftEmpty ? {} : { tab: site } };
}

/**
 * @param {Action} act
 * @param {string | null} url to load
 * @param {import('../policy/permission.js').Where} where
 * @returns {import('../../shared/effects.js').Effect}
 */
function effectOnTab({ action }, url, { sites }) {
  const isKnown = url !== null && siteOf(url) === sites.tab;
  const leaves = ACTIONS_THAT_LEAVE.has(action) && !isKnown;
  const kind = leaves ? 'leave' : 'harmless';
  return { ...HARMLESS, kind, destinations: url === null ? [] : [url] };
}
