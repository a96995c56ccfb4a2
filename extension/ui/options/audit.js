//! The part of the options page about what agents did: the end of the audit log.

import { text } from '../common/i18n.js';
import { agentName, byId, dateOf } from '../common/parts.js';
import { emptyLine, table } from './table.js';

/**
 * A line of the audit log.
 * @typedef {{time: string, agent: {id: string, name: string}, origin?: string, kind: string,
 *   element?: {role: string, name: string}, consent?: string, outcome: string}} AuditEntry
 */

export class AuditPart {
  /** @type {AuditEntry[] | null} the oldest first; null where the server is not connected */
  #entries = null;

  /** @param {(message: object) => void} say */
  constructor(say) {
    byId('reload').addEventListener('click', () => say({ do: 'load' }));
    byId('audit-agent').addEventListener('change', () => this.#draw());
  }

  /** @param {AuditEntry[] | null} entries */
  show(entries) {
    this.#entries = entries;
    const chosen = byId('audit-agent').value;
    const names = [...new Set((entries ?? []).map((entry) => entry.agent.name))].sort();
    const options = names.map((name) => new Option(agentName(name), name));
    byId('audit-agent').replaceChildren(new Option(text('all_agents'), ''), ...options);
    byId('audit-agent').value = names.includes(chosen) ? chosen : '';
    this.#draw();
  }

  #draw() {
    byId('entries').replaceChildren(this.#table());
  }

  #table() {
    if (!this.#entries) return emptyLine('not_connected_list');
    const chosen = byId('audit-agent').value;
    const entries = this.#entries.filter((entry) => !chosen || entry.agent.name === chosen);
    if (!entries.length) return emptyLine('no_entries');
    const rows = [...entries]
      .reverse()
      .map((entry) => [
        dateOf(entry.time),
        agentName(entry.agent.name),
        entry.origin ?? '',
        whatOf(entry),
        outcomeOf(entry),
      ]);
    return table(['time', 'agent', 'site', 'what', 'outcome'], rows, 2);
  }
}

/** @param {AuditEntry} entry @returns {string} */
const whatOf = ({ kind, element }) =>
  element ? `${kind} ${element.role} ${JSON.stringify(element.name)}` : kind;

/** @param {AuditEntry} entry @returns {string} what came of it, and who allowed it or did not */
const outcomeOf = ({ outcome, consent }) =>
  consent ? `${outcome} (${text(`consent_${consent}`) || consent})` : outcome;
