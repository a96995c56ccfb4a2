//! The proofs by which worker and server show each other that they know the extension's key,
//! without sending it: HMAC-SHA-256 of the role, a nonce of each side, and the server's port.
//! `server/local/src/proof.rs` computes the same.

/** @typedef {'server' | 'worker' | 'websocket'} Role who sends a proof, and by which transport */
/**
 * `worker` and `server`: their nonces.
 * @typedef {{role: Role, worker: string, server: string, port: string}} Claim
 */

const BYTES = 32;
const ENCODER = new TextEncoder();
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

/** @returns {string} 256 random bits, in hexadecimal digits */
export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(BYTES)));

/** @param {string} key @param {Claim} claim @returns {Promise<string>} in hexadecimal digits */
export async function prove(key, claim) {
  const signed = await crypto.subtle.sign('HMAC', await importKey(key), textOf(claim));
  return hex(new Uint8Array(signed));
}

/**
 * @param {string} key
 * @param {Claim} claim
 * @param {unknown} proof as it was received
 * @returns {Promise<boolean>}
 */
export async function isProven(key, claim, proof) {
  const digits = String(proof);
  if (!isNonce(digits) || !isNonce(claim.server)) return false;
  const bytes = Uint8Array.from({ length: BYTES }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
  return await crypto.subtle.verify('HMAC', await importKey(key), bytes, textOf(claim));
}

/** @param {string} text */
const isNonce = (text) => /^[0-9a-f]{64}$/.test(text);

/** @param {string} key */
const importKey = (key) =>
  crypto.subtle.importKey('raw', ENCODER.encode(key), ALGORITHM, false, ['sign', 'verify']);

/** @param {Claim} claim */
const textOf = ({ role, worker, server, port }) =>
  ENCODER.encode(`axlens proof 1\n${role}\n${worker}\n${server}\n${port}`);

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
