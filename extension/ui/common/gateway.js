//! The gateway that the server has joined, as the popup and the options page describe it.

import { text } from './i18n.js';
import { timeSince } from './parts.js';

/** @typedef {import('../../types/protocol').GatewayStatus} GatewayStatus */

/** @param {GatewayStatus} gateway @returns {string} whether it is connected, and its limits */
export function describeGateway({ connected, host, scope, sites }) {
  const state = text(connected ? 'gateway_connected' : 'gateway_waiting', host);
  const where = sites.length ? sites.join(', ') : text('every_site');
  return `${state} ${text('gateway_limits', text(`scope_${scope}`), where)}`;
}

/**
 * @param {GatewayStatus} gateway
 * @param {number} receivedAt when the server has sent it, in milliseconds since 1970
 * @returns {string} its error and its last request
 */
export function gatewayDetail({ error, lastRequestMs }, receivedAt) {
  const last =
    typeof lastRequestMs === 'number' ? timeSince(receivedAt - lastRequestMs) : text('never');
  return [error, text('gateway_last_request', last)].filter(Boolean).join(' · ');
}
