//! Requests to the server on its TCP port, and the exchange in which both sides prove their
//! identity. A server that has not proven itself receives only a nonce, because another program may
//! have taken its port.

import * as identity from './identity.js';
import { isProven, newNonce, prove } from './proof.js';

/** The version of the protocol between server and extension. */
export const WIRE = 1;

/** @typedef {{url: string, key: string}} Endpoint a server; its key is never sent */
/** @typedef {{exchange: string, proof: string}} Proven the worker's proof for the server */
/** @typedef {{phase: import('./connection.js').Phase, detail: string}} ConnectionStatus */
/** @typedef {{method?: string, body?: BodyInit, token?: string, signal?: AbortSignal}} Options */

const LOOPBACK = '127.0.0.1';

/** @type {ConnectionStatus} */
export const STRANGE_SERVER = {
  phase: 'strange_server',
  detail: 'It does not answer like an Axlens server.',
};

/** @type {ConnectionStatus} */
export const UNPROVEN = {
  phase: 'unproven',
  detail: 'The program at this address cannot prove that it knows the key. No data was sent to it.',
};

/**
 * @param {string} address from the user or from the native messaging host
 * @returns {string | null} its origin; null if it is not the loopback address. Data must not leave
 *   this machine, and a host name can resolve to another one.
 */
export function loopbackOrigin(address) {
  const text = address.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'http:' && url.hostname === LOOPBACK ? url.origin : null;
}

/** @param {Endpoint} endpoint */
export const portOf = (endpoint) => new URL(endpoint.url).port || '80';

/**
 * @param {Endpoint} endpoint
 * @param {string} instance id of this worker
 * @param {string} path
 * @param {Options} options
 */
export function request(endpoint, instance, path, { method, body, token, signal }) {
  return fetch(endpoint.url + path, {
    method: method ?? 'GET',
    body,
    signal,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      'X-Axlens-Wire': String(WIRE),
      'X-Axlens-Instance': instance,
      'X-Axlens-Browser': identity.id(),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
  });
}

/**
 * Makes the server prove that it knows the key, and creates the worker's proof.
 * @param {Endpoint} endpoint
 * @param {string} instance
 * @param {AbortSignal} signal
 * @returns {Promise<Proven | ConnectionStatus>}
 */
export async function exchangeProofs(endpoint, instance, signal) {
  const worker = newNonce();
  const body = JSON.stringify({ nonce: worker });
  const response = await request(endpoint, instance, '/proof', { method: 'POST', body, signal });
  const failure = await failureOf(response);
  if (failure) return failure;
  const { nonce, proof } = await response.json().catch(() => ({}));
  const claim = { worker, server: String(nonce), port: portOf(endpoint) };
  if (!(await isProven(endpoint.key, { role: 'server', ...claim }, proof))) return UNPROVEN;
  return {
    exchange: claim.server,
    proof: await prove(endpoint.key, { role: 'worker', ...claim }),
  };
}

/**
 * @param {Response} response
 * @returns {Promise<ConnectionStatus | null>} null if it succeeded
 */
export async function failureOf(response) {
  if (response.ok) return null;
  const fault = await response.json().catch(() => ({}));
  const detail = String(fault.message ?? `It answered with status ${response.status}.`);
  // The hint names the side to update.
  if (response.status === 426)
    return { phase: 'wrong_version', detail: [detail, fault.hint].filter(Boolean).join(' ') };
  // An older server without proofs expects a token here. None is sent.
  if (response.status === 401) return UNPROVEN;
  return { phase: 'strange_server', detail };
}
