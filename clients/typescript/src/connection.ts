// One connection to a server, with one request at a time. It never connects a second time: a new
// connection needs a new proof.

import { Agent, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';

/** A request. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; `undefined` without a body. */
  readonly body?: string | undefined;
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The connection, if the server has switched to the protocol that the request names. */
  readonly socket?: Socket;
}

/** Limits of a request. */
export interface Limits {
  /** When the answer must be complete, as `performance.now()` counts. */
  readonly until: number;
  /** The maximum size of the answer, in bytes. */
  readonly size: number;
}

/**
 * Codes of errors of TLS: those of Node.js, of OpenSSL, and of OpenSSL's checks of certificates,
 * such as `DEPTH_ZERO_SELF_SIGNED_CERT` and `UNABLE_TO_VERIFY_LEAF_SIGNATURE`.
 */
const TLS_ERROR = /^(ERR_TLS_|ERR_SSL_|EPROTO$)|CERT|CRL|VERIFY|INVALID_(CA|PURPOSE)/;

/** Why a request has no answer. */
export type Failure = 'unreachable' | 'ended' | 'closed' | 'timeout' | 'too_large';

/** A request has no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  /**
   * @param failure - `unreachable`: no connection; `ended`: the connection had ended before the
   * request, so nothing was sent; `closed`: it ended before the answer.
   * @param isSent - Whether the request may have reached the server.
   * @param reason - Code of the system's error, such as `ECONNREFUSED`; empty if there is none.
   */
  constructor(
    readonly failure: Failure,
    readonly isSent: boolean,
    readonly reason = '',
  ) {
    super(failure);
  }

  /** TLS has rejected the certificate of the other end, or what it sends. */
  get isUntrusted(): boolean {
    return this.failure === 'unreachable' && TLS_ERROR.test(this.reason);
  }
}

/** Connects once. */
class SingleAgent extends Agent {
  #open: (() => Socket) | undefined;

  constructor(open: () => Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#open = open;
  }

  override createConnection(): Socket {
    const open = this.#open;
    if (open === undefined) throw new NoAnswer('ended', false);
    this.#open = undefined;
    return open();
  }
}

/** A connection that is opened by its first request. */
export class Connection {
  readonly #agent: SingleAgent;
  readonly #host: string;
  readonly #token: () => string | undefined;
  #hasEnded = false;

  /**
   * @param open - Begins to connect.
   * @param host - The header `Host`.
   * @param token - The token that the next request sends.
   */
  constructor(open: () => Socket, host: string, token: () => string | undefined) {
    this.#agent = new SingleAgent(() => {
      const onEnd = (): void => {
        this.#hasEnded = true;
      };
      return open().once('end', onEnd).once('close', onEnd);
    });
    this.#host = host;
    this.#token = token;
  }

  /**
   * Sends a request and reads its whole answer.
   *
   * @throws {@link NoAnswer}
   */
  async exchange(exchange: Exchange, limits: Limits): Promise<Answer> {
    // The end of an idle connection may have arrived. Its event comes with the next poll, which is
    // after the first `setImmediate` and before the second one.
    await setImmediate();
    await setImmediate();
    if (this.#hasEnded) throw new NoAnswer('ended', false);
    return this.#sent(exchange, limits);
  }

  #sent(exchange: Exchange, limits: Limits): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let isSent = false;
      let failure: Failure | undefined;
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        if (error instanceof NoAnswer) reject(error);
        else {
          const kind = failure ?? (isSent ? 'closed' : 'unreachable');
          reject(new NoAnswer(kind, isSent, codeOf(error)));
        }
      };
      const sent = request({
        agent: this.#agent,
        method: exchange.method,
        path: exchange.path,
        headers: this.#headers(exchange),
      });
      const stop = (reason: Failure): void => {
        failure = reason;
        sent.destroy(new NoAnswer(reason, isSent));
      };
      const timer = setTimeout(stop, Math.max(0, limits.until - performance.now()), 'timeout');
      sent.once('socket', (socket) => {
        whenConnected(socket, () => (isSent = true));
      });
      sent.on('error', fail);
      if (exchange.headers['upgrade'] !== undefined) {
        sent.once('upgrade', (response, socket, head) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text: head.toString(), socket });
        });
      }
      sent.once('response', (response) => {
        read(response, limits.size, stop).then((text) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text });
        }, fail);
      });
      sent.end(exchange.body);
    });
  }

  /** Closes the connection. A request that runs has no answer then. */
  close(): void {
    this.#agent.destroy();
  }

  #headers({ headers, body }: Exchange): Record<string, string> {
    const token = this.#token();
    return {
      host: this.#host,
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
    };
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function whenConnected(socket: Socket, connected: () => void): void {
  if (socket instanceof TLSSocket && !socket.authorized) socket.once('secureConnect', connected);
  else if (socket.connecting) socket.once('connect', connected);
  else connected();
}

async function read(
  response: IncomingMessage,
  maxSize: number,
  stop: (reason: Failure) => void,
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxSize) stop('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
