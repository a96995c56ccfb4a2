//! Keeps the scripts registered that record exceptions and calls of the console on the sites where
//! the user has turned it on. Nothing is registered elsewhere: these scripts run in every document
//! of the site, and the page can notice them.

import * as browserApi from '../../shared/browser-api.js';
import { isMoreSpecific, matchPatterns } from '../../shared/sites.js';
import { loaded, onPolicyChanged, userRules } from './policy.js';

/** @typedef {import('../../shared/browser-api.js').DocumentScript} DocumentScript */
/** @typedef {import('./policy.js').ParsedRule} ParsedRule */

/** The registrations one after another. */
let registered = Promise.resolve();

/** Registers them now, and whenever the policy changes. */
export function keepRegistered() {
  onPolicyChanged(update);
  void loaded.then(update);
}

function update() {
  const scripts = wantedScripts(userRules());
  const register = () => browserApi.setDocumentScripts(scripts);
  // The next change of the policy tries again.
  registered = registered.then(register).catch((error) => {
    console.warn('Axlens: the scripts that record exceptions are not registered.', error);
  });
}

/**
 * @param {ParsedRule[]} rules
 * @returns {DocumentScript[]} two for each rule that turns it on, for the sites of which it is the
 *   most specific rule
 */
function wantedScripts(rules) {
  const wanted = rules.filter((rule) => rule.console && rule.level !== 'block');
  return wanted.flatMap((rule) => {
    const others = rules.filter((other) => isMoreSpecific(other.parsed, rule.parsed));
    const where = {
      matches: matchPatterns(rule.parsed),
      excludeMatches: others.flatMap(({ parsed }) => matchPatterns(parsed)),
    };
    const { pattern } = rule;
    return [
      { id: `page ${pattern}`, js: ['page/errors/page-world.js'], world: 'MAIN', ...where },
      {
        id: `own ${pattern}`,
        js: ['page/errors/errors.js', 'page/errors/connect.js'],
        world: 'ISOLATED',
        ...where,
      },
    ];
  });
}
