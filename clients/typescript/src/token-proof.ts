// How library and server prove to each other over a forwarded port that they know a token. The
// server proves first that it knows the token's hash. Then the library proves that it knows the
// token, under a mask that only the server can compute. The token itself is never sent.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isSecret } from './proof.js';

/** The tokens that `axlens token add` prints. */
const NAMED = /^axl_[0-9a-f]{64}$/;

/** Whether a token has the form of those that `axlens token add` prints. */
export function isNamedToken(token: string): boolean {
  return NAMED.test(token);
}

/** The two sides' nonces, for one token. */
export class TokenExchange {
  readonly #token: string;
  readonly #hash: string;

  /**
   * @param token - A named token.
   * @param client - This side's nonce.
   */
  constructor(
    token: string,
    readonly client: string,
  ) {
    this.#token = token;
    this.#hash = sha256(token);
  }

  /** The id by which the server finds the token. It reveals neither the token nor its hash. */
  id(): string {
    return sha256(`axlens token id 1\n${this.#hash}`);
  }

  /** Whether the server has proven that it knows the token, compared in constant time. */
  isServers(server: string, proof: unknown): boolean {
    if (!isSecret(server) || !isSecret(proof)) return false;
    return timingSafeEqual(Buffer.from(proof, 'hex'), this.#mac('server', server));
  }

  /** This side's proof: the token under the mask. */
  proof(server: string): string {
    const mask = this.#mac('agent', server);
    const token = Buffer.from(this.#token.slice('axl_'.length), 'hex');
    return Buffer.from(token.map((byte, at) => byte ^ (mask[at] ?? 0))).toString('hex');
  }

  #mac(role: 'server' | 'agent', server: string): Buffer {
    const text = ['axlens token proof 1', role, this.client, server].join('\n');
    return createHmac('sha256', this.#hash).update(text).digest();
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
