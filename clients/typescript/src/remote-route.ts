// The ways to the server of another machine. A port of this machine, which a tunnel forwards, could
// be that of any program, so both sides prove on each connection that they know the token. A
// gateway has TLS: its certificate is verified before the token is sent, which goes to the host of
// the URL only. No redirect is followed, and no proxy is used.

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Connection, NoAnswer, type Answer, type Exchange } from './connection.js';
import { UntrustedServer } from './fault.js';
import { faultOf, isRecord, ownFault } from './faults.js';
import { newNonce } from './proof.js';
import { parsed } from './state-dir.js';
import { TokenExchange } from './token-proof.js';

/** A tunnel adds several round trips. */
const TIMEOUT_MS = 10_000;
const MAX_SIZE = 16 * 1024;
const LOOPBACK = '127.0.0.1';
const HTTPS_PORT = 443;

/** Opens proven connections to a port. `until` as in `Route`. */
export function remoteRoute(port: number, token: string): (until: number) => Promise<Connection> {
  return async (until) => {
    const exchange = new TokenExchange(token, newNonce());
    const limits = { until: Math.min(until, performance.now() + TIMEOUT_MS), size: MAX_SIZE };
    const host = `${LOOPBACK}:${port}`;
    const connection = new Connection(
      () => connect({ host: LOOPBACK, port }),
      host,
      () => undefined,
    );
    const send = async (request: Exchange): Promise<Answer> => {
      try {
        return await connection.exchange(request, limits);
      } catch (error) {
        throw error instanceof NoAnswer ? noAnswer(error, host) : error;
      }
    };
    try {
      const server = verified(exchange, await send(challenge(exchange)), host);
      const socket = switched(await send(claim(exchange, server)));
      return new Connection(
        () => socket,
        host,
        () => undefined,
      );
    } catch (error) {
      connection.close();
      throw error;
    }
  };
}

/**
 * Opens connections to a gateway.
 *
 * @param ca - Certificates of the authorities to trust, in PEM; default: those of Node.js.
 * @throws `TypeError` without a token.
 */
export function gatewayRoute(
  { host, hostname, port }: URL,
  token: string | undefined,
  ca?: string,
): () => Promise<Connection> {
  if (token === undefined) throw new TypeError('A gateway needs the `token` of an agent.');
  const name = hostname.replace(/^\[|\]$/g, '');
  const open = () =>
    connectTls({
      host: name,
      port: port === '' ? HTTPS_PORT : Number(port),
      // An address has no name to send.
      servername: /^[0-9.]+$|:/.test(name) ? '' : name,
      // Whatever the environment says.
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
    });
  return () => Promise.resolve(new Connection(open, host, () => token));
}

function challenge(exchange: TokenExchange): Exchange {
  const body = JSON.stringify({ token: exchange.id(), nonce: exchange.client });
  return { method: 'POST', path: '/agent/proof', headers: {}, body };
}

/** The nonce of a server that has proven that it knows the token. */
function verified(exchange: TokenExchange, { status, text }: Answer, host: string): string {
  const answer = status === 200 ? parsed(text) : undefined;
  if (isRecord(answer)) {
    const { nonce, proof } = answer;
    if (typeof nonce === 'string' && exchange.isServers(nonce, proof)) return nonce;
  }
  throw unproven(host);
}

function claim(exchange: TokenExchange, server: string): Exchange {
  const headers = {
    connection: 'upgrade',
    upgrade: 'axlens-agent',
    authorization: `Proof ${server}.${exchange.proof(server)}`,
  };
  return { method: 'GET', path: '/agent/connection', headers };
}

/** The connection, which is the agent's now. */
function switched({ status, text, socket }: Answer): Socket {
  if (socket === undefined) throw faultOf(status, parsed(text));
  return socket;
}

function unproven(host: string): UntrustedServer {
  return new UntrustedServer(
    `What answers at http://${host} can't prove that it knows the token: another program uses this port, the token was revoked, or the server is older than this library.`,
  );
}

function noAnswer({ failure, reason }: NoAnswer, host: string): Error {
  if (failure === 'too_large') return unproven(host);
  const why = reason === '' ? failure : reason;
  const message = `No server answers at http://${host} (${why}).`;
  const hint = 'Open the tunnel again, and check the server on its machine with `axlens doctor`.';
  return ownFault('extension_disconnected', message, { retryable: true, hint });
}
