//! `fill_secret`: enters a secret of the user's. Only a field whose value no reader sees takes it,
//! and only on a site that the user has named.

import { refuse } from '../action.js';
import { isSecret } from '../checks/secrets.js';
import { matchesSite, parsePattern, siteOf } from '../../../shared/sites.js';
import { fill } from './fill.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'fill_secret'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export function fillSecret(element, { secret: name }, hooks) {
  const { value, sites } = hooks.secret ?? { value: '', sites: [] };
  // The page of a sandbox has the address of its site, but is not that site.
  const here = siteOf(location.protocol === 'file:' ? location.href : window.origin);
  const isFor = (/** @type {string} */ text) => {
    const pattern = parsePattern(text);
    return pattern !== null && here !== null && matchesSite(pattern, here);
  };
  if (!sites.some(isFor)) return refused(`the secret ${name} is for ${sites.join(' ')}`);
  if (!isSecret(element))
    return refused('a secret is for a field of a password, a one-time code or a card');
  return fill(element, { action: 'fill', value }, hooks);
}

/** @param {string} detail */
const refused = (detail) => Promise.resolve(refuse('bad_value', { detail }));
