//! The sites on the options page: the user's rules, the administrator's rules, and the level of all
//! other sites.

import { text } from '../common/i18n.js';
import { button, byId } from '../common/parts.js';
import { LEVELS } from '../../shared/levels.js';
import { emptyLine, table } from './table.js';

/** @typedef {import('../../worker/browser/extension-pages.js').ExtensionState} ExtensionState */
/** @typedef {import('../../worker/browser/extension-pages.js').Command} Command */
/** @typedef {import('../../worker/policy/policy.js').SiteRule} SiteRule */
/** @typedef {import('../../worker/policy/policy.js').Level} Level */

export class SitesPart {
  /** The displayed rules: they are drawn again only if they change. */
  #drawn = '';

  /** @param {(command: Command) => void} send */
  constructor(send) {
    this.send = send;
    this.defaultLevel = byId('default', HTMLSelectElement);
    this.pattern = byId('pattern', HTMLInputElement);
    fillLevels(this.defaultLevel);
    this.defaultLevel.addEventListener('change', () =>
      send({ do: 'setDefault', level: levelIn(this.defaultLevel) }),
    );
    byId('add-site').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      send({ do: 'setSite', pattern: this.pattern.value, level: 'read', confirm: false });
    });
    this.pattern.addEventListener('input', () => {
      byId('site-fault').textContent = '';
    });
  }

  /** @param {ExtensionState} state */
  show({ policy, managed }) {
    const rules = JSON.stringify([policy, managed]);
    if (rules === this.#drawn) return;
    this.#drawn = rules;
    this.defaultLevel.value = policy.default;
    byId('managed-default').textContent =
      managed.default === 'act' ? '' : text('managed_note', text(`level_${managed.default}`));
    byId('rules').replaceChildren(this.#rules(policy.sites));
    // It is about a column of the table.
    byId('console-why').hidden = policy.sites.length === 0;
    byId('managed-part').hidden = managed.sites.length === 0;
    byId('managed-rules').replaceChildren(managedRules(managed.sites));
  }

  /** @param {{pattern: string, isSet: boolean}} result of setting a rule */
  onSiteSet({ pattern, isSet }) {
    if (pattern !== this.pattern.value) return;
    byId('site-fault').textContent = isSet ? '' : text('pattern_wrong', pattern);
    if (isSet) this.pattern.value = '';
    else this.pattern.focus();
  }

  /** @param {SiteRule[]} rules */
  #rules(rules) {
    if (!rules.length) return emptyLine('no_rules');
    const rows = rules.map((rule) => [
      rule.pattern,
      this.#level(rule),
      this.#switch(rule, 'confirm'),
      this.#switch(rule, 'console'),
      button(text('remove'), text('remove_pattern', rule.pattern), () =>
        this.send({ do: 'removeSite', pattern: rule.pattern }),
      ),
    ]);
    return table(['pattern', 'level', 'confirm', 'console', ''], rows);
  }

  /** @param {SiteRule} rule */
  #level(rule) {
    const select = document.createElement('select');
    fillLevels(select);
    select.value = rule.level;
    select.setAttribute('aria-label', text('level_of', rule.pattern));
    select.addEventListener('change', () =>
      this.send({ do: 'setSite', ...rule, level: levelIn(select) }),
    );
    return select;
  }

  /** @param {SiteRule} rule @param {'confirm' | 'console'} name */
  #switch(rule, name) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = rule[name];
    box.setAttribute('aria-label', text(`${name}_of`, rule.pattern));
    box.addEventListener('change', () =>
      this.send({ do: 'setSite', ...rule, [name]: box.checked }),
    );
    return box;
  }
}

/** @param {HTMLSelectElement} select @returns {Level} */
const levelIn = (select) => /** @type {Level} */ (select.value);

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
