//! The agents on the options page: tokens and permanent grants.

import { text } from '../common/i18n.js';
import { timeSince, agentName, byId, formatDate, siteName, withTime } from '../common/parts.js';
import { denialEnd, liftButton } from '../common/denials.js';
import { grantedSite, revokeButton } from '../common/grants.js';
import { describeGateway, gatewayDetail } from '../common/gateway.js';
import { EVERY_SITE } from '../../shared/sites.js';
import { button } from '../common/parts.js';
import { emptyLine, table } from './table.js';

/** @typedef {import('../../types/protocol').GatewayStatus} GatewayStatus */
/** @typedef {import('../../types/protocol').ListedAgent} ListedAgent */
/** @typedef {import('../../worker/policy/denials.js').Denial} Denial */
/** @typedef {import('../../worker/policy/grants.js').ListedGrant} ListedGrant */
/** @typedef {import('../../worker/browser/extension-pages.js').Command} Command */

export class AgentsPart {
  /** @param {(command: Command) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** @param {GatewayStatus | null} gateway that the server has joined */
  showGateway(gateway) {
    byId('gateway').replaceChildren(...(gateway ? this.#gateway(gateway) : []));
  }

  /** @param {GatewayStatus} gateway @returns {Node[]} */
  #gateway(gateway) {
    const [state, detail] = [document.createElement('p'), document.createElement('p')];
    state.textContent = describeGateway(gateway);
    detail.className = 'soft';
    const receivedAt = Date.now();
    withTime(detail, () => gatewayDetail(gateway, receivedAt));
    const leave = {
      label: text('gateway_leave'),
      name: text('gateway_leave'),
      confirmation: text('gateway_leave_sure', gateway.host),
    };
    return [state, detail, confirmedButton(leave, () => this.send({ do: 'leaveGateway' }))];
  }

  /** @param {ListedAgent[] | null} agents null if the server is not connected */
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
    const { name, scope, sites, created, expires, lastSeenMs } = agent;
    return [
      agentName(name),
      text(`scope_${scope}`),
      sites?.length ? sites.join(', ') : text('every_site'),
      created ? formatDate(created) : '',
      expires ? formatDate(expires) : text('never'),
      typeof lastSeenMs === 'number' ? seenView(Date.now() - lastSeenMs) : text('never'),
      // The user's own agent and those of a gateway have no token here.
      created ? this.#revokeButton(name) : '',
    ];
  }

  /** @param {string} name @returns {HTMLElement} */
  #revokeButton(name) {
    const revoke = {
      label: text('revoke'),
      name: text('revoke_of', agentName(name)),
      confirmation: text('revoke_sure', name),
    };
    return confirmedButton(revoke, () => this.send({ do: 'revokeToken', name }));
  }

  /** @param {ListedGrant[]} grants */
  showGrants(grants) {
    const heads = ['agent', 'site', 'granted_at', 'last_used', 'expires', ''];
    const rows = grants.map((grant) => this.#grant(grant));
    byId('grants').replaceChildren(rows.length ? table(heads, rows, 1) : emptyLine('no_grants'));
  }

  /** @param {ListedGrant} grant */
  #grant(grant) {
    const { name, at, lastUsed, expires } = grant;
    return [
      agentName(name),
      grantedSite(grant),
      formatDate(at),
      lastUsed === undefined ? text('never') : formatDate(lastUsed),
      formatDate(expires),
      revokeButton(grant, this.send),
    ];
  }

  /** @param {Denial[]} denials */
  showDenials(denials) {
    const heads = ['agent', 'site', 'denied_at', 'denied_until', ''];
    const rows = denials.map((denial) => this.#denial(denial));
    // It is about the rows.
    byId('denials-why').hidden = rows.length === 0;
    byId('denials').replaceChildren(rows.length ? table(heads, rows, 1) : emptyLine('no_denials'));
  }

  /** @param {Denial} denial */
  #denial(denial) {
    const { name, site, at } = denial;
    const where = site === EVERY_SITE ? text('every_site') : siteName(site);
    return [
      agentName(name),
      where,
      formatDate(at),
      denialEnd(denial),
      liftButton(denial, this.send),
    ];
  }
}

/** @param {number} at in milliseconds since 1970 @returns {HTMLElement} */
const seenView = (at) => withTime(document.createElement('span'), () => timeSince(at));

/**
 * A button that needs a second click to confirm.
 * @param {{label: string, name: string, confirmation: string}} texts `name`: the accessible name
 * @param {() => void} onConfirm
 */
function confirmedButton({ label, name, confirmation }, onConfirm) {
  const place = document.createElement('span');
  place.className = 'buttons';
  const confirm = () => {
    const confirmed = button(confirmation, confirmation, onConfirm);
    place.replaceChildren(confirmed, button(text('cancel'), text('cancel'), reset));
    confirmed.focus();
  };
  const reset = () => place.replaceChildren(button(label, name, confirm));
  reset();
  return place;
}
