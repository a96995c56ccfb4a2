// The proof with which a server shows that it knows the key of its state directory, which is never
// sent: HMAC-SHA-256 over the role, the nonce of each side and the port.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const DIGITS = /^[0-9a-f]{64}$/;

/** What the server on the socket claims with a proof. */
export interface Claim {
  /** Nonce of this client. */
  readonly client: string;
  /** Nonce of the server. */
  readonly server: string;
  /** Port of the server's TCP address. */
  readonly port: number;
}

/** A new nonce: 64 hexadecimal digits. */
export function newNonce(): string {
  return randomBytes(32).toString('hex');
}

/** Whether a text has the form of a key, a nonce or a proof. */
export function isSecret(text: unknown): text is string {
  return typeof text === 'string' && DIGITS.test(text);
}

/** The proof of a claim, in hexadecimal digits. */
export function prove(key: string, claim: Claim): string {
  const { client, server, port } = claim;
  const text = ['axlens proof 1', 'socket', client, server, port].join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether a proof proves a claim, compared in constant time. */
export function isProven(key: string, claim: Claim, proof: unknown): boolean {
  if (!isSecret(claim.client) || !isSecret(claim.server) || !isSecret(proof)) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(prove(key, claim)));
}
