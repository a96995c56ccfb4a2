//! The part of the options page about sites: the rules of the user, those of the administrator, and
//! the level of all other sites.

import { text } from '../common/i18n.js';
import { byId } from '../common/parts.js';
import { LEVELS } from '../../shared/levels.js';
import { button, emptyLine, table } from './table.js';

/** @typedef {import('../../worker/browser/extension-pages.js').News} News */
/** @typedef {import('../../worker/policy/policy.js').SiteRule} SiteRule */
/** @typedef {import('../../worker/policy/policy.js').Level} Level */

export class SitesPart {
  /** What is shown of the rules: they are drawn anew only when they change. */
  #drawn = '';

  /** @param {(message: object) => void} say */
  constructor(say) {
    this.say = say;
    fillLevels(byId('default'));
    byId('default').addEventListener('change', () =>
      say({ do: 'setDefault', level: byId('default').value }),
    );
    byId('add-site').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      say({ do: 'setSite', pattern: byId('pattern').value, level: 'read', confirm: false });
    });
    byId('pattern').addEventListener('input', () => {
      byId('site-fault').textContent = '';
    });
  }

  /** @param {News} news */
  show({ policy, managed }) {
    const now = JSON.stringify([policy, managed]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    byId('default').value = policy.default;
    byId('managed-default').textContent =
      managed.default === 'act' ? '' : text('managed_note', text(`level_${managed.default}`));
    byId('rules').replaceChildren(this.#rules(policy.sites));
    byId('managed-part').hidden = managed.sites.length === 0;
    byId('managed-rules').replaceChildren(managedRules(managed.sites));
  }

  /** @param {{pattern: string, isSet: boolean}} told what became of a rule */
  told({ pattern, isSet }) {
    if (pattern !== byId('pattern').value) return;
    byId('site-fault').textContent = isSet ? '' : text('pattern_wrong', pattern);
    if (isSet) byId('pattern').value = '';
    else byId('pattern').focus();
  }

  /** @param {SiteRule[]} rules */
  #rules(rules) {
    if (!rules.length) return emptyLine('no_rules');
    const rows = rules.map((rule) => [
      rule.pattern,
      this.#level(rule),
      this.#confirm(rule),
      button(text('remove'), text('remove_pattern', rule.pattern), () =>
        this.say({ do: 'removeSite', pattern: rule.pattern }),
      ),
    ]);
    return table(['pattern', 'level', 'confirm', ''], rows);
  }

  /** @param {SiteRule} rule */
  #level(rule) {
    const select = document.createElement('select');
    fillLevels(select);
    select.value = rule.level;
    select.setAttribute('aria-label', text('level_of', rule.pattern));
    select.addEventListener('change', () =>
      this.say({ do: 'setSite', ...rule, level: select.value }),
    );
    return select;
  }

  /** @param {SiteRule} rule */
  #confirm(rule) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = rule.confirm;
    box.setAttribute('aria-label', text('confirm_of', rule.pattern));
    box.addEventListener('change', () =>
      this.say({ do: 'setSite', ...rule, confirm: box.checked }),
    );
    return box;
  }
}

/** @param {HTMLSelectElement} select */
function fillLevels(select) {
  for (const level of LEVELS) select.append(new Option(text(`level_${level}`), level));
}

/** @param {SiteRule[]} rules */
const managedRules = (rules) =>
  table(
    ['pattern', 'level', 'confirm'],
    rules.map(({ pattern, level, confirm }) => [
      pattern,
      text(`level_${level}`),
      text(confirm ? 'yes' : 'no'),
    ]),
  );
