//! `fill_secret`: enters a secret of the user's. Only a text field whose value no reader sees takes
//! it, and only on a site that the user has named. No refusal depends on the value.

import { refuse } from '../action.js';
import { isSecret } from '../checks/secrets.js';
import { isChosen, isTextField, normalizeNewlines } from '../editing/fields.js';
import { replaceText } from '../editing/replace-text.js';
import { matchesSite, parsePattern, siteOf } from '../../../shared/sites.js';

/**
 * @param {Element} element
 * @param {import('../action.js').PageAction<'fill_secret'>} action
 * @param {import('../action.js').ActionHooks} hooks
 * @returns {Promise<import('../action.js').ActionResult>}
 */
export async function fillSecret(element, { secret: name }, hooks) {
  const { value = null, sites } = hooks.secret ?? { sites: [] };
  // The page of a sandbox has the address of its site, but is not that site.
  const here = siteOf(location.protocol === 'file:' ? location.href : window.origin);
  const isFor = (/** @type {string} */ text) => {
    const pattern = parsePattern(text);
    return pattern !== null && here !== null && matchesSite(pattern, here);
  };
  if (!sites.some(isFor)) return refused(`the secret ${name} is for ${sites.join(' ')}`);
  if (!isTextField(element) || isChosen(element) || !isSecret(element))
    return refused('a secret is for a text field of a password, a one-time code or a card');
  if (value !== null) return await replaceText(element, normalizeNewlines(value), hooks);
  // A check whether the action is possible ends here.
  await hooks.begin();
  return refused(`the secret ${name} has no value yet: repeat the action`);
}

/** @param {string} detail */
const refused = (detail) => refuse('bad_value', { detail });
