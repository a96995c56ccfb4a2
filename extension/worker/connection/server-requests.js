//! Requests to the server on its TCP port, and the exchange in which both sides prove who they are.
//! Nothing but a nonce is sent to a server that has not proven itself: another program can have
//! taken its port.

import * as identity from './identity.js';
import { isProven, newNonce, prove } from './proof.js';

/** The version of the protocol between server and extension. */
export const WIRE = 4;

/** @typedef {{url: string, key: string}} Endpoint the key is never sent */
/** @typedef {{exchange: string, proof: string}} Proven what proves to the server who we are */
/** @typedef {{phase: import('./connection.js').Phase, detail: string}} Trouble */
/** @typedef {{method?: string, body?: BodyInit, token?: string, signal?: AbortSignal}} Options */

const LOOPBACK = '127.0.0.1';

/** @type {Trouble} */
export const NO_SERVER_OF_OURS = {
  phase: 'strange_server',
  detail: 'It does not answer as an Axlens server does.',
};

/** @type {Trouble} */
export const UNPROVEN = {
  phase: 'unproven',
  detail: 'What answers can not prove that it knows the key. Nothing was sent to it.',
};

/**
 * @param {string} address as a person or the host gives it
 * @returns {string | null} its origin, or null when it does not lead to this machine: nothing may
 *   leave it, and a name can be made to lead elsewhere
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
 * Has the server prove that it knows the key, and makes the proof that it asks in return.
 * @param {Endpoint} endpoint
 * @param {string} instance
 * @param {AbortSignal} signal
 * @returns {Promise<Proven | Trouble>}
 */
export async function exchangeProofs(endpoint, instance, signal) {
  const asker = newNonce();
  const body = JSON.stringify({ nonce: asker });
  const response = await request(endpoint, instance, '/proof', { method: 'POST', body, signal });
  const trouble = await troubleOf(response);
  if (trouble) return trouble;
  const { nonce, proof } = await response.json().catch(() => ({}));
  const claim = { asker, server: String(nonce), port: portOf(endpoint) };
  if (!(await isProven(endpoint.key, { role: 'server', ...claim }, proof))) return UNPROVEN;
  return {
    exchange: claim.server,
    proof: await prove(endpoint.key, { role: 'worker', ...claim }),
  };
}

/**
 * @param {Response} response
 * @returns {Promise<Trouble | null>} null when all is well
 */
export async function troubleOf(response) {
  if (response.ok) return null;
  const fault = await response.json().catch(() => ({}));
  const detail = String(fault.message ?? `It answered with status ${response.status}.`);
  if (response.status === 426) return { phase: 'wrong_version', detail };
  // A server from before there were proofs wants a token here, and gets none.
  if (response.status === 401) return UNPROVEN;
  return { phase: 'strange_server', detail };
}
