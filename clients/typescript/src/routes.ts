// The ways to a server. Each opens a connection whose other end is known, before a request is sent.

import { connect as connectPlain } from 'node:net';
import { Connection, NoAnswer, type Answer, type Limits } from './connection.js';
import { UntrustedServer } from './fault.js';
import { isRecord } from './faults.js';
import { isProven, newNonce } from './proof.js';
import { gatewayRoute, remoteRoute } from './remote-route.js';
import { isNamedToken } from './token-proof.js';
import {
  checkServed,
  keyOf,
  notRunning,
  parsed,
  socketFileOf,
  socketOf,
  tokenOf,
} from './state-dir.js';

/** Opens a connection. It must be open before `until`, as `performance.now()` counts. */
export type Route = (until: number) => Promise<Connection>;

const IDENTITY_TIMEOUT_MS = 2_000;
const MAX_IDENTITY_SIZE = 16 * 1024;
const LOOPBACK = '127.0.0.1';

/**
 * The way over the Unix socket of a state directory. The server proves its identity on each
 * connection.
 */
export function socketRoute(dir: string, token: string | undefined): Route {
  return async (until) => (await proven(dir, token, until)).connection;
}

/**
 * The way to a URL.
 *
 * @param ca - Certificates of the authorities that a gateway's is verified with, in PEM.
 * @throws `TypeError` if it is not a URL of a server, {@link UntrustedServer} if its token could be
 * read on the way.
 */
export function urlRoute(text: string, dir: string, token: string | undefined, ca?: string): Route {
  const url = checked(text);
  if (url.protocol === 'https:') return gatewayRoute(url, token, ca);
  if (!isLoopback(url.hostname)) {
    throw new UntrustedServer(
      'The URL of a gateway must begin with https. For a server of Axlens, forward its port to this computer: `ssh -N -L 4000:127.0.0.1:PORT USER@HOST`, then use http://127.0.0.1:4000 (docs/remote.md).',
    );
  }
  return token === undefined ? ownRoute(url, dir) : forwardedRoute(url, token);
}

/** The way to a port that a tunnel forwards, where the server proves that it knows the token. */
function forwardedRoute(url: URL, token: string): Route {
  if (!isNamedToken(token)) {
    throw new TypeError(
      'With `url`, `token` must be one that `axlens token add` has printed on the machine of the server.',
    );
  }
  return remoteRoute(Number(url.port === '' ? 80 : url.port), token);
}

/** The way to the TCP port of the state directory's own server. */
function ownRoute(url: URL, dir: string): Route {
  const port = Number(url.port === '' ? 80 : url.port);
  return async (until) => {
    const { connection, port: own } = await proven(dir, undefined, until);
    connection.close();
    if (port !== own) {
      throw new UntrustedServer(
        `${url.origin} is not the server of the state directory ${dir}: nothing was sent to it. Another server needs the token of an agent.`,
      );
    }
    const open = () => connectPlain({ host: LOOPBACK, port });
    const token = await tokenOf(dir);
    return new Connection(open, `${LOOPBACK}:${port}`, () => token);
  };
}

/** A connection to the socket on which the server has proven its identity, and its TCP port. */
async function proven(
  dir: string,
  token: string | undefined,
  until: number,
): Promise<{ connection: Connection; port: number }> {
  await checkServed(dir);
  const key = await keyOf(dir);
  const nonce = newNonce();
  const limits = {
    until: Math.min(until, performance.now() + IDENTITY_TIMEOUT_MS),
    size: MAX_IDENTITY_SIZE,
  };
  const path = await socketOf(dir);
  let isProving = true;
  const connection = new Connection(
    () => connectPlain({ path }),
    LOOPBACK,
    () => (isProving ? undefined : token),
  );
  try {
    const port = provenPort(key, nonce, await identity(connection, nonce, limits, dir));
    if (port === undefined) throw unproven(dir);
    isProving = false;
    return { connection, port };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function unproven(dir: string): UntrustedServer {
  return new UntrustedServer(
    `The server at ${socketFileOf(dir)} can't prove that it is the server of this state directory.`,
  );
}

async function identity(
  connection: Connection,
  nonce: string,
  limits: Limits,
  dir: string,
): Promise<Answer> {
  const body = JSON.stringify({ nonce });
  try {
    return await connection.exchange(
      { method: 'POST', path: '/identity', headers: {}, body },
      limits,
    );
  } catch (error) {
    // It may be starting or ending. An answer that is too large is not one of Axlens.
    throw error instanceof NoAnswer && error.failure !== 'too_large'
      ? notRunning(dir)
      : unproven(dir);
  }
}

function provenPort(key: string, nonce: string, answer: Answer): number | undefined {
  const identity = answer.status === 200 ? parsed(answer.text) : undefined;
  if (!isRecord(identity)) return undefined;
  const { nonce: server, port, proof } = identity;
  if (typeof server !== 'string' || typeof port !== 'number') return undefined;
  return isProven(key, { client: nonce, server, port }, proof) ? port : undefined;
}

/** A URL may have a password, so no error has its text. */
function checked(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('`url` must be an http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('`url` must not have a user name or a password: use `token`.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new TypeError('`url` must not have a path, a query or a fragment.');
  }
  return url;
}

/** Whether a host is this computer, in the form in which `URL` writes it. */
function isLoopback(host: string): boolean {
  const name = host.replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return /^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:(7f|0:)/.test(name);
}
