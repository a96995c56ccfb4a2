//! The part of the options page about agents: who has a token, and what was allowed for good.

import { text } from '../common/i18n.js';
import { ago, agentName, byId, dateOf, siteName } from '../common/parts.js';
import { EVERY_SITE } from '../../shared/sites.js';
import { button, emptyLine, table } from './table.js';

/** @typedef {import('../../types/protocol').ListedAgent} ListedAgent */
/** @typedef {import('../../worker/policy/policy.js').Grant} Grant */

export class AgentsPart {
  /** @param {(message: object) => void} say */
  constructor(say) {
    this.say = say;
  }

  /** @param {ListedAgent[] | null} agents null where the server is not connected */
  showTokens(agents) {
    byId('tokens').replaceChildren(this.#tokens(agents));
  }

  /** @param {ListedAgent[] | null} agents */
  #tokens(agents) {
    if (!agents) return emptyLine('not_connected_list');
    if (!agents.length) return emptyLine('no_agents');
    const heads = ['agent', 'scope', 'agent_sites', 'created', 'expires', 'last_seen', ''];
    return table(
      heads,
      agents.map((agent) => this.#token(agent)),
    );
  }

  /** @param {ListedAgent} agent */
  #token(agent) {
    const { id, name, scope, sites, created, expires, lastSeenMs } = agent;
    const seen = typeof lastSeenMs === 'number' ? ago(Date.now() - lastSeenMs) : text('never');
    return [
      agentName(name),
      text(`scope_${scope}`),
      sites?.length ? sites.join(', ') : text('every_site'),
      created ? dateOf(created) : '',
      expires ? dateOf(expires) : text('never'),
      seen,
      id === 'user' ? '' : this.#revoke(name),
    ];
  }

  /** Asks again, in the same place, before it revokes. @param {string} name */
  #revoke(name) {
    const place = document.createElement('span');
    place.className = 'buttons';
    const ask = () => {
      const sure = button(text('revoke_sure', name), text('revoke_sure', name), () =>
        this.say({ do: 'revokeToken', name }),
      );
      place.replaceChildren(sure, button(text('cancel'), text('cancel'), rest));
      sure.focus();
    };
    const rest = () =>
      place.replaceChildren(button(text('revoke'), text('revoke_of', agentName(name)), ask));
    rest();
    return place;
  }

  /** @param {Grant[]} grants */
  showGrants(grants) {
    byId('no-grants').hidden = grants.length > 0;
    byId('grants').replaceChildren(...grants.map((grant) => this.#grant(grant)));
  }

  /** @param {Grant} grant @returns {HTMLLIElement} */
  #grant({ agent, name, site, at }) {
    const line = document.createElement('li');
    const where = site === EVERY_SITE ? text('every_site') : siteName(site);
    const words = [agentName(name), where];
    line.append(
      `${text('grant_line', ...words, dateOf(at))} `,
      button(text('grant_revoke'), text('grant_revoke_of', ...words), () =>
        this.say({ do: 'revokeGrant', agent, site }),
      ),
    );
    return line;
  }
}
