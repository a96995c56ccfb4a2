//! What the user has allowed an agent on a site, on the options page and in the popup.

import { EVERY_SITE } from '../../shared/sites.js';
import { text } from './i18n.js';
import { agentName, button, siteName } from './parts.js';

/** @typedef {import('../../worker/policy/grants.js').ListedGrant} ListedGrant */
/** @typedef {import('../../worker/browser/extension-pages.js').Command} Command */

/** @param {ListedGrant} grant @returns {string} where it applies */
export const grantedSite = ({ site }) =>
  site === EVERY_SITE ? text('every_site') : siteName(site);

/**
 * @param {ListedGrant} grant
 * @param {(command: Command) => void} send
 * @returns {HTMLButtonElement}
 */
export function revokeButton(grant, send) {
  const { agent, name, site } = grant;
  const label = text('grant_revoke_of', agentName(name), grantedSite(grant));
  return button(text('grant_revoke'), label, () => send({ do: 'revokeGrant', agent, site }));
}
