//! What the user has denied an agent on a site, on the options page and in the popup.

import { EVERY_SITE } from '../../shared/sites.js';
import { text } from './i18n.js';
import { agentName, button, formatDate, siteName } from './parts.js';

/** @typedef {import('../../worker/policy/denials.js').Denial} Denial */
/** @typedef {import('../../worker/browser/extension-pages.js').Command} Command */

/** @param {Denial} denial @returns {string} when it ends */
export const denialEnd = ({ until }) => (until === null ? text('until_lifted') : formatDate(until));

/** @param {Denial} denial @param {(command: Command) => void} send @returns {HTMLButtonElement} */
export function liftButton({ agent, name, site }, send) {
  const where = site === EVERY_SITE ? text('every_site') : siteName(site);
  const label = text('denial_lift_of', agentName(name), where);
  return button(text('denial_lift'), label, () => send({ do: 'liftDenial', agent, site }));
}
