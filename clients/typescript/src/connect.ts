// Connects to a server: over the socket of the state directory, or over HTTP.

import { readFile } from 'node:fs/promises';
import { Browser } from './browser.js';
import { Client } from './client.js';
import { socketRoute, urlRoute, type Route } from './routes.js';
import { locate, readPrivate } from './state-dir.js';

/** Options of {@link connect}. */
export interface ConnectOptions {
  /**
   * URL of a server; default: `AXLENS_URL`, else the socket of the state directory. With `https`,
   * it is a gateway, whose certificate is verified before the token is sent. With `http` and a
   * token, it is a port of this machine that a tunnel forwards to the server of another one;
   * without a token, it is that of the state directory's own server.
   */
  readonly url?: string | undefined;
  /** Token of a named agent; default: `AXLENS_TOKEN`, else that of `tokenFile`. */
  readonly token?: string | undefined;
  /** File with the token, which only this user can access; default: `AXLENS_TOKEN_FILE`. */
  readonly tokenFile?: string | undefined;
  /**
   * File with the certificate authorities of a gateway, in PEM; default: `AXLENS_CA_FILE`, else
   * those of Node.js.
   */
  readonly caFile?: string | undefined;
  /** State directory; default: `AXLENS_STATE_DIR`, else the system's. */
  readonly stateDir?: string | undefined;
  /** Session of the uids; default: `default`. */
  readonly session?: string | undefined;
  /** Timeout of one request in milliseconds; default: 900,000, because the user may be asked. */
  readonly timeout?: number | undefined;
}

const DEFAULT_SESSION = 'default';
const DEFAULT_TIMEOUT_MS = 900_000;
/** The maximum delay of a timer of Node.js. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** A token is a word of printable ASCII characters, so that it fits in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Connects to a running server, which proves its identity before anything else is sent to it.
 *
 * @throws {@link ExtensionDisconnected} if no server runs, {@link UntrustedServer} if the server
 * can't prove its identity, `TypeError` if an option is invalid.
 */
export async function connect(options: ConnectOptions = {}): Promise<Browser> {
  const { session = DEFAULT_SESSION, timeout = DEFAULT_TIMEOUT_MS } = options;
  if (!(timeout > 0 && timeout <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`\`timeout\` must be between 1 and ${MAX_TIMEOUT_MS} milliseconds`);
  }
  const token = options.token ?? variable('AXLENS_TOKEN') ?? (await tokenInFile(options.tokenFile));
  if (token !== undefined && !TOKEN.test(token)) {
    throw new TypeError('`token` must be one word of printable characters');
  }
  const url = options.url ?? variable('AXLENS_URL');
  const dir = locate(options.stateDir);
  const isGateway = url !== undefined && isGatewayUrl(url);
  const client = new Client(await routeTo(url, dir, token, options.caFile), timeout);
  try {
    await client.connect();
    const browser = new Browser(client, session);
    // A gateway answers for itself, if it knows the token.
    await (isGateway ? browser.browsers() : browser.health());
    return browser;
  } catch (error) {
    client.close();
    throw error;
  }
}

async function routeTo(
  url: string | undefined,
  dir: string,
  token: string | undefined,
  caFile: string | undefined,
): Promise<Route> {
  if (url === undefined) return socketRoute(dir, token);
  const file = isGatewayUrl(url) ? (caFile ?? variable('AXLENS_CA_FILE')) : undefined;
  return urlRoute(url, dir, token, file === undefined ? undefined : await readFile(file, 'utf8'));
}

function isGatewayUrl(url: string): boolean {
  return /^https:/i.test(url);
}

async function tokenInFile(option: string | undefined): Promise<string | undefined> {
  const file = option ?? variable('AXLENS_TOKEN_FILE');
  return file === undefined ? undefined : (await readPrivate(file)).trim();
}

/** An environment variable; an empty one counts as missing. */
function variable(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
