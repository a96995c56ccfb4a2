//! The end of the audit log on the options page.

import { text } from '../common/i18n.js';
import { agentName, byId, formatDate } from '../common/parts.js';
import { emptyLine, table } from './table.js';

/** @typedef {import('../../worker/browser/extension-pages.js').Command} Command */

/**
 * An entry of the audit log.
 * @typedef {{time: string, agent: {id: string, name: string}, origin?: string, kind: string,
 *   element?: {role: string, name: string}, consent?: string, outcome: string}} AuditEntry
 */

export class AuditPart {
  /** @type {AuditEntry[] | null} the oldest first; null if the server is not connected */
  #entries = null;

  /** @param {(command: Command) => void} send */
  constructor(send) {
    this.select = byId('audit-agent', HTMLSelectElement);
    byId('reload').addEventListener('click', () => send({ do: 'load' }));
    this.select.addEventListener('change', () => this.#draw());
  }

  /** @param {AuditEntry[] | null} entries */
  show(entries) {
    this.#entries = entries;
    const chosen = this.select.value;
    const names = [...new Set((entries ?? []).map((entry) => entry.agent.name))].sort();
    const options = names.map((name) => new Option(agentName(name), name));
    this.select.replaceChildren(new Option(text('all_agents'), ''), ...options);
    this.select.value = names.includes(chosen) ? chosen : '';
    this.#draw();
  }

  #draw() {
    byId('entries').replaceChildren(this.#table());
  }

  #table() {
    if (!this.#entries) return emptyLine('not_connected_list');
    const chosen = this.select.value;
    const entries = this.#entries.filter((entry) => !chosen || entry.agent.name === chosen);
    if (!entries.length) return emptyLine('no_entries');
    const rows = [...entries]
      .reverse()
      .map((entry) => [
        formatDate(entry.time),
        agentName(entry.agent.name),
        entry.origin ?? '',
        actionText(entry),
        outcomeText(entry),
      ]);
    return table(['time', 'agent', 'site', 'what', 'outcome'], rows, 2);
  }
}

/** @param {AuditEntry} entry @returns {string} */
function actionText({ kind, element }) {
  const [request, action] = kind.split(':');
  const what = action ? text(`consent_${action}`) : text(`request_${request}`);
  const named = what || plain(kind);
  return element ? `${named}: ${element.role} ${JSON.stringify(element.name)}` : named;
}

/** @param {AuditEntry} entry @returns {string} its outcome, and who allowed or denied it */
function outcomeText({ outcome, consent }) {
  const end = text(`outcome_${outcome}`) || plain(outcome);
  return consent ? `${end} (${text(`consent_${consent}`) || plain(consent)})` : end;
}

/** @param {string} name of a later version @returns {string} */
const plain = (name) => name.replaceAll(/[_:]/g, ' ');
