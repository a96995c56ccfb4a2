// A server for tests: a state directory with a socket, and answers that a test determines. It
// records every request, with the headers.

import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A request that the server has received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** How a request is answered: with JSON, with a text, or not at all. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly text: string }
  | 'close'
  | 'hang';

/** Answers requests other than those for the identity and the health. */
export type Handler = (request: Received) => Reply;

/** How the server proves its identity. */
export type Proving = 'right' | 'wrong key' | 'wrong port' | 'not found' | 'hang' | 'endless';

const SERVER_NONCE = 'b'.repeat(64);

export class FakeServer implements AsyncDisposable {
  readonly key = '0123456789abcdef'.repeat(4);
  readonly token = 'token-of-endpoint-json';
  /** Requests about pages, without identity and health. */
  readonly received: Received[] = [];
  /** Every request on the socket and on the TCP port. */
  readonly all: (Received & { readonly via: 'socket' | 'tcp' })[] = [];
  handler: Handler = () => ({ json: {} });
  proving: Proving = 'right';
  readonly #servers: Server[] = [];

  private constructor(readonly dir: string) {}

  /** A server that runs with a new state directory. */
  static async start(handler?: Handler): Promise<FakeServer> {
    // A developer may have set them.
    for (const name of ['AXLENS_URL', 'AXLENS_TOKEN', 'AXLENS_STATE_DIR']) {
      Reflect.deleteProperty(process.env, name);
    }
    const dir = await mkdtemp(join(tmpdir(), 'axlens-'));
    const fake = new FakeServer(dir);
    if (handler !== undefined) fake.handler = handler;
    await fake.listen();
    return fake;
  }

  /** Its address, as in `endpoint.json`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#servers[1]?.address() as AddressInfo).port;
  }

  /** Starts it, again with the same state directory. */
  async listen(): Promise<void> {
    const socket = join(this.dir, 'axlens.sock');
    await rm(socket, { force: true });
    const servers = (['socket', 'tcp'] as const).map((via) =>
      createServer((request, response) => {
        void this.#answer(request, response, via);
      }),
    );
    this.#servers.push(...servers);
    const [first, second] = servers;
    await new Promise<void>((done) => first?.listen(socket, done));
    await new Promise<void>((done) => second?.listen(0, '127.0.0.1', done));
    await chmod(socket, 0o600);
    await this.write('server.lock', '');
    await this.write('extension.key', `${this.key}\n`);
    await this.write('endpoint.json', JSON.stringify({ url: this.url, agent_token: this.token }));
  }

  /** Writes a file of the state directory. */
  async write(name: string, text: string, mode = 0o600): Promise<void> {
    const path = join(this.dir, name);
    await writeFile(path, text);
    await chmod(path, mode);
  }

  /** Ends it and all connections. */
  async stop(): Promise<void> {
    const ended = this.#servers.splice(0).map(async (server) => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    });
    await Promise.all(ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true });
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    via: 'socket' | 'tcp',
  ): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const { method = '', url: path = '', headers } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const received = { method, path, headers, body };
    this.all.push({ ...received, via });
    const reply = this.#reply(received);
    if (reply === 'hang') return;
    if (reply === 'close') {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200);
    response.end('text' in reply ? reply.text : JSON.stringify(reply.json));
  }

  #reply(received: Received): Reply {
    if (received.path === '/identity') return this.#identity(received.body);
    if (received.path === '/health') return { json: { ok: true, version: '0.1.0' } };
    this.received.push(received);
    return this.handler(received);
  }

  #identity(body: unknown): Reply {
    if (this.proving === 'not found') return { status: 404, json: {} };
    if (this.proving === 'hang') return 'hang';
    if (this.proving === 'endless') return { text: ' '.repeat(100_000) };
    const { nonce } = body as { nonce: string };
    const key = this.proving === 'wrong key' ? 'f'.repeat(64) : this.key;
    const port = this.proving === 'wrong port' ? this.port + 1 : this.port;
    const text = `axlens proof 1\nsocket\n${nonce}\n${SERVER_NONCE}\n${port}`;
    const proof = createHmac('sha256', key).update(text).digest('hex');
    const identity = { version: '0.1.0', built: 1, pid: 1, port: this.port, nonce: SERVER_NONCE };
    return { json: { ...identity, proof } };
  }
}
