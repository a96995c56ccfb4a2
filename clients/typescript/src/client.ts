// Sends requests over connections that are kept open, turns failures into faults, and repeats
// requests that only read.

import { setTimeout as delay } from 'node:timers/promises';
import { NoAnswer, type Answer, type Connection } from './connection.js';
import { Fault, UntrustedServer } from './fault.js';
import { faultOf, ownFault } from './faults.js';
import { onlyReads, requestOf, type EndpointRequest, type Fields } from './request.js';
import type { Route } from './routes.js';
import { parsed } from './state-dir.js';
import { WIRE_VERSION } from './tables.js';
import type { CallAnswer, CallArguments, OperationId } from './types.js';

/** The maximum size of an answer, in bytes: twice that of an answer of the extension. */
const MAX_SIZE = 128 * 1024 * 1024;
/** How long an idle connection is used again. The server closes one after 10 s. */
const MAX_IDLE_MS = 5_000;
/** The delay before a request is repeated: a server that restarts needs a moment. */
const RETRY_DELAY_MS = 250;

const HEADERS = { 'x-axlens-wire': String(WIRE_VERSION) };

/** An idle connection, and since when. */
interface Idle {
  readonly connection: Connection;
  readonly since: number;
}

/** Why a request that only reads is repeated; each reason counts once. */
type RetryReason = 'closed' | 'restarted';

/** A client of one server. */
export class Client {
  readonly #route: Route;
  readonly #timeout: number;
  readonly #open = new Set<Connection>();
  #idle: Idle[] = [];
  #isClosed = false;

  /** @param timeout - Of one request, with its repetitions, in milliseconds. */
  constructor(route: Route, timeout: number) {
    this.#route = route;
    this.#timeout = timeout;
  }

  /** Opens the first connection. */
  async connect(): Promise<void> {
    this.#release(await this.#opened(performance.now() + this.#timeout));
  }

  /** Sends a request of an endpoint; see `Browser.call`. */
  async call<O extends OperationId>(
    operation: O,
    fields: CallArguments<O> & object,
  ): Promise<CallAnswer<O>> {
    // Also those of a caller without types.
    const untyped = fields as Fields;
    const request = requestOf(operation, untyped);
    const isRepeatable = onlyReads(operation, untyped);
    const until = performance.now() + this.#timeout;
    const reasons = new Set<RetryReason>(isRepeatable ? ['closed', 'restarted'] : []);
    for (;;) {
      try {
        // The form of the answer is that of openapi.json, from which its type is generated.
        return resultOf(await this.#exchange(request, until)) as CallAnswer<O>;
      } catch (error) {
        const reason = this.#isClosed ? undefined : retryReason(error);
        if (reason === undefined || !reasons.delete(reason)) {
          throw error instanceof NoAnswer ? this.#failure(error, isRepeatable) : error;
        }
      }
      await delay(RETRY_DELAY_MS);
    }
  }

  /** Closes all connections. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) connection.close();
    this.#open.clear();
    this.#idle = [];
  }

  async #exchange(request: EndpointRequest, until: number): Promise<Answer> {
    for (;;) {
      const connection = this.#reused() ?? (await this.#opened(until));
      try {
        const limits = { until, size: MAX_SIZE };
        const answer = await connection.exchange({ ...request, headers: HEADERS }, limits);
        this.#release(connection);
        return answer;
      } catch (error) {
        this.#drop(connection);
        // Nothing was sent on it, so even an action can use another connection.
        if (!(error instanceof NoAnswer && error.failure === 'ended')) throw error;
      }
    }
  }

  #reused(): Connection | undefined {
    if (this.#isClosed) throw closed();
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined || performance.now() - idle.since <= MAX_IDLE_MS) {
        return idle?.connection;
      }
      this.#drop(idle.connection);
    }
  }

  async #opened(until: number): Promise<Connection> {
    const connection = await this.#route(until);
    this.#open.add(connection);
    if (this.#isClosed) {
      this.#drop(connection);
      throw closed();
    }
    return connection;
  }

  #release(connection: Connection): void {
    this.#idle.push({ connection, since: performance.now() });
  }

  #drop(connection: Connection): void {
    this.#open.delete(connection);
    connection.close();
  }

  #failure(error: NoAnswer, isRepeatable: boolean): Error {
    return error.isUntrusted ? untrusted(error.reason) : this.#fault(error, isRepeatable);
  }

  #fault({ failure, isSent, reason }: NoAnswer, isRepeatable: boolean): Fault {
    if (this.#isClosed) return closed();
    // An action that may have been executed must not be repeated blindly.
    const isUncertain = isSent && !isRepeatable;
    const own = isUncertain
      ? { retryable: false, hint: 'The action may have been executed: read the page first.' }
      : { retryable: true };
    switch (failure) {
      case 'timeout':
        return ownFault('timeout', `There was no answer within ${this.#timeout} ms.`, own);
      case 'too_large':
        return ownFault('result_too_large', `The answer is larger than ${MAX_SIZE} bytes.`);
      case 'closed':
        return ownFault('extension_disconnected', 'The server closed the connection.', own);
      case 'ended':
      case 'unreachable':
        return ownFault('extension_disconnected', unreachable(reason), own);
    }
  }
}

function untrusted(reason: string): UntrustedServer {
  return new UntrustedServer(
    `What answers is not the gateway of the URL, or its certificate is of no trusted authority (${reason}): nothing was sent. \`caFile\` or AXLENS_CA_FILE names other authorities.`,
  );
}

function unreachable(reason: string): string {
  return `The server can't be reached${reason === '' ? '' : ` (${reason})`}.`;
}

function closed(): Fault {
  const hint = 'Connect again.';
  return ownFault('extension_disconnected', 'This client was closed.', { hint });
}

function retryReason(error: unknown): RetryReason | undefined {
  if (error instanceof NoAnswer) {
    if (error.failure === 'closed') return 'closed';
    return error.failure === 'unreachable' ? 'restarted' : undefined;
  }
  const isRestart = error instanceof Fault && error.code === 'extension_disconnected';
  return isRestart && error.retryable ? 'restarted' : undefined;
}

function resultOf({ status, text }: Answer): unknown {
  const body = parsed(text);
  if (status !== 200) throw faultOf(status, body);
  if (body === undefined) throw ownFault('internal', 'The answer is not JSON.');
  return body;
}
